import { Get, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { pageAddress, patronAddress } from '../console/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { Allow } from '../permissions/allow.decorator.js';
import { MergePage } from './merge.page.js';
import { BLOCK_REASON, parseReason, PatronCategoryRequest } from './patron-administration.requests.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { PatronLookUpService } from './patron-look-up.service.js';
import { redirectTo } from './patron-redirect.js';
import { type PatronFormProblem, PatronPage } from './patron.page.js';
import { BlockForm, DeletionForm, LookUpForm, MergeForm } from './patrons-pages.requests.js';
import { PatronSearchPage } from './search.page.js';
import { Served, type ServedPatron } from './served-patron.decorator.js';

/** A patron, found by card, number or address. */
@ConsoleController('console/libraries/:websiteId/patrons')
export class PatronsController {
  constructor(
    private readonly patrons: PatronAdministrationService,
    private readonly lookUps: PatronLookUpService,
  ) {}

  @Get()
  @Allow('desk', { library: 'path' })
  form(@PageFrame() frame: LibraryFrame): VNode {
    return PatronSearchPage({ frame });
  }

  @Post()
  @Allow('desk', { library: 'path' })
  async search(
    @PageFrame() frame: LibraryFrame,
    @FormFields() { patron: typed = '' }: LookUpForm,
  ): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    const text = typed.trim();
    if (text === '')
      return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, PatronSearchPage({ frame, typed }));
    const found = await this.lookUps.lookUp(websiteId, text, frame.staff);
    const [first, ...others] = found.patrons;
    const page = PatronSearchPage({ frame, typed, found });
    if (first === undefined) return new PageWithStatus(HttpStatus.NOT_FOUND, page);
    return others.length === 0 ? new Redirect(patronAddress(websiteId, first.patronId)) : page;
  }

  @Get(':patronId')
  @Allow('desk', { library: 'path' })
  async patron(@PageFrame() frame: LibraryFrame, @Served() { patron }: ServedPatron): Promise<VNode> {
    return PatronPage({ frame, patron: await this.patrons.overview(patron) });
  }

  @Post(':patronId/category')
  @Allow('desk', { library: 'path' })
  async changeCategory(
    @Served() served: ServedPatron,
    @FormFields() { category }: PatronCategoryRequest,
  ): Promise<Redirect> {
    await this.patrons.changeCategory(served, category);
    return redirectTo(served.patron, 'The category is changed.');
  }

  @Post(':patronId/block')
  @Allow('desk', { library: 'path' })
  async block(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @FormFields() { reason: typed = '' }: BlockForm,
  ): Promise<PageAnswer> {
    const reason = parseReason(typed);
    if (reason === undefined)
      return this.refuse(frame, served, {
        field: 'reason',
        typed,
        text: `This must be ${BLOCK_REASON.message}.`,
      });
    await this.patrons.block(served, reason);
    return redirectTo(served.patron, 'The patron is blocked.');
  }

  @Post(':patronId/block/end')
  @Allow('desk', { library: 'path' })
  async liftBlock(@Served() served: ServedPatron): Promise<Redirect> {
    await this.patrons.liftBlock(served);
    return redirectTo(served.patron, 'The block is lifted.');
  }

  @Post(':patronId/sessions/end')
  @Allow('desk', { library: 'path' })
  async endSessions(@Served() served: ServedPatron): Promise<Redirect> {
    await this.patrons.endSessions(served);
    return redirectTo(served.patron, 'The patron is signed out everywhere.');
  }

  /** The same JSON as the operator's endpoint, as a file. */
  @Get(':patronId/export')
  @Allow('desk', { library: 'path' })
  async export(@Served() served: ServedPatron, @Res() response: Response): Promise<void> {
    const exported = await this.patrons.export(served);
    response.attachment(`patron-${served.patron.patronId}.json`).json(exported);
  }

  /** Shows what will happen, and does it once that was seen. It is a POST both times: card numbers stay out of addresses. */
  @Post(':patronId/merge')
  @Allow('admin', { library: 'path' })
  async merge(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @FormFields() { cardNumber = '', confirmed }: MergeForm,
  ): Promise<PageAnswer> {
    const { websiteId, patronId } = served.patron;
    const into = await this.lookUps.findByCard(websiteId, cardNumber);
    if (into === undefined || into === patronId) {
      const text = into === undefined ? problemOf(cardNumber) : 'This is the patron’s own card.';
      return this.refuse(frame, served, { field: 'cardNumber', typed: cardNumber, text });
    }
    const kept = { websiteId, patronId: into };
    if (confirmed === undefined) {
      const [from, to] = [await this.patrons.overview(served.patron), await this.patrons.overview(kept)];
      return MergePage({ frame, from, into: to, cardNumber: cardNumber.trim() });
    }
    await this.patrons.merge(served, into);
    return redirectTo(kept, 'The cards are merged. The other card is deleted.');
  }

  @Post(':patronId/removal')
  @Allow('admin', { library: 'path' })
  async delete(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @FormFields() { confirmation = '' }: DeletionForm,
  ): Promise<PageAnswer> {
    const { websiteId, patronId } = served.patron;
    if (confirmation.trim() !== String(patronId)) {
      const text = `Type ${patronId}, the number of the patron. Nothing was deleted.`;
      return this.refuse(frame, served, { field: 'confirmation', typed: confirmation, text });
    }
    await this.patrons.delete(served);
    return new Redirect(pageAddress(websiteId, 'patrons'), 'The patron is deleted.');
  }

  /** The patron's page again, with what was typed and the problem at its field. */
  private async refuse(
    frame: LibraryFrame,
    { patron }: ServedPatron,
    problem: PatronFormProblem,
  ): Promise<PageWithStatus> {
    const page = PatronPage({ frame, patron: await this.patrons.overview(patron), problem });
    return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
  }
}

function problemOf(cardNumber: string): string {
  return cardNumber.trim() === ''
    ? 'Type the number of the card to keep.'
    : 'No patron of this library has this card.';
}

import { Get, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import type { PatronKey } from '../../domain/patron.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { PatronInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { representPatronExport } from './patron-export.representation.js';
import { type PatronOverviewRecord, representPatronOverview } from './patron-overview.representation.js';
import { PatronLookUpService } from './patron-look-up.service.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { pageAddress } from '../console/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { HoldRemovalPage, MergePage, ReturnPage } from './confirmation.pages.js';
import type { DangerousFormProblem } from './dangerous-forms.js';
import { ofTitle, redirectToPatron } from './patron-answers.js';
import { PatronPage } from './patron.page.js';
import { CategoryForm, DeletionForm, LookUpForm, MergeForm, RemovalForm } from './patrons-pages.requests.js';
import { PatronSearchPage } from './search.page.js';

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
    return others.length === 0 ? redirectToPatron({ websiteId, patronId: first.patronId }) : page;
  }

  @Get(':patronId')
  @Allow('desk', { library: 'path' })
  async patron(@PageFrame() frame: LibraryFrame, @PatronInPath() patron: PatronKey): Promise<VNode> {
    return PatronPage({ frame, patron: await this.overview(patron) });
  }

  @Get(':patronId/holds/:id/removal')
  @Allow('desk', { library: 'path' })
  async askToRemoveHold(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    problem?: string,
  ): Promise<PageAnswer> {
    const { holds } = await this.overview(patron);
    const hold = ofTitle(holds, title);
    if (hold === undefined) return redirectToPatron(patron, 'The patron has no such hold any more.');
    const page = HoldRemovalPage({ frame, patronId: patron.patronId, hold, ...(problem && { problem }) });
    return problem === undefined ? page : new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
  }

  @Post(':patronId/holds/:id/removal')
  @Allow('desk', { library: 'path' })
  async removeHold(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @FormFields() { reason }: RemovalForm,
  ): Promise<PageAnswer> {
    if (reason === undefined) return this.askToRemoveHold(frame, patron, title, 'Choose a reason.');
    await this.patrons.removeHold(patron, title, frame.staff, reason);
    return redirectToPatron(patron, 'The hold is removed.');
  }

  @Get(':patronId/checkouts/:id/return')
  @Allow('desk', { library: 'path' })
  async askToReturn(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<PageAnswer> {
    const { checkouts } = await this.overview(patron);
    const checkout = ofTitle(checkouts, title);
    if (checkout === undefined) return redirectToPatron(patron, 'The patron has no such checkout any more.');
    return ReturnPage({ frame, patronId: patron.patronId, checkout });
  }

  @Post(':patronId/checkouts/:id/return')
  @Allow('desk', { library: 'path' })
  async return(
    @PageFrame() { staff }: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<Redirect> {
    await this.patrons.return(patron, title, staff);
    return redirectToPatron(patron, 'The title is returned.');
  }

  @Post(':patronId/category')
  @Allow('desk', { library: 'path' })
  async changeCategory(
    @PageFrame() { staff }: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @FormFields() { category }: CategoryForm,
  ): Promise<Redirect> {
    await this.patrons.changeCategory(patron, category, staff);
    return redirectToPatron(patron, 'The category is changed.');
  }

  @Post(':patronId/sessions/end')
  @Allow('desk', { library: 'path' })
  async endSessions(
    @PageFrame() { staff }: LibraryFrame,
    @PatronInPath() patron: PatronKey,
  ): Promise<Redirect> {
    await this.patrons.endSessions(patron, staff);
    return redirectToPatron(patron, 'The patron is signed out everywhere.');
  }

  /** The same JSON as the operator's endpoint, as a file. */
  @Get(':patronId/export')
  @Allow('desk', { library: 'path' })
  async export(
    @PageFrame() { staff }: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @Res() response: Response,
  ): Promise<void> {
    const exported = await this.patrons.export(patron, staff);
    response.attachment(`patron-${patron.patronId}.json`).json(representPatronExport(exported));
  }

  /** Shows what will happen, and does it once that was seen. It is a POST both times: card numbers stay out of addresses. */
  @Post(':patronId/merge')
  @Allow('admin', { library: 'path' })
  async merge(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @FormFields() { cardNumber = '', confirmed }: MergeForm,
  ): Promise<PageAnswer> {
    const { websiteId } = patron;
    const into = await this.lookUps.findByCard(websiteId, cardNumber.trim());
    if (into === undefined || into === patron.patronId) {
      const text = into === undefined ? problemOf(cardNumber) : 'This is the patron’s own card.';
      return this.refuse(frame, patron, { field: 'cardNumber', typed: cardNumber, text });
    }
    const kept = { websiteId, patronId: into };
    if (confirmed === undefined) {
      const [from, to] = [await this.overview(patron), await this.overview(kept)];
      return MergePage({ frame, from, into: to, cardNumber: cardNumber.trim() });
    }
    await this.patrons.merge(patron, { patronId: into }, frame.staff);
    return redirectToPatron(kept, 'The cards are merged. The other card is deleted.');
  }

  @Post(':patronId/removal')
  @Allow('admin', { library: 'path' })
  async delete(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @FormFields() { confirmation = '' }: DeletionForm,
  ): Promise<PageAnswer> {
    const { websiteId, patronId } = patron;
    if (confirmation.trim() !== String(patronId)) {
      const text = `Type ${patronId}, the number of the patron. Nothing was deleted.`;
      return this.refuse(frame, patron, { field: 'confirmation', typed: confirmation, text });
    }
    await this.patrons.delete(patron, frame.staff);
    return new Redirect(pageAddress(websiteId, 'patrons'), 'The patron is deleted.');
  }

  /** The patron's page again, with what was typed and the problem at its field. */
  private async refuse(
    frame: LibraryFrame,
    key: PatronKey,
    problem: DangerousFormProblem,
  ): Promise<PageWithStatus> {
    const patron = await this.overview(key);
    return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, PatronPage({ frame, patron, problem }));
  }

  private async overview(patron: PatronKey): Promise<PatronOverviewRecord> {
    return representPatronOverview(await this.patrons.overview(patron));
  }
}

function problemOf(cardNumber: string): string {
  return cardNumber.trim() === ''
    ? 'Type the number of the card to keep.'
    : 'No patron of this library has this card.';
}

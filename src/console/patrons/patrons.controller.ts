import { Get, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { representPatronExport } from '../../patrons/patron-export.representation.js';
import {
  type OverviewHoldRecord,
  type PatronOverviewRecord,
  representPatronOverview,
} from '../../patrons/patron-overview.representation.js';
import { PatronAdministrationService } from '../../patrons/patron-administration.service.js';
import { pageAddress, patronAddress } from '../addresses.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../frame.js';
import { redirectTo, sendPage } from '../page.js';
import { HoldRemovalPage, MergePage, ReturnPage } from './confirmation.pages.js';
import type { DangerousFormProblem } from './dangerous-forms.js';
import { PatronPage } from './patron.page.js';
import { CardForm, CategoryForm, DeletionForm, MergeForm, RemovalForm } from './patrons.requests.js';
import { PatronSearchPage } from './search.page.js';

/** A patron, found by the card. */
@ConsoleController('console/libraries/:websiteId/patrons')
export class PatronsController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  @Get()
  @Allow('desk', { library: 'path' })
  form(@PageFrame() frame: LibraryFrame, @Res() response: Response): void {
    sendPage(response, PatronSearchPage({ frame }));
  }

  @Post()
  @Allow('desk', { library: 'path' })
  async search(
    @PageFrame() frame: LibraryFrame,
    @FormFields() { cardNumber }: CardForm,
    @Res() response: Response,
  ): Promise<void> {
    const { websiteId } = frame.library;
    const patronId = await this.patrons.findByCard(websiteId, cardNumber.trim());
    if (patronId !== undefined) redirectTo(response, patronAddress(websiteId, patronId));
    else
      sendPage(response.status(HttpStatus.NOT_FOUND), PatronSearchPage({ frame, unknownCard: cardNumber }));
  }

  @Get(':patronId')
  @Allow('desk', { library: 'path' })
  async patron(
    @PageFrame() frame: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, PatronPage({ frame, patron: await this.overview(frame, patronId) }));
  }

  @Get(':patronId/holds/:id/removal')
  @Allow('desk', { library: 'path' })
  async askToRemoveHold(
    @PageFrame() frame: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Res() response: Response,
  ): Promise<void> {
    await this.showHoldRemoval({ frame, patronId, title }, response);
  }

  @Post(':patronId/holds/:id/removal')
  @Allow('desk', { library: 'path' })
  async removeHold(
    @PageFrame() frame: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @FormFields() { reason }: RemovalForm,
    @Res() response: Response,
  ): Promise<void> {
    const { websiteId } = frame.library;
    if (reason === undefined) {
      response.status(HttpStatus.UNPROCESSABLE_ENTITY);
      await this.showHoldRemoval({ frame, patronId, title, problem: 'Choose a reason.' }, response);
      return;
    }
    await this.patrons.removeHold({ websiteId, patronId }, title, frame.staff, reason);
    redirectTo(response, patronAddress(websiteId, patronId), 'The hold is removed.');
  }

  @Get(':patronId/checkouts/:id/return')
  @Allow('desk', { library: 'path' })
  async askToReturn(
    @PageFrame() frame: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
    @Res() response: Response,
  ): Promise<void> {
    const { checkouts } = await this.overview(frame, patronId);
    const checkout = checkouts.find((each) => isOf(each, title));
    if (checkout === undefined)
      goneMeanwhile(response, frame, patronId, 'The patron has no such checkout any more.');
    else sendPage(response, ReturnPage({ frame, patronId, checkout }));
  }

  @Post(':patronId/checkouts/:id/return')
  @Allow('desk', { library: 'path' })
  async return(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
    @Res() response: Response,
  ): Promise<void> {
    await this.patrons.return({ websiteId, patronId }, title, staff);
    redirectTo(response, patronAddress(websiteId, patronId), 'The title is returned.');
  }

  @Post(':patronId/category')
  @Allow('desk', { library: 'path' })
  async changeCategory(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @FormFields() { category }: CategoryForm,
    @Res() response: Response,
  ): Promise<void> {
    await this.patrons.changeCategory({ websiteId, patronId }, category, staff);
    redirectTo(response, patronAddress(websiteId, patronId), 'The category is changed.');
  }

  @Post(':patronId/sessions/end')
  @Allow('desk', { library: 'path' })
  async endSessions(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @Res() response: Response,
  ): Promise<void> {
    await this.patrons.endSessions({ websiteId, patronId }, staff);
    redirectTo(response, patronAddress(websiteId, patronId), 'The patron is signed out everywhere.');
  }

  /** The same JSON as the operator's endpoint, as a file. */
  @Get(':patronId/export')
  @Allow('desk', { library: 'path' })
  async export(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @Res() response: Response,
  ): Promise<void> {
    const exported = await this.patrons.export({ websiteId, patronId }, staff);
    response.attachment(`patron-${patronId}.json`).json(representPatronExport(exported));
  }

  /** Shows what will happen, and does it once that was seen. It is a POST both times: card numbers stay out of addresses. */
  @Post(':patronId/merge')
  @Allow('admin', { library: 'path' })
  async merge(
    @PageFrame() frame: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @FormFields() { cardNumber = '', confirmed }: MergeForm,
    @Res() response: Response,
  ): Promise<void> {
    const { websiteId } = frame.library;
    const into = await this.patrons.findByCard(websiteId, cardNumber.trim());
    if (into === undefined || into === patronId) {
      const text = into === undefined ? problemOf(cardNumber) : 'This is the patron’s own card.';
      await this.refuse(response, frame, patronId, { field: 'cardNumber', typed: cardNumber, text });
    } else if (confirmed === undefined) {
      const [from, kept] = [await this.overview(frame, patronId), await this.overview(frame, into)];
      sendPage(response, MergePage({ frame, from, into: kept, cardNumber: cardNumber.trim() }));
    } else {
      await this.patrons.merge({ websiteId, patronId }, { patronId: into }, frame.staff);
      redirectTo(
        response,
        patronAddress(websiteId, into),
        'The cards are merged. The other card is deleted.',
      );
    }
  }

  @Post(':patronId/removal')
  @Allow('admin', { library: 'path' })
  async delete(
    @PageFrame() frame: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @FormFields() { confirmation = '' }: DeletionForm,
    @Res() response: Response,
  ): Promise<void> {
    const { websiteId } = frame.library;
    if (confirmation.trim() !== String(patronId)) {
      const text = `Type ${patronId}, the number of the patron. Nothing was deleted.`;
      await this.refuse(response, frame, patronId, { field: 'confirmation', typed: confirmation, text });
      return;
    }
    await this.patrons.delete({ websiteId, patronId }, frame.staff);
    redirectTo(response, pageAddress(websiteId, 'patrons'), 'The patron is deleted.');
  }

  /** The patron's page again, with what was typed and the problem at its field. */
  private async refuse(
    response: Response,
    frame: LibraryFrame,
    patronId: number,
    problem: DangerousFormProblem,
  ): Promise<void> {
    const patron = await this.overview(frame, patronId);
    sendPage(response.status(HttpStatus.UNPROCESSABLE_ENTITY), PatronPage({ frame, patron, problem }));
  }

  private async showHoldRemoval(
    { frame, patronId, title, problem }: AskedRemoval,
    response: Response,
  ): Promise<void> {
    const { holds } = await this.overview(frame, patronId);
    const hold = holds.find((each) => isOf(each, title));
    if (hold === undefined) goneMeanwhile(response, frame, patronId, 'The patron has no such hold any more.');
    else sendPage(response, HoldRemovalPage({ frame, patronId, hold, ...(problem && { problem }) }));
  }

  private async overview({ library }: LibraryFrame, patronId: number): Promise<PatronOverviewRecord> {
    return representPatronOverview(await this.patrons.overview({ websiteId: library.websiteId, patronId }));
  }
}

/** The hold that is to be removed, and what was wrong with the form that said so. */
interface AskedRemoval {
  readonly frame: LibraryFrame;
  readonly patronId: number;
  readonly title: TitleId;
  readonly problem?: string;
}

/** A hold or a checkout ends by itself, too, while staff look at the page. */
function goneMeanwhile(response: Response, { library }: LibraryFrame, patronId: number, why: string): void {
  redirectTo(response, patronAddress(library.websiteId, patronId), why);
}

function isOf(
  { reserveId, crossRefId }: Pick<OverviewHoldRecord, 'reserveId' | 'crossRefId'>,
  title: TitleId,
): boolean {
  return title.kind === 'reserveId'
    ? title.reserveId === reserveId
    : String(title.crossRefId) === String(crossRefId);
}

function problemOf(cardNumber: string): string {
  return cardNumber.trim() === ''
    ? 'Type the number of the card to keep.'
    : 'No patron of this library has this card.';
}

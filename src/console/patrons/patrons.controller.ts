import { Get, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { representPatronExport } from '../../patrons/patron-export.representation.js';
import { representPatronOverview } from '../../patrons/patron-overview.representation.js';
import { PatronAdministrationService } from '../../patrons/patron-administration.service.js';
import { pageAddress, patronAddress } from '../addresses.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../frame.js';
import { redirectTo, sendPage } from '../page.js';
import { PatronPage } from './patron.page.js';
import { CardForm, CategoryForm, DeletionForm, RemovalForm } from './patrons.requests.js';
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
    const overview = await this.patrons.overview({ websiteId: frame.library.websiteId, patronId });
    sendPage(response, PatronPage({ frame, patron: representPatronOverview(overview) }));
  }

  @Post(':patronId/holds/:id/removal')
  @Allow('desk', { library: 'path' })
  async removeHold(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @FormFields() { reason }: RemovalForm,
    @Res() response: Response,
  ): Promise<void> {
    await this.patrons.removeHold({ websiteId, patronId }, title, staff, reason);
    redirectTo(response, patronAddress(websiteId, patronId), 'The hold is removed.');
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

  @Post(':patronId/merge')
  @Allow('admin', { library: 'path' })
  async merge(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @FormFields() { cardNumber }: CardForm,
    @Res() response: Response,
  ): Promise<void> {
    const into = await this.patrons.merge({ websiteId, patronId }, { cardNumber: cardNumber.trim() }, staff);
    redirectTo(response, patronAddress(websiteId, into), 'The cards are merged. The other card is deleted.');
  }

  @Post(':patronId/removal')
  @Allow('admin', { library: 'path' })
  async delete(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @NumberInPath('patronId') patronId: number,
    @FormFields() { confirmation }: DeletionForm,
    @Res() response: Response,
  ): Promise<void> {
    await this.patrons.delete({ websiteId, patronId }, staff, confirmation);
    redirectTo(response, pageAddress(websiteId, 'patrons'), 'The patron is deleted.');
  }
}

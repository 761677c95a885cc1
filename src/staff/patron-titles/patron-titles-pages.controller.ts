import { Get } from '@nestjs/common';
import type { VNode } from 'preact';
import type { TitleId } from '../../domain/titles/title-id.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, Redirect } from '../console/page.js';
import { PatronAdministrationService } from '../patrons/patron-administration.service.js';
import { addressOf, Served, type ServedPatron } from '../patrons/served-patron.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import {
  type HoldChange,
  LAST_DAY,
  ofTitle,
  REMOVAL,
  RESUMPTION,
  ReturnPage,
  SUSPENSION,
} from './change.pages.js';
import { PatronTitles } from './patron-titles.service.js';
import { PlacementQuery, titleIn, TitleQuery } from './patron-titles.requests.js';
import { PlacementPage, TitleSearchPage } from './placement.pages.js';

/** Each page asks, and shows what will happen, before staff do something for a patron with a hold or a checkout. */
@ConsoleController('console/libraries/:websiteId/patrons/:patronId')
@Allow('desk', { library: 'path' })
export class PatronTitlePagesController {
  constructor(
    private readonly patrons: PatronAdministrationService,
    private readonly titles: PatronTitles,
  ) {}

  @Get('holds')
  async search(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @QueryFields() { title = '' }: TitleQuery,
  ): Promise<VNode> {
    const words = title.trim();
    const found = words === '' ? undefined : await this.titles.search(patron, words);
    return TitleSearchPage({ frame, patron, words, found });
  }

  @Get('holds/placement')
  async askToPlace(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @QueryFields() wanted: PlacementQuery,
  ): Promise<VNode> {
    const title = await this.titles.find(patron, titleIn(wanted));
    return PlacementPage({ frame, patron, title, emailAddress: await this.patrons.lastHoldEmail(patron) });
  }

  @Get('holds/:id/suspension')
  askToSuspend(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    return this.ask(SUSPENSION, title, frame, served);
  }

  @Get('holds/:id/resumption')
  askToResume(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    return this.ask(RESUMPTION, title, frame, served);
  }

  @Get('holds/:id/last-day')
  askForLastDay(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    return this.ask(LAST_DAY, title, frame, served);
  }

  @Get('holds/:id/removal')
  askToRemove(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    return this.ask(REMOVAL, title, frame, served);
  }

  @Get('checkouts/:id/return')
  async askToReturn(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<PageAnswer> {
    const { patron } = served;
    const checkout = ofTitle((await this.patrons.overview(patron)).checkouts, title);
    return checkout === undefined
      ? new Redirect(addressOf(served), 'The patron has no such checkout any more.')
      : ReturnPage({ frame, patron, checkout });
  }

  /** The page that asks for a change, or the patron's where there is nothing to be changed. */
  private async ask(
    change: HoldChange,
    title: TitleId,
    frame: LibraryFrame,
    served: ServedPatron,
  ): Promise<PageAnswer> {
    const { patron } = served;
    const hold = ofTitle((await this.patrons.overview(patron)).holds, title);
    return hold === undefined || !change.conditions.includes(hold.condition)
      ? new Redirect(addressOf(served), change.gone)
      : change.page({ frame, patron, hold });
  }
}

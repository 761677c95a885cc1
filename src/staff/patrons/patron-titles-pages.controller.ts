import { Get, HttpStatus, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import type { Condition } from '../../domain/holds/hold.js';
import type { PatronKey } from '../../domain/patron.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { FormFields, QueryFields } from '../../http/fields/fields.decorators.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { EMAIL_ADDRESS, readMailbox } from '../../http/fields/validators.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, type Redirect } from '../console/page.js';
import { Allow } from '../permissions/allow.decorator.js';
import type { FormProblem } from './asking.page.js';
import { RemovalPage, ResumptionPage, ReturnPage, SuspensionPage } from './change.pages.js';
import { ofTitle, problemOf, redirectTo, suspensionIn } from './hold-form.js';
import { HoldRemovalQuery } from './patron-administration.requests.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import type { OverviewHoldRecord } from './patron-overview.representation.js';
import { PatronTitles } from './patron-titles.service.js';
import { PlacementForm, SuspensionForm, TitleQuery } from './patrons-pages.requests.js';
import { PlacementPage, TitleSearchPage } from './placement.pages.js';
import { Served, type ServedPatron } from './served-patron.decorator.js';

/** What staff do for a patron with a hold or a checkout. Each form shows what will happen before it is sent. */
@ConsoleController('console/libraries/:websiteId/patrons/:patronId')
@Allow('desk', { library: 'path' })
export class PatronTitlesController {
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

  @Get('holds/:id/placement')
  async askToPlace(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @TitleInPath('NotFound') named: TitleId,
    typed?: string,
    problem?: FormProblem,
  ): Promise<PageAnswer> {
    const title = await this.titles.find(patron, named);
    const emailAddress = typed ?? (await this.patrons.lastHoldEmail(patron));
    return pageOf(PlacementPage({ frame, patron, title, emailAddress, problem }), problem);
  }

  @Post('holds/:id/placement')
  async place(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('NotFound') title: TitleId,
    @FormFields() { emailAddress: typed = '' }: PlacementForm,
  ): Promise<PageAnswer> {
    const ignoreHoldEmail = typed.trim() === '';
    const emailAddress = ignoreHoldEmail ? '' : readMailbox(typed.trim());
    if (emailAddress === undefined) {
      const text = `This must be ${EMAIL_ADDRESS.message}. Nothing was changed.`;
      return this.askToPlace(frame, served, title, typed, { field: 'emailAddress', text });
    }
    const wanted = { titles: [title], emailAddress, ignoreHoldEmail } as const;
    const problem = await problemOf(this.patrons.placeHold(served, wanted));
    return problem === undefined
      ? redirectTo(served.patron, 'The hold is placed.')
      : this.askToPlace(frame, served, title, typed, problem);
  }

  @Get('holds/:id/suspension')
  async askToSuspend(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    chosen: SuspensionForm = {},
    problem?: FormProblem,
  ): Promise<PageAnswer> {
    const hold = await this.holdOn(patron, title, ['waiting', 'ready']);
    if (hold === undefined) return redirectTo(patron, 'There is no such hold to be suspended.');
    return pageOf(SuspensionPage({ frame, patron, hold, chosen, problem }), problem);
  }

  @Post('holds/:id/suspension')
  async suspend(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @FormFields() chosen: SuspensionForm,
  ): Promise<PageAnswer> {
    const suspension = suspensionIn(chosen);
    if ('text' in suspension) return this.askToSuspend(frame, served, title, chosen, suspension);
    const requested = { titlesNamed: [], suspension, emailAddress: undefined };
    const problem = await problemOf(this.patrons.suspendHold(served, title, requested));
    return problem === undefined
      ? redirectTo(served.patron, 'The hold is suspended.')
      : this.askToSuspend(frame, served, title, chosen, problem);
  }

  @Get('holds/:id/resumption')
  async askToResume(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    problem?: FormProblem,
  ): Promise<PageAnswer> {
    const hold = await this.holdOn(patron, title, ['suspended']);
    if (hold === undefined) return redirectTo(patron, 'There is no such hold to be resumed.');
    return pageOf(ResumptionPage({ frame, patron, hold, problem }), problem);
  }

  @Post('holds/:id/resumption')
  async resume(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    const problem = await problemOf(this.patrons.resumeHold(served, title));
    return problem === undefined
      ? redirectTo(served.patron, 'The hold is resumed.')
      : this.askToResume(frame, served, title, problem);
  }

  @Get('holds/:id/removal')
  async askToRemove(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    problem?: FormProblem,
  ): Promise<PageAnswer> {
    const hold = await this.holdOn(patron, title);
    if (hold === undefined) return redirectTo(patron, 'The patron has no such hold any more.');
    return pageOf(RemovalPage({ frame, patron, hold, problem }), problem);
  }

  @Post('holds/:id/removal')
  async remove(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @FormFields() { reason }: HoldRemovalQuery,
  ): Promise<PageAnswer> {
    if (reason === undefined)
      return this.askToRemove(frame, served, title, { field: 'reason', text: 'Choose a reason.' });
    await this.patrons.removeHold(served, title, reason);
    return redirectTo(served.patron, 'The hold is removed.');
  }

  @Get('checkouts/:id/return')
  async askToReturn(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<PageAnswer> {
    const checkout = ofTitle((await this.patrons.overview(patron)).checkouts, title);
    if (checkout === undefined) return redirectTo(patron, 'The patron has no such checkout any more.');
    return ReturnPage({ frame, patron, checkout });
  }

  @Post('checkouts/:id/return')
  async return(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<Redirect> {
    await this.patrons.return(served, title);
    return redirectTo(served.patron, 'The title is returned.');
  }

  /** The patron's hold, if it is in one of these conditions. */
  private async holdOn(
    patron: PatronKey,
    title: TitleId,
    conditions: readonly Condition[] = ['waiting', 'suspended', 'ready'],
  ): Promise<OverviewHoldRecord | undefined> {
    const hold = ofTitle((await this.patrons.overview(patron)).holds, title);
    return hold !== undefined && conditions.includes(hold.condition) ? hold : undefined;
  }
}

function pageOf(page: VNode, problem: FormProblem | undefined): PageAnswer {
  return problem === undefined ? page : new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
}

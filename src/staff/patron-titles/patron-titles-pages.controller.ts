import { Get, HttpStatus, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import type { TitleId } from '../../domain/titles/title-id.js';
import { FormFields, QueryFields } from '../../http/fields/fields.decorators.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { EMAIL_ADDRESS, readMailbox } from '../../http/fields/validators.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, type Redirect } from '../console/page.js';
import { Allow } from '../permissions/allow.decorator.js';
import type { Asked, FormProblem } from '../patrons/asking.page.js';
import { type HoldChange, REMOVAL, RESUMPTION, ReturnPage, SUSPENSION } from './change.pages.js';
import { redirectTo } from '../patrons/patron-redirect.js';
import { ofTitle, problemOf, suspensionIn } from './hold-form.js';
import { HoldRemovalQuery } from '../patrons/patron-administration.requests.js';
import { PatronAdministrationService } from '../patrons/patron-administration.service.js';
import { PatronTitles } from './patron-titles.service.js';
import { PlacementForm, SuspensionForm, TitleQuery } from './patron-titles-pages.requests.js';
import { PlacementPage, TitleSearchPage } from './placement.pages.js';
import { Served, type ServedPatron } from '../patrons/served-patron.decorator.js';

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
  askToSuspend(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    return this.ask(SUSPENSION, title, { frame, patron });
  }

  @Post('holds/:id/suspension')
  suspend(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @FormFields() chosen: SuspensionForm,
  ): Promise<PageAnswer> {
    const suspension = suspensionIn(chosen);
    const asked = { frame, patron: served.patron, chosen };
    if ('text' in suspension) return this.ask(SUSPENSION, title, { ...asked, problem: suspension });
    const requested = { titlesNamed: [], suspension, emailAddress: undefined };
    return this.answer(SUSPENSION, title, asked, this.patrons.suspendHold(served, title, requested));
  }

  @Get('holds/:id/resumption')
  askToResume(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    return this.ask(RESUMPTION, title, { frame, patron });
  }

  @Post('holds/:id/resumption')
  resume(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    const { patron } = served;
    return this.answer(RESUMPTION, title, { frame, patron }, this.patrons.resumeHold(served, title));
  }

  @Get('holds/:id/removal')
  askToRemove(
    @PageFrame() frame: LibraryFrame,
    @Served() { patron }: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    return this.ask(REMOVAL, title, { frame, patron });
  }

  @Post('holds/:id/removal')
  remove(
    @PageFrame() frame: LibraryFrame,
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @FormFields() { reason }: HoldRemovalQuery,
  ): Promise<PageAnswer> {
    const asked = { frame, patron: served.patron };
    if (reason !== undefined)
      return this.answer(REMOVAL, title, asked, this.patrons.removeHold(served, title, reason));
    return this.ask(REMOVAL, title, { ...asked, problem: { field: 'reason', text: 'Choose a reason.' } });
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

  /** The page that asks for a change, or the patron's where there is nothing to be changed. */
  private async ask(change: HoldChange, title: TitleId, asked: AskedWith): Promise<PageAnswer> {
    const hold = ofTitle((await this.patrons.overview(asked.patron)).holds, title);
    if (hold === undefined || !change.conditions.includes(hold.condition))
      return redirectTo(asked.patron, change.gone);
    return pageOf(change.page({ ...asked, hold }), asked.problem);
  }

  /** The patron's page after the change; where it is refused, the page that asks again and says why. */
  private async answer(
    change: HoldChange,
    title: TitleId,
    asked: AskedWith,
    made: Promise<void>,
  ): Promise<PageAnswer> {
    const problem = await problemOf(made);
    return problem === undefined
      ? redirectTo(asked.patron, change.done)
      : this.ask(change, title, { ...asked, problem });
  }
}

/** For whom a page asks, and what was chosen there before. */
type AskedWith = Asked & { readonly chosen?: SuspensionForm };

function pageOf(page: VNode, problem: FormProblem | undefined): PageAnswer {
  return problem === undefined ? page : new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
}

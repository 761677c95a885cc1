import { Get, HttpStatus, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import type { Condition } from '../../domain/holds/hold.js';
import type { PatronKey } from '../../domain/patron.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { EMAIL_ADDRESS, readMailbox } from '../../http/fields/validators.js';
import { FormFields, QueryFields } from '../../http/fields/fields.decorators.js';
import { PatronInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { type OverviewHoldRecord, representPatronOverview } from './patron-overview.representation.js';
import { Allow } from '../permissions/allow.decorator.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus } from '../console/page.js';
import { type HoldFormProblem, problemOf, suspensionIn } from './hold-form.js';
import { PlacementPage, ResumptionPage, SuspensionPage, TitleSearchPage } from './hold.pages.js';
import { ofTitle, redirectToPatron } from './patron-answers.js';
import { PatronTitles } from './patron-titles.service.js';
import { PlacementForm, SuspensionForm, TitleQuery } from './patrons-pages.requests.js';

/** What staff do for a patron with a hold that goes on. Each form shows what will happen before it is sent. */
@ConsoleController('console/libraries/:websiteId/patrons/:patronId/holds')
export class PatronHoldsController {
  constructor(
    private readonly patrons: PatronAdministrationService,
    private readonly titles: PatronTitles,
  ) {}

  @Get()
  @Allow('desk', { library: 'path' })
  async search(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @QueryFields() { title = '' }: TitleQuery,
  ): Promise<VNode> {
    const words = title.trim();
    const found = words === '' ? undefined : await this.titles.search(patron, words);
    return TitleSearchPage({ frame, patronId: patron.patronId, words, found });
  }

  @Get(':id/placement')
  @Allow('desk', { library: 'path' })
  async askToPlace(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('NotFound') named: TitleId,
    typed?: string,
    problem?: HoldFormProblem,
  ): Promise<PageAnswer> {
    const { patronId } = patron;
    const title = await this.titles.find(patron, named);
    const emailAddress = typed ?? (await this.patrons.overview(patron)).patron.lastHoldEmail ?? '';
    return pageOf(PlacementPage({ frame, patronId, title, emailAddress, problem }), problem);
  }

  @Post(':id/placement')
  @Allow('desk', { library: 'path' })
  async place(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('NotFound') title: TitleId,
    @FormFields() { emailAddress: typed = '' }: PlacementForm,
  ): Promise<PageAnswer> {
    const ignoreHoldEmail = typed.trim() === '';
    const emailAddress = ignoreHoldEmail ? '' : readMailbox(typed.trim());
    if (emailAddress === undefined) {
      const text = `This must be ${EMAIL_ADDRESS.message}. Nothing was changed.`;
      return this.askToPlace(frame, patron, title, typed, { field: 'emailAddress', text });
    }
    const wanted = { titles: [title], emailAddress, ignoreHoldEmail } as const;
    const problem = await problemOf(this.patrons.placeHold(patron, wanted, frame.staff));
    return problem === undefined
      ? redirectToPatron(patron, 'The hold is placed.')
      : this.askToPlace(frame, patron, title, typed, problem);
  }

  @Get(':id/suspension')
  @Allow('desk', { library: 'path' })
  async askToSuspend(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    chosen: SuspensionForm = {},
    problem?: HoldFormProblem,
  ): Promise<PageAnswer> {
    const hold = await this.holdOn(patron, title, ['waiting', 'ready']);
    if (hold === undefined) return redirectToPatron(patron, 'There is no such hold to be suspended.');
    const { patronId } = patron;
    return pageOf(SuspensionPage({ frame, patronId, hold, chosen, problem }), problem);
  }

  @Post(':id/suspension')
  @Allow('desk', { library: 'path' })
  async suspend(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @FormFields() chosen: SuspensionForm,
  ): Promise<PageAnswer> {
    const suspension = suspensionIn(chosen);
    if ('text' in suspension) return this.askToSuspend(frame, patron, title, chosen, suspension);
    const requested = { titlesNamed: [], suspension, emailAddress: undefined };
    const problem = await problemOf(this.patrons.suspendHold(patron, title, requested, frame.staff));
    return problem === undefined
      ? redirectToPatron(patron, 'The hold is suspended.')
      : this.askToSuspend(frame, patron, title, chosen, problem);
  }

  @Get(':id/resumption')
  @Allow('desk', { library: 'path' })
  async askToResume(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    problem?: HoldFormProblem,
  ): Promise<PageAnswer> {
    const hold = await this.holdOn(patron, title, ['suspended']);
    if (hold === undefined) return redirectToPatron(patron, 'There is no such hold to be resumed.');
    return pageOf(ResumptionPage({ frame, patronId: patron.patronId, hold, problem }), problem);
  }

  @Post(':id/resumption')
  @Allow('desk', { library: 'path' })
  async resume(
    @PageFrame() frame: LibraryFrame,
    @PatronInPath() patron: PatronKey,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<PageAnswer> {
    const problem = await problemOf(this.patrons.resumeHold(patron, title, frame.staff));
    return problem === undefined
      ? redirectToPatron(patron, 'The hold is resumed.')
      : this.askToResume(frame, patron, title, problem);
  }

  /** The patron's hold, if it is in one of these conditions. */
  private async holdOn(
    patron: PatronKey,
    title: TitleId,
    conditions: readonly Condition[],
  ): Promise<OverviewHoldRecord | undefined> {
    const { holds } = representPatronOverview(await this.patrons.overview(patron));
    const hold = ofTitle(holds, title);
    return hold !== undefined && conditions.includes(hold.condition) ? hold : undefined;
  }
}

function pageOf(page: VNode, problem: HoldFormProblem | undefined): PageAnswer {
  return problem === undefined ? page : new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
}

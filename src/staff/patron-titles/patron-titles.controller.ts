import { Delete, HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { PlaceHoldRequest, wantedHold } from '../../holds/holds.requests.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { PatronAdministrationService } from '../patrons/patron-administration.service.js';
import { addressOf, Served, type ServedPatron } from '../patrons/served-patron.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { PatronTitlePagesController } from './patron-titles-pages.controller.js';
import { HoldRemovalQuery, LastDayRequest, PatronSuspensionRequest } from './patron-titles.requests.js';

/** What staff do for a patron with a hold or a checkout. The console asks before it, on a page. */
@StaffController('patrons/:patronId', 'libraries/:websiteId/patrons/:patronId')
export class PatronTitlesController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  /** Place a hold for a patron. @remarks By the rules of a patron’s own request. The address is that of this hold alone: `lastHoldEmail` stays. */
  @Post('holds')
  @Operation('placeHoldFor', {
    refusals: [
      'AlreadyOnWaitList',
      'PatronExceededHoldLimit',
      'TitleAlreadyCheckedOut',
      'NotWithinRenewalWindow',
    ],
    needsGoodStanding: true,
    exampleFields: ['reserveId', 'emailAddress'],
  })
  @Allow('desk', { library: 'path' })
  @FormOn([PatronTitlePagesController, 'askToPlace'])
  @HttpCode(HttpStatus.NO_CONTENT)
  async placeHold(
    @Served() served: ServedPatron,
    @Fields() request: PlaceHoldRequest,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.placeHold(served, wantedHold(request));
    face.done(undefined, addressOf(served), 'The hold is placed.');
  }

  /** Suspend a patron’s hold. @remarks A ready hold gives its copy to the next in line. */
  @Post('holds/:id/suspension')
  @Operation('suspendHoldOf', {
    refusals: ['InvalidEmailAddress', 'HoldAlreadySuspended'],
    needsGoodStanding: true,
    exampleFields: ['suspensionType', 'numberOfDays'],
  })
  @Allow('desk', { library: 'path' })
  @FormOn([PatronTitlePagesController, 'askToSuspend'])
  @HttpCode(HttpStatus.NO_CONTENT)
  async suspendHold(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Fields() request: PatronSuspensionRequest,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.suspendHold(served, title, request);
    face.done(undefined, addressOf(served), 'The hold is suspended.');
  }

  /** End the suspension of a patron’s hold. */
  @Delete('holds/:id/suspension')
  @Operation('resumeHoldOf', { refusals: ['HoldNotSuspended'], needsGoodStanding: true })
  @Allow('desk', { library: 'path' })
  @FormOn([PatronTitlePagesController, 'askToResume'])
  @HttpCode(HttpStatus.NO_CONTENT)
  async resumeHold(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.resumeHold(served, title);
    face.done(undefined, addressOf(served), 'The hold is resumed.');
  }

  /** Choose the last day on which a patron needs a title. @remarks By the rules of a patron’s own request. */
  @Post('holds/:id/last-day')
  @Operation('chooseLastDayOf', {
    refusals: ['HoldReadyForCheckout'],
    needsGoodStanding: true,
    exampleFields: ['notNeededAfter'],
  })
  @Allow('desk', { library: 'path' })
  @FormOn([PatronTitlePagesController, 'askForLastDay'])
  @HttpCode(HttpStatus.NO_CONTENT)
  async chooseLastDay(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Fields() { notNeededAfter }: LastDayRequest,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.chooseLastDay(served, title, notNeededAfter ?? null);
    face.done(undefined, addressOf(served), 'The day is saved.');
  }

  /** Remove a patron’s hold. */
  @Post('holds/:id/removal')
  @Operation('removeHoldOf')
  @Allow('desk', { library: 'path' })
  @FormOn([PatronTitlePagesController, 'askToRemove'])
  @HttpCode(HttpStatus.NO_CONTENT)
  async removeHold(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @QueryFields() { reason }: HoldRemovalQuery,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.removeHold(served, title, reason);
    face.done(undefined, addressOf(served), 'The hold is removed.');
  }

  /** Return a title for a patron. */
  @Post('checkouts/:id/return')
  @Operation('returnCheckoutOf')
  @Allow('desk', { library: 'path' })
  @FormOn([PatronTitlePagesController, 'askToReturn'])
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
    @Faced() face: Face,
  ): Promise<void> {
    await this.patrons.return(served, title);
    face.done(undefined, addressOf(served), 'The title is returned.');
  }
}

import { Controller, Delete, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { PlaceHoldRequest, wantedHold } from '../../holds/holds.requests.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { requestedSuspension, SuspensionRequest } from '../../suspensions/suspensions.requests.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { HoldTraceRecord } from '../hold-traces/hold-traces.representation.js';
import {
  BlockRequest,
  HoldRemovalQuery,
  MergeRequest,
  PatronCategoryRequest,
  PatronLookUpRequest,
  PatronSearchRequest,
  reasonIn,
  wantedIn,
} from './patron-administration.requests.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { PatronLookUpService } from './patron-look-up.service.js';
import type { PatronExportRecord } from './patron-export.representation.js';
import type {
  FoundPatronRecord,
  FoundPatronsRecord,
  PatronOverviewRecord,
} from './patron-overview.representation.js';
import { Served, type ServedPatron } from './served-patron.decorator.js';

/** Finds patrons. Both are a POST, because proxies log addresses, and a card number identifies a person. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/patrons')
@Allow('desk', { library: 'path' })
export class PatronSearchController {
  constructor(private readonly patrons: PatronLookUpService) {}

  /** Find the patron with a card. */
  @Post('search')
  @Operation('findPatronByCard', { refusals: ['PatronCategoryUnknown', 'LibraryUnavailable'] })
  @HttpCode(HttpStatus.OK)
  async search(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() { cardNumber }: PatronSearchRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<FoundPatronRecord> {
    return { patronId: await this.patrons.withCard(websiteId, cardNumber, staff) };
  }

  /** Find patrons by card, number or address. */
  @Post('lookup')
  @Operation('lookUpPatrons', { refusals: ['PatronCategoryUnknown', 'LibraryUnavailable'] })
  @HttpCode(HttpStatus.OK)
  async lookUp(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: PatronLookUpRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<FoundPatronsRecord> {
    return this.patrons.lookUp(websiteId, wantedIn(request), staff);
  }
}

/** What library staff do for a patron: place, suspend and end holds, end checkouts, and export, merge or delete the patron's data. */
@Tag('Operator')
@Controller('operator/v1/patrons/:patronId')
export class PatronAdministrationController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  /** See a patron’s holds, checkouts and limits. */
  @Get()
  @Operation('readPatron')
  @Allow('desk', { library: 'patron' })
  overview(@Served() served: ServedPatron): Promise<PatronOverviewRecord> {
    return this.patrons.overview(served.patron);
  }

  /**
   * Move a patron to another category.
   * @remarks Holds keep their places. The next import of the patron’s record decides again.
   */
  @Post('category')
  @Operation('changePatronCategory')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async changeCategory(
    @Served() served: ServedPatron,
    @Fields() { category }: PatronCategoryRequest,
  ): Promise<void> {
    await this.patrons.changeCategory(served, category);
  }

  /**
   * Block a patron.
   * @remarks The patron reads why, and can only sign in, read, remove holds and return titles; holds keep their places. No record,
   * list or sign-in lifts it.
   */
  @Post('block')
  @Operation('blockPatron')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async block(@Served() served: ServedPatron, @Fields() request: BlockRequest): Promise<void> {
    await this.patrons.block(served, reasonIn(request));
  }

  /**
   * Lift a patron’s block.
   * @remarks One by the library’s records or its own system too: that comes back when they say so again.
   */
  @Delete('block')
  @Operation('liftPatronBlock')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async liftBlock(@Served() served: ServedPatron): Promise<void> {
    await this.patrons.liftBlock(served);
  }

  /**
   * Sign a patron out everywhere.
   * @remarks For a lost telephone, or a card in wrong hands. All of the patron’s tokens end at once; those of an identity
   * provider can be ended only there.
   */
  @Post('sessions/end')
  @Operation('endPatronSessions')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async endSessions(@Served() served: ServedPatron): Promise<void> {
    await this.patrons.endSessions(served);
  }

  /**
   * Merge a patron into another card of the same person.
   * @remarks Holds and checkouts move with their places; where both have the same title, the better place is kept. Limits are not
   * checked. This patron and all tokens end.
   */
  @Post('merge')
  @Operation('mergePatrons')
  @Allow('admin', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async merge(@Served() served: ServedPatron, @Fields() { into }: MergeRequest): Promise<void> {
    await this.patrons.merge(served, into);
  }

  /** Place a hold for a patron. @remarks By the rules of a patron’s own request. */
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
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async placeHold(@Served() served: ServedPatron, @Fields() request: PlaceHoldRequest): Promise<void> {
    await this.patrons.placeHold(served, wantedHold(request));
  }

  /** Suspend a patron’s hold. @remarks A ready hold gives its copy to the next in line. */
  @Post('holds/:id/suspension')
  @Operation('suspendHoldOf', {
    refusals: ['InvalidEmailAddress', 'HoldAlreadySuspended'],
    needsGoodStanding: true,
    exampleFields: ['suspensionType', 'numberOfDays'],
  })
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async suspendHold(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Fields() request: SuspensionRequest,
  ): Promise<void> {
    await this.patrons.suspendHold(served, title, requestedSuspension(request));
  }

  /** End the suspension of a patron’s hold. */
  @Delete('holds/:id/suspension')
  @Operation('resumeHoldOf', { refusals: ['HoldNotSuspended'], needsGoodStanding: true })
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async resumeHold(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<void> {
    await this.patrons.resumeHold(served, title);
  }

  /** Remove a patron’s hold. */
  @Post('holds/:id/removal')
  @Operation('removeHoldOf')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async removeHold(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @QueryFields() { reason }: HoldRemovalQuery,
  ): Promise<void> {
    await this.patrons.removeHold(served, title, reason);
  }

  /** See what happened to a patron’s hold. @remarks As long as the hold lives: nothing is kept of one that has ended. */
  @Get('holds/:id/trace')
  @Operation('traceHold')
  @Allow('desk', { library: 'patron' })
  traceHold(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<HoldTraceRecord> {
    return this.patrons.trace(served.patron, title);
  }

  /** Return a title for a patron. */
  @Post('checkouts/:id/return')
  @Operation('returnCheckoutOf')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<void> {
    await this.patrons.return(served, title);
  }

  /** Read all that the service knows of a patron. */
  @Get('export')
  @Operation('exportPatron')
  @Allow('desk', { library: 'patron' })
  export(@Served() served: ServedPatron): Promise<PatronExportRecord> {
    return this.patrons.export(served);
  }

  /**
   * Delete a patron, with all that is theirs.
   * @remarks Copies that they have, or that were set aside for them, go to the next in line.
   */
  @Delete()
  @Operation('deletePatron')
  @Allow('admin', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@Served() served: ServedPatron): Promise<void> {
    await this.patrons.delete(served);
  }
}

import { Controller, Delete, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Allow } from '../permissions/allow.decorator.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { PlaceHoldRequest, wantedHold } from '../../holds/holds.requests.js';
import { requestedSuspension, SuspensionRequest } from '../../suspensions/suspensions.requests.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { HoldRemovalQuery, MergeRequest, PatronCategoryRequest } from './patron-administration.requests.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { type HoldTraceRecord, representHoldTrace } from './hold-traces.representation.js';
import { type PatronExportRecord, representPatronExport } from './patron-export.representation.js';
import { type PatronOverviewRecord, representPatronOverview } from './patron-overview.representation.js';

/** What library staff do for a patron: place, suspend and end holds, end checkouts, and export, merge or delete the patron's data. */
@Tag('Operator')
@Controller('operator/v1/patrons/:patronId')
export class PatronAdministrationController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  /** See a patron’s holds, checkouts and limits. */
  @Get()
  @Operation('readPatron')
  @Allow('desk', { library: 'patron' })
  async overview(@NumberInPath('patronId') patronId: number): Promise<PatronOverviewRecord> {
    return representPatronOverview(await this.patrons.overview({ patronId }));
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
    @NumberInPath('patronId') patronId: number,
    @Fields() { category }: PatronCategoryRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.changeCategory({ patronId }, category, staff);
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
  async endSessions(
    @NumberInPath('patronId') patronId: number,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.endSessions({ patronId }, staff);
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
  async merge(
    @NumberInPath('patronId') patronId: number,
    @Fields() { into }: MergeRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.merge({ patronId }, { patronId: into }, staff);
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
  })
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async placeHold(
    @NumberInPath('patronId') patronId: number,
    @Fields() request: PlaceHoldRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.placeHold({ patronId }, wantedHold(request), staff);
  }

  /** Suspend a patron’s hold. @remarks A ready hold gives its copy to the next in line. */
  @Post('holds/:id/suspension')
  @Operation('suspendHoldOf', {
    refusals: ['InvalidEmailAddress', 'HoldAlreadySuspended'],
    needsGoodStanding: true,
  })
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async suspendHold(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Fields() request: SuspensionRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.suspendHold({ patronId }, title, requestedSuspension(request), staff);
  }

  /** End the suspension of a patron’s hold. */
  @Delete('holds/:id/suspension')
  @Operation('resumeHoldOf', { refusals: ['HoldNotSuspended'], needsGoodStanding: true })
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async resumeHold(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.resumeHold({ patronId }, title, staff);
  }

  /** Remove a patron’s hold. */
  @Post('holds/:id/removal')
  @Operation('removeHoldOf')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async removeHold(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @QueryFields() { reason }: HoldRemovalQuery,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.removeHold({ patronId }, title, staff, reason);
  }

  /** See what happened to a patron’s hold. @remarks As long as the hold lives: nothing is kept of one that has ended. */
  @Get('holds/:id/trace')
  @Operation('traceHold')
  @Allow('desk', { library: 'patron' })
  async traceHold(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<HoldTraceRecord> {
    return representHoldTrace(await this.patrons.trace({ patronId }, title));
  }

  /** Return a title for a patron. */
  @Post('checkouts/:id/return')
  @Operation('returnCheckoutOf')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.return({ patronId }, title, staff);
  }

  /** Read all that the service knows of a patron. */
  @Get('export')
  @Operation('exportPatron')
  @Allow('desk', { library: 'patron' })
  async export(
    @NumberInPath('patronId') patronId: number,
    @Staff() staff: StaffPrincipal,
  ): Promise<PatronExportRecord> {
    return representPatronExport(await this.patrons.export({ patronId }, staff));
  }

  /**
   * Delete a patron, with all that is theirs.
   * @remarks Copies that they have, or that were set aside for them, go to the next in line.
   */
  @Delete()
  @Operation('deletePatron')
  @Allow('admin', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@NumberInPath('patronId') patronId: number, @Staff() staff: StaffPrincipal): Promise<void> {
    await this.patrons.delete({ patronId }, staff);
  }
}

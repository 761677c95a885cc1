import { Controller, Delete, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { PlaceHoldRequest, wantedHold } from '../../holds/holds.requests.js';
import { requestedSuspension, SuspensionRequest } from '../../suspensions/suspensions.requests.js';
import { Staff } from '../../staff/permissions/staff.decorator.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { HoldRemovalQuery, MergeRequest, PatronCategoryRequest } from './patron-administration.requests.js';
import { PatronAdministrationService } from '../../patrons/administration/patron-administration.service.js';
import {
  type HoldTraceRecord,
  representHoldTrace,
} from '../../patrons/administration/hold-traces.representation.js';
import {
  type PatronExportRecord,
  representPatronExport,
} from '../../patrons/administration/patron-export.representation.js';
import {
  type PatronOverviewRecord,
  representPatronOverview,
} from '../../patrons/administration/patron-overview.representation.js';

/** What library staff do for a patron: place, suspend and end holds, end checkouts, and export, merge or delete the patron's data. */
@Controller('operator/v1/patrons/:patronId')
export class PatronAdministrationController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  /** The patron's holds and checkouts with their titles, limits and notices. */
  @Get()
  @Allow('desk', { library: 'patron' })
  async overview(@NumberInPath('patronId') patronId: number): Promise<PatronOverviewRecord> {
    return representPatronOverview(await this.patrons.overview({ patronId }));
  }

  @Post('category')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async changeCategory(
    @NumberInPath('patronId') patronId: number,
    @Fields() { category }: PatronCategoryRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.changeCategory({ patronId }, category, staff);
  }

  /** For a lost telephone, or a card in wrong hands: the patron has to sign in again everywhere. */
  @Post('sessions/end')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async endSessions(
    @NumberInPath('patronId') patronId: number,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.endSessions({ patronId }, staff);
  }

  /** Gives all holds and checkouts to another card of the same person, and deletes this patron. */
  @Post('merge')
  @Allow('admin', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async merge(
    @NumberInPath('patronId') patronId: number,
    @Fields() { into }: MergeRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.merge({ patronId }, { patronId: into }, staff);
  }

  /** By the rules of a patron's own request. */
  @Post('holds')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async placeHold(
    @NumberInPath('patronId') patronId: number,
    @Fields() request: PlaceHoldRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.placeHold({ patronId }, wantedHold(request), staff);
  }

  @Post('holds/:id/suspension')
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

  @Delete('holds/:id/suspension')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async resumeHold(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.resumeHold({ patronId }, title, staff);
  }

  @Post('holds/:id/removal')
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

  /** What happened to the hold, as long as it lives. */
  @Get('holds/:id/trace')
  @Allow('desk', { library: 'patron' })
  async traceHold(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<HoldTraceRecord> {
    return representHoldTrace(await this.patrons.trace({ patronId }, title));
  }

  @Post('checkouts/:id/return')
  @Allow('desk', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.return({ patronId }, title, staff);
  }

  /** Everything that the service stores about the patron. */
  @Get('export')
  @Allow('desk', { library: 'patron' })
  async export(
    @NumberInPath('patronId') patronId: number,
    @Staff() staff: StaffPrincipal,
  ): Promise<PatronExportRecord> {
    return representPatronExport(await this.patrons.export({ patronId }, staff));
  }

  /** Deletes the patron and all related data. Borrowed and set-aside copies go to the next patrons in line. */
  @Delete()
  @Allow('admin', { library: 'patron' })
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@NumberInPath('patronId') patronId: number, @Staff() staff: StaffPrincipal): Promise<void> {
    await this.patrons.delete({ patronId }, staff);
  }
}

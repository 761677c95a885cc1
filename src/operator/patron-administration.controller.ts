import { Controller, Delete, Get, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import type { TitleId } from '../domain/title-id.js';
import { StaffGuard } from '../staff/staff.guard.js';
import { NumberInPath, TitleInPath } from '../http/path.decorators.js';
import { Staff } from '../staff/staff.decorator.js';
import type { StaffPrincipal } from '../staff/staff-principal.js';
import { QueryFields } from '../http/query.decorator.js';
import { HoldRemovalQuery } from './hold-removal.requests.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { type PatronExportRecord, representPatronExport } from './patron-export.representation.js';

/** What library staff do for a patron: remove a hold, return a checkout, export or delete the patron's data. */
@Controller('operator/v1/patrons/:patronId')
@UseGuards(StaffGuard)
export class PatronAdministrationController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  @Post('holds/:id/removal')
  @HttpCode(HttpStatus.NO_CONTENT)
  async removeHold(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @QueryFields(HoldRemovalQuery) { reason }: HoldRemovalQuery,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.removeHold(patronId, title, staff, reason);
  }

  @Post('checkouts/:id/return')
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
    @Staff() staff: StaffPrincipal,
  ): Promise<void> {
    await this.patrons.return(patronId, title, staff);
  }

  /** Everything that the service stores about the patron. */
  @Get('export')
  async export(
    @NumberInPath('patronId') patronId: number,
    @Staff() staff: StaffPrincipal,
  ): Promise<PatronExportRecord> {
    return representPatronExport(await this.patrons.export(patronId, staff));
  }

  /** Deletes the patron and all related data. Borrowed and set-aside copies go to the next patrons in line. */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@NumberInPath('patronId') patronId: number, @Staff() staff: StaffPrincipal): Promise<void> {
    await this.patrons.delete(patronId, staff);
  }
}

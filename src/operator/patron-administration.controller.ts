import { Controller, Delete, Get, HttpCode, HttpStatus, Post, UseGuards } from '@nestjs/common';
import type { TitleId } from '../domain/title-id.js';
import { OperatorGuard } from '../http/operator.guard.js';
import { NumberInPath, TitleInPath } from '../http/path.decorators.js';
import { QueryFields } from '../http/query.decorator.js';
import { HoldRemovalQuery } from './hold-removal.requests.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { type PatronExportRecord, representPatronExport } from './patron-export.representation.js';

/** What library staff do for a patron: remove a hold, return a checkout, export or delete the patron's data. */
@Controller('operator/v1/patrons/:patronId')
@UseGuards(OperatorGuard)
export class PatronAdministrationController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  @Post('holds/:id/removal')
  @HttpCode(HttpStatus.NO_CONTENT)
  async removeHold(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
    @QueryFields(HoldRemovalQuery) { reason }: HoldRemovalQuery,
  ): Promise<void> {
    await this.patrons.removeHold(patronId, title, reason);
  }

  @Post('checkouts/:id/return')
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleCheckedOut') title: TitleId,
  ): Promise<void> {
    await this.patrons.return(patronId, title);
  }

  /** Everything that the service stores about the patron. */
  @Get('export')
  async export(@NumberInPath('patronId') patronId: number): Promise<PatronExportRecord> {
    return representPatronExport(await this.patrons.export(patronId));
  }

  /** Deletes the patron and all related data. Borrowed and set-aside copies go to the next patrons in line. */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@NumberInPath('patronId') patronId: number): Promise<void> {
    await this.patrons.delete(patronId);
  }
}

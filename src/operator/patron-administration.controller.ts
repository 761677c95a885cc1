import { Controller, Delete, Get, HttpCode, HttpStatus, Param, Post, UseGuards } from '@nestjs/common';
import type { TitleId } from '../domain/title-id.js';
import { OperatorGuard } from '../http/operator.guard.js';
import { TitleInPath } from '../http/title-in-path.decorator.js';
import { PatronAdministrationService } from './patron-administration.service.js';
import { type PatronExportRecord, representPatronExport } from './patron-export.representation.js';

/** What staff do for a patron: a hold's removal, a return; and the patron's data, whole, out or away. */
@Controller('operator/v1/patrons/:patronId')
@UseGuards(OperatorGuard)
export class PatronAdministrationController {
  constructor(private readonly desk: PatronAdministrationService) {}

  @Post('holds/:id/removal')
  @HttpCode(HttpStatus.NO_CONTENT)
  async removeHold(
    @Param('patronId') patronId: string,
    @TitleInPath() title: TitleId | undefined,
  ): Promise<void> {
    await this.desk.removeHold(patronId, title);
  }

  @Post('checkouts/:id/return')
  @HttpCode(HttpStatus.NO_CONTENT)
  async return(
    @Param('patronId') patronId: string,
    @TitleInPath() title: TitleId | undefined,
  ): Promise<void> {
    await this.desk.return(patronId, title);
  }

  /** All that the service knows of a person. */
  @Get('export')
  async export(@Param('patronId') patronId: string): Promise<PatronExportRecord> {
    return representPatronExport(await this.desk.person(patronId));
  }

  /** With all that is theirs; copies they have or that were set aside for them go to the next in line. */
  @Delete()
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(@Param('patronId') patronId: string): Promise<void> {
    await this.desk.delete(patronId);
  }
}

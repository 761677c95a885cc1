import { Controller, Get, UseGuards } from '@nestjs/common';
import type { TitleId } from '../../domain/title-id.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { StaffGuard } from '../../staff/permissions/staff.guard.js';
import { type HoldTraceRecord, representHoldTrace } from './traces.representation.js';
import { TracesService } from './traces.service.js';

/** What happened to a patron's hold, as long as it lives. */
@Controller('operator/v1/patrons/:patronId/holds/:id/trace')
@UseGuards(StaffGuard)
export class TracesController {
  constructor(private readonly traces: TracesService) {}

  @Get()
  async find(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<HoldTraceRecord> {
    return representHoldTrace(await this.traces.find(patronId, title));
  }
}

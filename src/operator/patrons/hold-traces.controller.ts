import { Controller, Get } from '@nestjs/common';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { type HoldTraceRecord, representHoldTrace } from '../../patrons/hold-traces.representation.js';
import { PatronAdministrationService } from '../../patrons/patron-administration.service.js';

/** What happened to a patron's hold, as long as it lives. */
@Controller('operator/v1/patrons/:patronId/holds/:id/trace')
export class HoldTracesController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  @Get()
  @Allow('desk', { library: 'patron' })
  async find(
    @NumberInPath('patronId') patronId: number,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<HoldTraceRecord> {
    return representHoldTrace(await this.patrons.trace({ patronId }, title));
  }
}

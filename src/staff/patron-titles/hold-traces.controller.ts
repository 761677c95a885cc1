import { Controller, Get } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { PatronAdministrationService } from '../patrons/patron-administration.service.js';
import { Served, type ServedPatron } from '../patrons/served-patron.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import type { HoldTraceRecord } from '../hold-traces/hold-traces.representation.js';

/** What happened to holds. */
@Tag('Operator')
@Controller('operator/v1/patrons/:patronId/holds/:id/trace')
export class HoldTracesController {
  constructor(private readonly patrons: PatronAdministrationService) {}

  /** See what happened to a patron’s hold. @remarks As long as the hold lives: nothing is kept of one that has ended. */
  @Get()
  @Operation('traceHold')
  @Allow('desk', { library: 'path' })
  traceHold(
    @Served() served: ServedPatron,
    @TitleInPath('PatronDoesntHaveTitleOnHold') title: TitleId,
  ): Promise<HoldTraceRecord> {
    return this.patrons.trace(served.patron, title);
  }
}

import { Controller, Get } from '@nestjs/common';
import { Allow } from '../permissions/allow.decorator.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { representTimers, type TimersRecord } from './timers.representation.js';
import { LibraryTimersService } from './timers.service.js';

/** What time will end in a library: suspensions, pickups and checkouts. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId/timers')
export class TimersController {
  constructor(private readonly timers: LibraryTimersService) {}

  /** See what time will end in a library within three days. */
  @Get()
  @Operation('readTimers')
  @Allow('any', { library: 'path' })
  async read(@NumberInPath('websiteId') websiteId: number): Promise<TimersRecord> {
    return representTimers(await this.timers.read(websiteId));
  }
}

import { Controller, Get, UseGuards } from '@nestjs/common';
import { StaffGuard } from '../../staff/permissions/staff.guard.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { representTimers, type TimersRecord } from './timers.representation.js';
import { LibraryTimersService } from './timers.service.js';

/** What time will end in a library: suspensions, pickups and checkouts. */
@Controller('operator/v1/libraries/:websiteId/timers')
@UseGuards(StaffGuard)
export class TimersController {
  constructor(private readonly timers: LibraryTimersService) {}

  @Get()
  async read(@NumberInPath('websiteId') websiteId: number): Promise<TimersRecord> {
    return representTimers(await this.timers.read(websiteId));
  }
}

import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { ClosureRecord, TimersRecord } from './timers.representation.js';
import { ClosureRequest } from './timers.requests.js';
import { LibraryTimersService } from './timers.service.js';

/** What time will end in a library; and what is done before the library closes for a while. */
@Tag('Operator')
@Controller('operator/v1/libraries/:websiteId')
export class TimersController {
  constructor(private readonly timers: LibraryTimersService) {}

  /** See what time will end in a library within three days. */
  @Get('timers')
  @Operation('readTimers')
  @Allow('any', { library: 'path' })
  read(@NumberInPath('websiteId') websiteId: number): Promise<TimersRecord> {
    return this.timers.read(websiteId);
  }

  /**
   * Let no pickup of a library end before a time.
   * @remarks Their patrons get a mail with the new end. Sent again, it goes on with what is left.
   */
  @Post('pickups/extend')
  @Operation('extendPickups')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  extendPickups(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() { until }: ClosureRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<ClosureRecord> {
    return this.timers.extendPickups(websiteId, until, staff);
  }

  /**
   * Suspend all holds of a library that wait.
   * @remarks Until a time; those that are ready stay so. Sent again, it goes on with what is left.
   */
  @Post('holds/suspend')
  @Operation('suspendHolds')
  @Allow('admin', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  suspendHolds(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() { until }: ClosureRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<ClosureRecord> {
    return this.timers.suspendHolds(websiteId, until, staff);
  }
}

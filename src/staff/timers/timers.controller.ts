import { Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorators.js';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { pageAddress } from '../addresses/addresses.js';
import { counted } from '../console/components/moment.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { TimersPage } from './timers.page.js';
import type { ClosureRecord, TimersRecord } from './timers.representation.js';
import { ClosureRequest } from './timers.requests.js';
import { LibraryTimersService } from './timers.service.js';

/** What time will end in a library; and what is done before the library closes for a while. */
@StaffController('libraries/:websiteId')
export class TimersController {
  constructor(private readonly timers: LibraryTimersService) {}

  /** See what time will end in a library within three days. */
  @Get('timers')
  @Operation('readTimers')
  @Allow('any', { library: 'path' })
  async read(@NumberInPath('websiteId') websiteId: number, @Faced() face: Face): Promise<TimersRecord> {
    return face.show(await this.timers.read(websiteId), TimersPage);
  }

  /**
   * Let no pickup of a library end before a time.
   * @remarks Their patrons get a mail with the new end. Sent again, it goes on with what is left.
   */
  @Post('pickups/extend')
  @Operation('extendPickups')
  @Allow('admin', { library: 'path' })
  @FormOn('read')
  @HttpCode(HttpStatus.OK)
  async extendPickups(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() { until }: ClosureRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<ClosureRecord> {
    const done = await this.timers.extendPickups(websiteId, until, staff);
    const later = `${counted(done.changed, 'pickup ends', 'pickups end')} later now${unless(done)}`;
    return face.done(done, pageAddress(websiteId, 'timers'), later);
  }

  /**
   * Suspend all holds of a library that wait.
   * @remarks Until a time; those that are ready stay so. Sent again, it goes on with what is left.
   */
  @Post('holds/suspend')
  @Operation('suspendHolds')
  @Allow('admin', { library: 'path' })
  @FormOn('read')
  @HttpCode(HttpStatus.OK)
  async suspendHolds(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() { until }: ClosureRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<ClosureRecord> {
    const done = await this.timers.suspendHolds(websiteId, until, staff);
    const suspended = `${counted(done.changed, 'hold is', 'holds are')} suspended${unless(done)}`;
    return face.done(done, pageAddress(websiteId, 'timers'), suspended);
  }
}

function unless({ complete }: ClosureRecord): string {
  return complete ? '.' : '. Some are left: send the form again.';
}

import { Get } from '@nestjs/common';
import { NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { type Face, Faced } from '../console/face.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { TimersPage } from './timers.page.js';
import type { TimersRecord } from './timers.representation.js';
import { LibraryTimersService } from './timers.service.js';

/** What time will end in a library. */
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
}

import { Get } from '@nestjs/common';
import type { VNode } from 'preact';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { representTimers } from '../../operator/timers/timers.representation.js';
import { LibraryTimersService } from '../../operator/timers/timers.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../frame.js';
import { TimersPage } from './timers.page.js';

/** What time will end, and when. */
@ConsoleController('console/libraries/:websiteId/timers')
export class ConsoleTimersController {
  constructor(private readonly timers: LibraryTimersService) {}

  @Get()
  @Allow('any', { library: 'path' })
  async read(@PageFrame() frame: LibraryFrame): Promise<VNode> {
    const timers = representTimers(await this.timers.read(frame.library.websiteId));
    return TimersPage({ frame, timers });
  }
}

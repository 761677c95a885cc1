import { Get, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { representTimers } from '../../operator/timers/timers.representation.js';
import { LibraryTimersService } from '../../operator/timers/timers.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../frame.js';
import { sendPage } from '../page.js';
import { TimersPage } from './timers.page.js';

/** What time will end, and when. */
@ConsoleController('console/libraries/:websiteId/timers')
export class ConsoleTimersController {
  constructor(private readonly timers: LibraryTimersService) {}

  @Get()
  @Allow('any', { library: 'path' })
  async read(@PageFrame() frame: LibraryFrame, @Res() response: Response): Promise<void> {
    const timers = representTimers(await this.timers.read(frame.library.websiteId));
    sendPage(response, TimersPage({ frame, timers }));
  }
}

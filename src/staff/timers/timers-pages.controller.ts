import { Get, HttpStatus, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { FormFields } from '../../http/fields/fields.decorators.js';
import type { ClosureRecord } from './timers.representation.js';
import { LibraryTimersService } from './timers.service.js';
import { Allow } from '../permissions/allow.decorator.js';
import { pageAddress } from '../console/addresses.js';
import { counted } from '../console/components/moment.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { sayRefused } from '../console/form-problem.js';
import { type ClosureProblem, TimersPage } from './timers.page.js';
import { ClosureForm } from './timers.requests.js';

/** What time will end, and when; and what is done before the library closes for a while. */
@ConsoleController('console/libraries/:websiteId/timers')
export class ConsoleTimersController {
  constructor(private readonly timers: LibraryTimersService) {}

  @Get()
  @Allow('any', { library: 'path' })
  async read(@PageFrame() frame: LibraryFrame, problem?: ClosureProblem): Promise<VNode> {
    return TimersPage({ frame, timers: await this.timers.read(frame.library.websiteId), problem });
  }

  @Post('extension')
  @Allow('admin', { library: 'path' })
  extend(@PageFrame() frame: LibraryFrame, @FormFields() typed: ClosureForm): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    return this.close(frame, { form: 'extension', typed }, async (until) => {
      const done = await this.timers.extendPickups(websiteId, until, frame.staff);
      return `${counted(done.changed, 'pickup ends', 'pickups end')} later now${unless(done)}`;
    });
  }

  @Post('suspension')
  @Allow('admin', { library: 'path' })
  suspend(@PageFrame() frame: LibraryFrame, @FormFields() typed: ClosureForm): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    return this.close(frame, { form: 'suspension', typed }, async (until) => {
      const done = await this.timers.suspendHolds(websiteId, until, frame.staff);
      return `${counted(done.changed, 'hold is', 'holds are')} suspended${unless(done)}`;
    });
  }

  private async close(
    frame: LibraryFrame,
    { form, typed }: { readonly form: ClosureProblem['form']; readonly typed: ClosureForm },
    change: (until: string) => Promise<string>,
  ): Promise<PageAnswer> {
    const { until = '' } = typed;
    try {
      return new Redirect(pageAddress(frame.library.websiteId, 'timers'), await change(until));
    } catch (error) {
      const page = await this.read(frame, { form, typed: until, text: sayRefused(error, 'until') });
      return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
    }
  }
}

function unless({ complete }: ClosureRecord): string {
  return complete ? '.' : '. Some are left: send the form again.';
}

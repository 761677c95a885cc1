import { Get } from '@nestjs/common';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Allow } from '../permissions/allow.decorator.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus } from '../console/page.js';
import { WhatIfPage } from './what-if.page.js';
import { WhatIfQuery } from './what-if.requests.js';
import { WhatIfService } from './what-if.service.js';

/** What other rules would bring. Nothing is changed, so that the address of a result can be kept. */
@ConsoleController('console/libraries/:websiteId/what-if')
@Allow('viewer', { library: 'path' })
export class WhatIfController {
  constructor(private readonly whatIf: WhatIfService) {}

  @Get()
  async page(@PageFrame() frame: LibraryFrame, @QueryFields() typed: WhatIfQuery): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    if (typed.show === undefined)
      return WhatIfPage({ frame, rules: await this.whatIf.rules(websiteId), typed });
    const { status, ...answer } = await this.whatIf.answer(websiteId, typed);
    const rules = answer.report?.library ?? (await this.whatIf.rules(websiteId));
    return new PageWithStatus(status, WhatIfPage({ frame, rules, typed, ...answer }));
  }
}

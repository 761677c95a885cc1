import { Get } from '@nestjs/common';
import type { VNode } from 'preact';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { ActionsService } from './actions.service.js';
import { Allow } from '../permissions/allow.decorator.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { ACTIONS_SHOWN, ActionsPage } from './actions.page.js';
import { LogQuery } from './actions.requests.js';

/** What staff did in the library. */
@ConsoleController('console/libraries/:websiteId/actions')
export class ConsoleActionsController {
  constructor(private readonly actions: ActionsService) {}

  @Get()
  @Allow('admin', { library: 'path' })
  async list(@PageFrame() frame: LibraryFrame, @QueryFields() wanted: LogQuery): Promise<VNode> {
    const { patronId, page = 1 } = wanted;
    // One more than is shown tells whether there is a next page.
    const part = { limit: ACTIONS_SHOWN + 1, offset: (page - 1) * ACTIONS_SHOWN };
    const { actions } = await this.actions.find([frame.library.websiteId], patronId, part);
    return ActionsPage({ frame, actions, patronId, page });
  }
}

import { Controller, Get } from '@nestjs/common';
import { Allow } from '../../staff/permissions/allow.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { RequestedLibraries } from '../../staff/permissions/staff.decorator.js';
import { type ActionListRecord, representActions } from './actions.representation.js';
import { ActionsQuery } from './actions.requests.js';
import { ActionsService } from './actions.service.js';
import { pageOf } from '../paging.requests.js';

/** Who did what, when. */
@Controller('operator/v1/actions')
export class ActionsController {
  constructor(private readonly actions: ActionsService) {}

  @Get()
  @Allow('admin', { library: 'query' })
  async list(
    @QueryFields() query: ActionsQuery,
    @RequestedLibraries() websiteIds: readonly number[] | undefined,
  ): Promise<ActionListRecord> {
    return representActions(await this.actions.find(websiteIds, query.patronId, pageOf(query)));
  }
}

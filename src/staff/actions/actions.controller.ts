import { Controller, Get } from '@nestjs/common';
import { Allow } from '../permissions/allow.decorator.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { RequestedLibraries } from '../permissions/staff.decorator.js';
import type { ActionListRecord } from './actions.representation.js';
import { ActionsQuery } from './actions.requests.js';
import { ActionsService } from './actions.service.js';
import { pageOf } from '../requests/paging.requests.js';

/** Who did what, when. */
@Tag('Operator')
@Controller('operator/v1/actions')
export class ActionsController {
  constructor(private readonly actions: ActionsService) {}

  /** See who did what. @remarks What staff and machines did in the last 90 days, the latest first. */
  @Get()
  @Operation('listActions')
  @Allow('admin', { library: 'query' })
  list(
    @QueryFields() query: ActionsQuery,
    @RequestedLibraries() websiteIds: readonly number[] | undefined,
  ): Promise<ActionListRecord> {
    return this.actions.find(websiteIds, query.patronId, pageOf(query));
  }
}

import { Get } from '@nestjs/common';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { type Face, Faced } from '../console/face.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { RequestedLibraries } from '../permissions/staff.decorator.js';
import { pageOf } from '../requests/paging.requests.js';
import { ActionsPage } from './actions.page.js';
import type { ActionListRecord } from './actions.representation.js';
import { ActionsQuery } from './actions.requests.js';
import { ActionsService } from './actions.service.js';

/** Who did what, when. */
@StaffController('actions', 'libraries/:websiteId/actions')
export class ActionsController {
  constructor(private readonly actions: ActionsService) {}

  /** See who did what. @remarks What staff and machines did in the last 90 days, the latest first. */
  @Get()
  @Operation('listActions')
  @Allow('admin', { library: 'query' })
  async list(
    @QueryFields() query: ActionsQuery,
    @RequestedLibraries() websiteIds: readonly number[] | undefined,
    @Faced() face: Face,
  ): Promise<ActionListRecord> {
    const { patronId } = query;
    const page = pageOf(query);
    return face.show(await this.actions.find(websiteIds, patronId, page), (shown) =>
      ActionsPage({ ...shown, patronId, page }),
    );
  }
}

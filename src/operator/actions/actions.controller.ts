import { Controller, Get, UseGuards } from '@nestjs/common';
import { QueryFields } from '../../http/fields/query.decorator.js';
import { Staff } from '../../staff/permissions/staff.decorator.js';
import { StaffGuard } from '../../staff/permissions/staff.guard.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';
import { type ActionListRecord, representActions } from './actions.representation.js';
import { ActionsQuery } from './actions.requests.js';
import { ActionsService } from './actions.service.js';
import { pageOf } from '../paging.requests.js';

/** Who did what, when. */
@Controller('operator/v1/actions')
@UseGuards(StaffGuard)
export class ActionsController {
  constructor(private readonly actions: ActionsService) {}

  @Get()
  async list(
    @QueryFields(ActionsQuery) query: ActionsQuery,
    @Staff() staff: StaffPrincipal,
  ): Promise<ActionListRecord> {
    return representActions(await this.actions.find(query, pageOf(query), staff));
  }
}

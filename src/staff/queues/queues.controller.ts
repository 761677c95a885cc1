import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { pageOf } from '../requests/paging.requests.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { MovedRecord, QueueListRecord, TitleQueueRecord } from './queues.representation.js';
import { MoveRequest, QueuesQuery, titleIn, TitleQueueQuery } from './queues.requests.js';
import { QueuesService } from './queues.service.js';

/** A library's title queues, for its staff. */
@Tag('Operator')
@Controller('operator/v1')
export class QueuesController {
  constructor(private readonly queues: QueuesService) {}

  /**
   * See the longest queues of a library.
   * @remarks With the copies to buy so that no more than `targetRatio` holds wait for each and a new hold is likely to wait for
   * no more than `targetWaitDays`, what one more copy would bring, and who may use which copies.
   */
  @Get('libraries/:websiteId/queues')
  @Operation('listQueues')
  @Allow('viewer', { library: 'path' })
  ofLibrary(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() query: QueuesQuery,
  ): Promise<QueueListRecord> {
    return this.queues.ofLibrary(websiteId, pageOf(query), query);
  }

  /** See who waits for a title. */
  // With the patrons’ numbers: the collections’ staff do not need those.
  @Get('titles/:id/queue')
  @Operation('findQueue')
  @Allow('desk', { library: 'query' })
  ofTitle(
    @TitleInPath('NotFound') title: TitleId,
    @QueryFields() query: TitleQueueQuery,
  ): Promise<TitleQueueRecord> {
    return this.queues.ofTitle(title, query.websiteId, pageOf(query));
  }

  /**
   * Move the holds on a title to another.
   * @remarks All stand there in the order of their dates. Ready holds stay where they are. Sent again after a failure, it
   * goes on with what is left.
   */
  @Post('libraries/:websiteId/titles/:id/holds/move')
  @Operation('moveHolds')
  @Allow('desk', { library: 'path' })
  @HttpCode(HttpStatus.OK)
  move(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @Fields() request: MoveRequest,
    @Staff() staff: StaffPrincipal,
  ): Promise<MovedRecord> {
    return this.queues.move({ websiteId, title }, titleIn(request), staff);
  }
}

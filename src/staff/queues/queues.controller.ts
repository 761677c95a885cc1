import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { queueAddress } from '../addresses/addresses.js';
import { counted } from '../console/components/moment.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { pageOf } from '../requests/paging.requests.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { QueuePagesController } from './queue-pages.controller.js';
import type { MovedRecord, QueueListRecord, TitleQueueRecord } from './queues.representation.js';
import { MoveRequest, QueuesQuery, titleIn, TitleQueueQuery } from './queues.requests.js';
import { QueuesService } from './queues.service.js';
import { TitleQueuesService } from './title-queues.service.js';

/** A library's title queues, for its staff. */
@Tag('Operator')
@Controller('operator/v1')
export class QueuesController {
  constructor(
    private readonly queues: QueuesService,
    private readonly titles: TitleQueuesService,
  ) {}

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
    return this.titles.holds(title, query.websiteId, pageOf(query));
  }
}

/** The holds on a title. */
@StaffController('libraries/:websiteId/titles/:id/holds')
export class TitleHoldsController {
  constructor(private readonly queues: TitleQueuesService) {}

  /**
   * Move the holds on a title to another.
   * @remarks All stand there in the order of their dates. Ready holds stay where they are. Sent again after a failure, it
   * goes on with what is left.
   */
  @Post('move')
  @Operation('moveHolds')
  @Allow('desk', { library: 'path' })
  @FormOn([QueuePagesController, 'one'])
  @HttpCode(HttpStatus.OK)
  async move(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @Fields() request: MoveRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<MovedRecord> {
    const to = titleIn(request);
    const done = await this.queues.move({ websiteId, title }, to, staff);
    const id = String(to.kind === 'reserveId' ? to.reserveId : to.crossRefId);
    const message = `${counted(done.moved, 'hold was', 'holds were')} moved here, ${done.left} stayed.`;
    return face.done(done, queueAddress(websiteId, id), message);
  }
}

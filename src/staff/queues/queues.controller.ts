import { Controller, Get } from '@nestjs/common';
import { Allow } from '../permissions/allow.decorator.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { pageOf } from '../paging.requests.js';
import {
  type QueueListRecord,
  representQueues,
  representTitleQueue,
  type TitleQueueRecord,
} from './queues.representation.js';
import { QueuesQuery, TitleQueueQuery } from './queues.requests.js';
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
  async ofLibrary(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() query: QueuesQuery,
  ): Promise<QueueListRecord> {
    const page = pageOf(query);
    const queues = await this.queues.ofLibrary(websiteId, page);
    return representQueues(queues, page, await this.queues.buyingGoal(websiteId, query));
  }

  /** See who waits for a title. */
  // With the patrons’ numbers: the collections’ staff do not need those.
  @Get('titles/:id/queue')
  @Operation('findQueue')
  @Allow('desk', { library: 'query' })
  async ofTitle(
    @TitleInPath('NotFound') title: TitleId,
    @QueryFields() query: TitleQueueQuery,
  ): Promise<TitleQueueRecord> {
    const page = pageOf(query);
    return representTitleQueue(await this.queues.ofTitle(title, query.websiteId, page), page);
  }
}

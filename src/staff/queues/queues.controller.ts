import { Controller, Get, HttpCode, HttpStatus, Post } from '@nestjs/common';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Fields, QueryFields } from '../../http/fields/fields.decorators.js';
import { NumberInPath, TitleInPath } from '../../http/fields/path.decorators.js';
import { Operation, Tag } from '../../http/openapi/operation.decorator.js';
import { queueAddress } from '../addresses/addresses.js';
import { counted } from '../console/components/moment.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { FileAnswer } from '../console/page.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { pageOf } from '../requests/paging.requests.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { csvOfQueues, QueueListPage } from './queue-list.page.js';
import { QueuePage } from './queue.page.js';
import type {
  CopiesSetRecord,
  MovedInLineRecord,
  MovedRecord,
  PickupHoursRecord,
} from './queue-changes.representation.js';
import {
  type QueueListRecord,
  type QueueRecord,
  representQueues,
  representView,
  type TitleQueueRecord,
} from './queues.representation.js';
import {
  CopiesRequest,
  cursorsIn,
  HoldInLineRequest,
  MoveRequest,
  PickupHoursRequest,
  PlaceInLineRequest,
  QueueListQuery,
  QueueQuery,
  QueuesQuery,
  titleIn,
  TitleQueueQuery,
} from './queues.requests.js';
import { QueuesService } from './queues.service.js';
import { TitleQueuesService } from './title-queues.service.js';

/** The queues of a library, and one of them. */
@StaffController('libraries/:websiteId')
export class QueuesController {
  constructor(
    private readonly queues: QueuesService,
    private readonly titles: TitleQueuesService,
  ) {}

  /**
   * See the queues of a library.
   * @remarks With the copies to buy so that no more than `targetRatio` holds wait for each and a new hold is likely to wait for
   * no more than `targetWaitDays`, what one more copy would bring, and who may use which copies.
   */
  @Get('queues')
  @Operation('listQueues')
  @Allow('viewer', { library: 'path' })
  async list(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() query: QueuesQuery,
    @Faced() face: Face,
  ): Promise<QueueListRecord> {
    const listing = await this.queues.listing(websiteId, query);
    const wanted = { ...listing, ...pageOf(query), ...cursorsIn(query) };
    const list = await this.queues.list(websiteId, wanted);
    const totals = await this.queues.totals(websiteId, wanted.filters);
    const record = representQueues({ totalItems: totals.queues, page: pageOf(query), ...wanted, ...list });
    return face.show(record, async (shown) =>
      QueueListPage({
        ...shown,
        list,
        totals,
        wanted,
        collections: await this.queues.collections(websiteId),
      }),
    );
  }

  /** Save the queues of a library, up to 50,000. */
  @Get('queues.csv')
  @Operation('saveQueues', { mediaTypes: ['text/csv'] })
  @Allow('viewer', { library: 'path' })
  async file(
    @NumberInPath('websiteId') websiteId: number,
    @QueryFields() query: QueueListQuery,
  ): Promise<FileAnswer> {
    const queues = await this.queues.all(websiteId, await this.queues.listing(websiteId, query));
    return new FileAnswer(`queues-${websiteId}.csv`, 'text/csv', csvOfQueues(queues));
  }

  /** See the queue of a title, and the library’s copies of it. @remarks With up to 100 holds, without their patrons. */
  @Get('queues/:id')
  @Operation('readQueue')
  @Allow('viewer', { library: 'path' })
  async read(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @QueryFields() wanted: QueueQuery,
    @Faced() face: Face,
  ): Promise<QueueRecord> {
    const view = await this.titles.one({ websiteId, title }, wanted);
    return face.show(representView(view), ({ frame }) => QueuePage({ frame, view }));
  }

  /** Set how many copies of a title a collection owns, as a record would. @remarks New copies go to waiting patrons at once. */
  @Post('queues/:id/copies')
  @Operation('setCopies')
  @Allow('collections', { library: 'path' })
  @FormOn('read')
  @HttpCode(HttpStatus.OK)
  async setCopies(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @Fields() request: CopiesRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<CopiesSetRecord> {
    const done = await this.titles.buy({ websiteId, title, staff }, request);
    const message = `${done.collection} now has ${counted(request.owned, 'copy', 'copies')}. ${counted(done.copiesAssigned, 'copy was', 'copies were')} assigned.`;
    return face.done(done, queueAddress(websiteId, done.reserveId), message);
  }

  /**
   * Set for how long a copy of a title is set aside.
   * @remarks For holds that become ready from now on. As with the library’s rule, no pickup ends on a closed day, and the patron’s mail tells its end.
   */
  @Post('queues/:id/pickup')
  @Operation('setPickupHours')
  @Allow('collections', { library: 'path' })
  @FormOn('read')
  @HttpCode(HttpStatus.OK)
  async setPickupHours(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @Fields() request: PickupHoursRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<PickupHoursRecord> {
    const done = await this.titles.setPickupHours({ websiteId, title }, request, staff);
    const message =
      done.pickupHours === undefined
        ? 'A copy is set aside for as long as the library’s rule says.'
        : `A copy is set aside for ${counted(done.pickupHours, 'hour')} from now on.`;
    return face.done(done, queueAddress(websiteId, done.reserveId), message);
  }

  /**
   * Put a hold before or after another of the same queue.
   * @remarks All others stay in order. The hold’s trace and the log keep the reason.
   */
  @Post('queues/:id/order')
  @Operation('moveInLine', { refusals: ['HoldReadyForCheckout'] })
  @Allow('desk', { library: 'path' })
  @FormOn('read')
  @HttpCode(HttpStatus.OK)
  async moveInLine(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @Fields() request: PlaceInLineRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<MovedInLineRecord> {
    const done = await this.titles.moveInLine({ websiteId, title }, request, staff);
    return face.done(
      done,
      queueAddress(websiteId, done.reserveId),
      `The hold is in place ${done.place} now.`,
    );
  }

  /** Put a hold that was moved back in the order of placement. */
  @Post('queues/:id/order/undo')
  @Operation('putBack', { refusals: ['HoldReadyForCheckout'] })
  @Allow('desk', { library: 'path' })
  @FormOn('read')
  @HttpCode(HttpStatus.OK)
  async putBack(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @Fields() request: HoldInLineRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<MovedInLineRecord> {
    const done = await this.titles.putBack({ websiteId, title }, request, staff);
    return face.done(
      done,
      queueAddress(websiteId, done.reserveId),
      `The hold is in place ${done.place} again.`,
    );
  }

  /**
   * Move the holds on a title to another.
   * @remarks All stand there in the order of their dates. Ready holds stay where they are. Sent again after a failure, it
   * goes on with what is left.
   */
  @Post('titles/:id/holds/move')
  @Operation('moveHolds')
  @Allow('desk', { library: 'path' })
  @FormOn('read')
  @HttpCode(HttpStatus.OK)
  async move(
    @NumberInPath('websiteId') websiteId: number,
    @TitleInPath('NotFound') title: TitleId,
    @Fields() request: MoveRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<MovedRecord> {
    const to = titleIn(request);
    const done = await this.titles.move({ websiteId, title }, to, staff);
    const id = String(to.kind === 'reserveId' ? to.reserveId : to.crossRefId);
    const message = `${counted(done.moved, 'hold was', 'holds were')} moved here, ${done.left} stayed.`;
    return face.done(done, queueAddress(websiteId, id), message);
  }
}

/** A title's queue with the patrons' numbers, which the collections' staff do not need. */
@Tag('Operator')
@Controller('operator/v1/titles/:id/queue')
export class TitleQueueController {
  constructor(private readonly titles: TitleQueuesService) {}

  /** See who waits for a title. */
  @Get()
  @Operation('findQueue')
  @Allow('desk', { library: 'query' })
  find(
    @TitleInPath('NotFound') title: TitleId,
    @QueryFields() query: TitleQueueQuery,
  ): Promise<TitleQueueRecord> {
    return this.titles.holds(title, query.websiteId, pageOf(query));
  }
}

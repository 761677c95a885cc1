import { Get, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { FormFields, QueryFields } from '../../http/fields/fields.decorators.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { queueAddress } from '../addresses/addresses.js';
import { counted } from '../console/components/moment.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { FileAnswer, Redirect } from '../console/page.js';
import { csvOfQueues, QueueListPage } from './queue-list.page.js';
import { QueuePage } from './queue.page.js';
import { BuyForm, filtersIn, QueueListQuery, QueueQuery, readCursor } from './queue-pages.requests.js';
import { QueuesService } from './queues.service.js';
import { TitleQueuesService } from './title-queues.service.js';

const QUEUES_ON_PAGE = 50;

/** The queues of a library, and one of them. */
@ConsoleController('console/libraries/:websiteId')
export class QueuePagesController {
  constructor(
    private readonly queues: QueuesService,
    private readonly titles: TitleQueuesService,
  ) {}

  @Get('queues')
  @Allow('viewer', { library: 'path' })
  async list(@PageFrame() frame: LibraryFrame, @QueryFields() query: QueueListQuery): Promise<VNode> {
    const { sort = 'holds' } = query;
    const { websiteId } = frame.library;
    const filters = filtersIn(query);
    const goal = await this.queues.buyingGoal(websiteId, query);
    const [after, before] = [readCursor(sort, query.after), readCursor(sort, query.before)];
    const wanted = { filters, sort, after, before, goal, limit: QUEUES_ON_PAGE };
    const list = await this.queues.list(websiteId, wanted);
    const totals = await this.queues.totals(websiteId, filters);
    const collections = await this.queues.collections(websiteId);
    return QueueListPage({ frame, list, totals, wanted, collections });
  }

  @Get('queues.csv')
  @Allow('viewer', { library: 'path' })
  async file(
    @PageFrame() { library: { websiteId } }: LibraryFrame,
    @QueryFields() query: QueueListQuery,
  ): Promise<FileAnswer> {
    const { sort = 'holds' } = query;
    const goal = await this.queues.buyingGoal(websiteId, query);
    const queues = await this.queues.all(websiteId, { filters: filtersIn(query), sort, goal });
    return new FileAnswer(`queues-${websiteId}.csv`, 'text/csv', csvOfQueues(queues));
  }

  @Get('queues/:id')
  @Allow('viewer', { library: 'path' })
  async one(
    @PageFrame() frame: LibraryFrame,
    @TitleInPath('NotFound') title: TitleId,
    @QueryFields() wanted: QueueQuery,
  ): Promise<VNode> {
    return QueuePage({ frame, view: await this.titles.one(frame.library.websiteId, title, wanted) });
  }

  @Post('queues/:id/copies')
  @Allow('collections', { library: 'path' })
  async buy(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @TitleInPath('NotFound') title: TitleId,
    @FormFields() form: BuyForm,
  ): Promise<Redirect> {
    const order = { websiteId, title, staff };
    const { reserveId, collection, copiesAssigned } = await this.titles.buy(order, form);
    const message = `${collection} now has ${counted(form.owned, 'copy', 'copies')}. ${counted(copiesAssigned, 'copy was', 'copies were')} assigned.`;
    return new Redirect(queueAddress(websiteId, reserveId), message);
  }
}

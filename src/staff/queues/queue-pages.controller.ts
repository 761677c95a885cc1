import { Get, HttpStatus, Post, Res } from '@nestjs/common';
import type { Response } from 'express';
import type { VNode } from 'preact';
import { Allow } from '../permissions/allow.decorator.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { FormFields, QueryFields } from '../../http/fields/fields.decorators.js';
import { TitleInPath } from '../../http/fields/path.decorators.js';
import { queueAddress } from '../addresses/addresses.js';
import { counted } from '../console/components/moment.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { sayRefused } from '../console/form-problem.js';
import { csvOfQueues, QueueListPage } from './queue-list.page.js';
import { QueuePage } from './queue.page.js';
import {
  BuyForm,
  filtersIn,
  MoveForm,
  QueueListQuery,
  QueueQuery,
  readCursor,
  titleIn,
} from './queue-pages.requests.js';
import { QueuePagesService } from './queue-pages.service.js';
import { QueuesService } from './queues.service.js';

const QUEUES_ON_PAGE = 50;

/** The queues of a library, and one of them. */
@ConsoleController('console/libraries/:websiteId')
export class QueuePagesController {
  constructor(
    private readonly pages: QueuePagesService,
    private readonly queues: QueuesService,
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
    const list = await this.pages.list(websiteId, wanted);
    const totals = await this.pages.totals(websiteId, filters);
    return QueueListPage({
      frame,
      list,
      totals,
      wanted,
      collections: await this.pages.collections(websiteId),
    });
  }

  @Get('queues.csv')
  @Allow('viewer', { library: 'path' })
  async file(
    @PageFrame() { library: { websiteId } }: LibraryFrame,
    @QueryFields() query: QueueListQuery,
    @Res() response: Response,
  ): Promise<void> {
    const goal = await this.queues.buyingGoal(websiteId, query);
    const queues = await this.pages.all(websiteId, {
      filters: filtersIn(query),
      sort: query.sort ?? 'holds',
      goal,
    });
    response.attachment(`queues-${websiteId}.csv`).type('text/csv').send(csvOfQueues(queues));
  }

  @Get('queues/:id')
  @Allow('viewer', { library: 'path' })
  async one(
    @PageFrame() frame: LibraryFrame,
    @TitleInPath('NotFound') title: TitleId,
    @QueryFields() wanted: QueueQuery,
    moveProblem?: string,
  ): Promise<VNode> {
    const view = await this.pages.one(frame.library.websiteId, title, wanted);
    return QueuePage({ frame, view, moveProblem });
  }

  @Post('queues/:id/copies')
  @Allow('collections', { library: 'path' })
  async buy(
    @PageFrame() { library: { websiteId }, staff }: LibraryFrame,
    @TitleInPath('NotFound') title: TitleId,
    @FormFields() form: BuyForm,
  ): Promise<Redirect> {
    const order = { websiteId, title, staff };
    const { reserveId, collection, copiesAssigned } = await this.pages.buy(order, form);
    const message = `${collection} now has ${counted(form.owned, 'copy', 'copies')}. ${counted(copiesAssigned, 'copy was', 'copies were')} assigned.`;
    return new Redirect(queueAddress(websiteId, reserveId), message);
  }

  @Post('queues/:id/move')
  @Allow('desk', { library: 'path' })
  async move(
    @PageFrame() frame: LibraryFrame,
    @TitleInPath('NotFound') title: TitleId,
    @FormFields() form: MoveForm,
  ): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    const refused = async (problem: string): Promise<PageAnswer> =>
      new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, await this.one(frame, title, {}, problem));
    const to = titleIn(form);
    if (to === undefined) return refused('This must be the number of a title.');
    try {
      const { moved, left } = await this.queues.move({ websiteId, title }, to, frame.staff);
      const id = String(to.kind === 'reserveId' ? to.reserveId : to.crossRefId);
      return new Redirect(
        queueAddress(websiteId, id),
        `${counted(moved, 'hold was', 'holds were')} moved here, ${left} stayed.`,
      );
    } catch (error) {
      return refused(sayRefused(error, 'to'));
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import type { BuyingGoal } from '../../domain/titles/purchases.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Database } from '../../platform/database/database.js';
import { RecordsService } from '../imports/records.service.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { QueueFigures } from './queue-figures.js';
import {
  type CollectionStock,
  findHoldsBefore,
  findHoldsBehind,
  findStock,
  type QueuedPatronRow,
} from './queue-holds.store.js';
import type { QueueFilters } from './queue-filters.store.js';
import {
  type CollectionName,
  countListedQueues,
  listCollections,
  type ListedQueue,
  listQueues,
  type QueueSort,
  type QueueTotals,
  type WantedQueues,
} from './queue-list.store.js';
import { type LiveHold, liveHoldsOf } from './queues.representation.js';
import { QueuesService, type WantedGoal } from './queues.service.js';
import type { TitleQueue } from './queues.store.js';

/** A queue of the list, with its figures. */
export type QueueWithFigures = ListedQueue & QueueFigures;

export interface QueueList {
  readonly queues: readonly QueueWithFigures[];
  /** Whether some come before these. */
  readonly hasPrevious: boolean;
  /** Whether more follow. */
  readonly hasMore: boolean;
}

/** How a list of queues is asked for. */
export type QueueListing = WantedQueues & { readonly sort: QueueSort; readonly goal: BuyingGoal };

/** One of the queues. */
export interface QueueView {
  readonly queue: TitleQueue & QueueFigures;
  readonly goal: BuyingGoal;
  readonly stock: readonly CollectionStock[];
  /** In line, without their names. */
  readonly patrons: readonly LiveHold<QueuedPatronRow>[];
  /** The first ticket of this part of the queue, if others come before it. */
  readonly firstTicket: number | undefined;
  /** The last ticket of this part of the queue, if more follow. */
  readonly lastTicket: number | undefined;
}

/** Which part of a queue: behind a ticket, or before one. */
interface WantedPart extends WantedGoal {
  readonly after?: number | undefined;
  readonly before?: number | undefined;
}

/** What the form to buy copies says. */
interface PurchaseOrder {
  readonly collectionId: string;
  /** As the page has shown it. */
  readonly ownedBefore: number;
  readonly owned: number;
}

export interface PurchaseResult {
  readonly reserveId: string;
  /** The collection's name. */
  readonly collection: string;
  /** How many copies it assigned. */
  readonly copiesAssigned: number;
}

const LINE_LENGTH = 100;
/** The file of all queues is read in parts of this size, and has so many of them at most. */
const PART_OF_FILE = 5_000;
export const MAX_QUEUES_IN_FILE = 50_000;

/** What the pages about queues show and do. */
@Injectable()
export class QueuePagesService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueuesService,
    private readonly records: RecordsService,
  ) {}

  /** @param wanted what the page's form says, where it does; the library has set the rest */
  buyingGoal(websiteId: number, wanted: WantedGoal): Promise<BuyingGoal> {
    return this.queues.buyingGoal(websiteId, wanted);
  }

  async list(websiteId: number, { sort, goal, ...wanted }: QueueListing): Promise<QueueList> {
    const { after, before, limit } = wanted;
    const found = await listQueues(this.database, websiteId, sort, { ...wanted, limit: limit + 1 });
    const shown = found.slice(0, limit);
    if (before !== undefined) shown.reverse();
    const isCut = found.length > shown.length;
    return {
      queues: await this.queues.withFigures(websiteId, goal, shown),
      hasPrevious: before === undefined ? after !== undefined : isCut,
      hasMore: before !== undefined || isCut,
    };
  }

  /** All queues in this order, for a file. */
  async all(
    websiteId: number,
    wanted: Omit<QueueListing, 'after' | 'before' | 'limit'>,
  ): Promise<QueueWithFigures[]> {
    const queues: QueueWithFigures[] = [];
    let hasMore = true;
    while (hasMore && queues.length < MAX_QUEUES_IN_FILE) {
      const part = await this.list(websiteId, { ...wanted, after: queues.at(-1), limit: PART_OF_FILE });
      queues.push(...part.queues);
      ({ hasMore } = part);
    }
    return queues;
  }

  totals(websiteId: number, filters: QueueFilters): Promise<QueueTotals> {
    return countListedQueues(this.database, websiteId, filters);
  }

  collections(websiteId: number): Promise<CollectionName[]> {
    return listCollections(this.database, websiteId);
  }

  /** @throws Refusal `NotFound` */
  async one(
    websiteId: number,
    title: TitleId,
    { after = 0, before, ...wanted }: WantedPart,
  ): Promise<QueueView> {
    const named = await this.queues.named(title, websiteId);
    const goal = await this.queues.buyingGoal(websiteId, wanted);
    const [queue] = await this.queues.withFigures(websiteId, goal, [named]);
    if (queue === undefined) throw refusal('NotFound');
    const find = before === undefined ? findHoldsBehind : findHoldsBefore;
    const rows = await find(this.database, websiteId, queue.reserveId, before ?? after, LINE_LENGTH + 1);
    const isCut = rows.length > LINE_LENGTH;
    const shown = rows.slice(0, LINE_LENGTH);
    if (before !== undefined) shown.reverse();
    return {
      queue,
      goal,
      stock: await findStock(this.database, websiteId, queue.reserveId),
      patrons: liveHoldsOf(shown),
      firstTicket: (before === undefined ? after > 0 : isCut) ? shown[0]?.ticket : undefined,
      lastTicket: before !== undefined || isCut ? shown.at(-1)?.ticket : undefined,
    };
  }

  /**
   * Sets how many copies the library owns, as a record would.
   * @throws Refusal `NotFound`, `InvalidFieldValue`
   */
  async buy(
    { websiteId, title, staff }: { websiteId: number; title: TitleId; staff: StaffPrincipal },
    order: PurchaseOrder,
  ): Promise<PurchaseResult> {
    const { reserveId } = await this.queues.named(title, websiteId);
    const stock = await findStock(this.database, websiteId, reserveId);
    const collection = stock.find(({ collectionId }) => collectionId === order.collectionId);
    if (collection === undefined) throw refusal('NotFound');
    requireUnchanged(collection, order.ownedBefore);
    await this.setCopies({ websiteId, reserveId, ...order }, staff);
    const inUse = inUseOf(await findStock(this.database, websiteId, reserveId));
    return { reserveId, collection: collection.name, copiesAssigned: Math.max(0, inUse - inUseOf(stock)) };
  }

  private async setCopies(
    { websiteId, reserveId, collectionId, owned }: PurchaseOrder & { websiteId: number; reserveId: string },
    staff: StaffPrincipal,
  ): Promise<void> {
    const record = { record: 'copies', websiteId, collectionId, reserveId, copiesOwned: owned };
    const { errors } = await this.records.import(oneLine(record), staff, { occasion: 'purchase' });
    const [rejection] = errors;
    if (rejection !== undefined) throw new Refusal('InvalidFieldValue', `${rejection.message}.`);
  }
}

/** A copy that is borrowed or given back meanwhile counts as before: it goes on to the next patron. */
function inUseOf(stock: readonly CollectionStock[]): number {
  return stock.reduce((sum, { onLoan, setAside }) => sum + onLoan + setAside, 0);
}

/** Two people who buy for the same title must not buy twice, nor one whose browser sends the form again. */
function requireUnchanged({ name, owned }: CollectionStock, ownedBefore: number): void {
  if (owned !== ownedBefore)
    throw new Refusal(
      'InvalidFieldValue',
      `${name} has ${owned} copies by now; the page has shown ${ownedBefore}. Load the queue again, and then decide.`,
    );
}

// eslint-disable-next-line @typescript-eslint/require-await -- an import reads a stream
async function* oneLine(record: object): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(record));
}

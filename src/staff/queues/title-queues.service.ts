import { Injectable } from '@nestjs/common';
import { closureOfHolds } from '../../circulation/calendar/calendar.js';
import { MovedHolds } from '../../circulation/moved-holds.service.js';
import { markQueueUpdated } from '../../circulation/moved-holds.store.js';
import type { Queue } from '../../circulation/queue.service.js';
import { ReorderedHolds } from '../../circulation/reordered-holds.service.js';
import { Refusal, refusal } from '../../domain/errors.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { notAllowed } from '../../http/fields/request-class.js';
import { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import { recordAction } from '../actions/action-log.store.js';
import { RecordsService } from '../imports/records.service.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { Page } from '../requests/paging.requests.js';
import { type CollectionStock, findHoldsBefore, findHoldsBehind, findStock } from './queue-holds.store.js';
import type {
  CopiesSetRecord,
  MovedInLineRecord,
  MovedRecord,
  PickupHoursRecord,
} from './queue-changes.representation.js';
import {
  liveHoldsOf,
  type QueueView,
  representTitleQueue,
  type TitleQueueRecord,
} from './queues.representation.js';
import type {
  CopiesRequest,
  HoldInLineRequest,
  PickupHoursRequest,
  PlaceInLineRequest,
  QueueQuery,
} from './queues.requests.js';
import { QueuesService } from './queues.service.js';
import { findQueue, findQueuedHolds, setPickupHours, type TitleQueue } from './queues.store.js';

/** A title of a library. */
interface TitleOfLibrary {
  readonly websiteId: number;
  readonly title: TitleId;
}

const LINE_LENGTH = 100;

/** A title's queue, for the library's staff. */
@Injectable()
export class TitleQueuesService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueuesService,
    private readonly movedHolds: MovedHolds,
    private readonly reorderedHolds: ReorderedHolds,
    private readonly records: RecordsService,
  ) {}

  /** @throws Refusal `NotFound` */
  async one(
    { websiteId, title }: TitleOfLibrary,
    { after = 0, before, ...wanted }: QueueQuery,
  ): Promise<QueueView> {
    const named = await this.named(title, websiteId);
    const goal = await this.queues.buyingGoal(websiteId, wanted);
    const [queue] = await this.queues.withFigures(websiteId, goal, [named]);
    if (queue === undefined) throw refusal('NotFound');
    const find = before === undefined ? findHoldsBehind : findHoldsBefore;
    const rows = await find(this.database, websiteId, queue.reserveId, before ?? after, LINE_LENGTH + 1);
    const isCut = rows.length > LINE_LENGTH;
    const shown = rows.slice(0, LINE_LENGTH);
    if (before !== undefined) shown.reverse();
    const closure = await closureOfHolds(this.database, websiteId, shown);
    return {
      queue,
      goal,
      stock: await findStock(this.database, websiteId, queue.reserveId),
      patrons: liveHoldsOf(shown.map((row) => ({ ...row, closure }))),
      firstTicket: (before === undefined ? after > 0 : isCut) ? shown[0]?.ticket : undefined,
      lastTicket: before !== undefined || isCut ? shown.at(-1)?.ticket : undefined,
    };
  }

  /** @throws Refusal `NotFound` */
  async holds(title: TitleId, websiteId: number, page: Page): Promise<TitleQueueRecord> {
    const queue = await this.named(title, websiteId);
    const rows = await findQueuedHolds(this.database, websiteId, queue.reserveId, page);
    return representTitleQueue(queue, rows, page);
  }

  /**
   * The holds on a title go to another: a new edition, or the one of two records that is right.
   * @throws Refusal `NotFound`; `InvalidFieldValue` unless the library has the other title
   */
  async move({ websiteId, title }: TitleOfLibrary, to: TitleId, staff: StaffPrincipal): Promise<MovedRecord> {
    const { reserveId: from } = await this.named(title, websiteId);
    const other = await findQueue(this.database, websiteId, to);
    if (other === undefined || other.reserveId === from)
      throw notAllowed('to', "another title of the library's");
    await recordAction(this.database, { staff, action: 'holds-moved', websiteId, reserveId: from });
    return this.movedHolds.move({ websiteId, from, to: other.reserveId });
  }

  /**
   * Puts a hold before or after another of the same queue.
   * @throws Refusal `NotFound`, `HoldReadyForCheckout`
   */
  async moveInLine(
    title: TitleOfLibrary,
    { ticket, side = 'before', other, reason }: PlaceInLineRequest,
    staff: StaffPrincipal,
  ): Promise<MovedInLineRecord> {
    const queue = await this.queueOf(title);
    const action = { staff, action: 'hold-moved-in-line', ...queue, reason } as const;
    const note = (transaction: Connection): Promise<void> => recordAction(transaction, action);
    const place = { side, other, reason };
    return { reserveId: queue.reserveId, ...(await this.reorderedHolds.move(queue, ticket, place, note)) };
  }

  /**
   * Puts a hold that was moved back in the order of placement.
   * @throws Refusal `NotFound`, `HoldReadyForCheckout`
   */
  async putBack(
    title: TitleOfLibrary,
    { ticket }: HoldInLineRequest,
    staff: StaffPrincipal,
  ): Promise<MovedInLineRecord> {
    const queue = await this.queueOf(title);
    const action = { staff, action: 'hold-put-back', ...queue } as const;
    const note = (transaction: Connection): Promise<void> => recordAction(transaction, action);
    return { reserveId: queue.reserveId, ...(await this.reorderedHolds.putBack(queue, ticket, note)) };
  }

  /**
   * Sets how many copies the library owns, as a record would.
   * @throws Refusal `NotFound`, `InvalidFieldValue`
   */
  async buy(
    { websiteId, title, staff }: TitleOfLibrary & { readonly staff: StaffPrincipal },
    order: CopiesRequest,
  ): Promise<CopiesSetRecord> {
    const { reserveId } = await this.named(title, websiteId);
    const stock = await findStock(this.database, websiteId, reserveId);
    const collection = stock.find(({ collectionId }) => collectionId === order.collectionId);
    if (collection === undefined) throw refusal('NotFound');
    requireUnchanged(collection, order.ownedBefore);
    await this.setCopies({ websiteId, reserveId, ...order }, staff);
    const inUse = inUseOf(await findStock(this.database, websiteId, reserveId));
    return { reserveId, collection: collection.name, copiesAssigned: Math.max(0, inUse - inUseOf(stock)) };
  }

  /**
   * Sets for how long a copy of the title is set aside for the holds that become ready from now on.
   * @throws Refusal `NotFound`
   */
  async setPickupHours(
    title: TitleOfLibrary,
    { pickupHours }: PickupHoursRequest,
    staff: StaffPrincipal,
  ): Promise<PickupHoursRecord> {
    const queue = await this.queueOf(title);
    await this.database.transaction(async (transaction) => {
      await setPickupHours(transaction, queue, pickupHours ?? null);
      await markQueueUpdated(transaction, queue);
      await recordAction(transaction, { staff, action: 'pickup-hours-set', ...queue });
    });
    return { reserveId: queue.reserveId, ...(pickupHours != null && { pickupHours }) };
  }

  private async queueOf({ websiteId, title }: TitleOfLibrary): Promise<Queue> {
    return { websiteId, reserveId: (await this.named(title, websiteId)).reserveId };
  }

  private async named(title: TitleId, websiteId: number): Promise<TitleQueue> {
    const queue = await findQueue(this.database, websiteId, title);
    if (queue === undefined) throw refusal('NotFound');
    return queue;
  }

  private async setCopies(
    { websiteId, reserveId, collectionId, owned }: CopiesRequest & { websiteId: number; reserveId: string },
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
function requireUnchanged({ name, unlicensed }: CollectionStock, ownedBefore: number): void {
  if (unlicensed !== ownedBefore)
    throw new Refusal(
      'InvalidFieldValue',
      `${name} has ${unlicensed} copies by now; the page has shown ${ownedBefore}. Load the queue again, and then decide.`,
    );
}

// eslint-disable-next-line @typescript-eslint/require-await -- an import reads a stream
async function* oneLine(record: object): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(record));
}

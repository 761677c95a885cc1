import { type HoldContext, holdFrom, type HoldRow } from '../../circulation/hold-row.store.js';
import { type Condition, conditionOf, type Hold, holdAt } from '../../domain/holds/hold.js';
import type { Closure } from '../../domain/library-calendar.js';
import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { CrossRefId, ReserveId } from '../../http/answers/title.representation.js';
import type { Page } from '../requests/paging.requests.js';
import type { NewHoldWait } from '../../domain/waits/stored-offer.js';
import type { BuyingGoal, JustifiedPurchase } from '../../domain/titles/purchases.js';
import type { WaitBasis } from '../../domain/waits/estimated-wait.js';
import { type CategoryFigures, oneMoreCopyOf, type QueueFigures } from './queue-figures.js';
import type { CollectionStock, QueuedPatronRow } from './queue-holds.store.js';
import type { QueuedHoldRow, TitleQueue } from './queues.store.js';

type QueueWithFigures = TitleQueue & QueueFigures;

/** One title's queue, for library staff. */
export interface QueueSummaryRecord extends Pick<
  QueueWithFigures,
  'title' | 'identifiers' | 'copiesOwned' | 'copiesOnLoan' | 'copiesSetAside' | 'copiesEnding' | 'suspended'
> {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly numberOfHolds: number;
  readonly waiting: number;
  /**
   * Live holds per copy owned; null when the library owns none.
   * @fraction true
   */
  readonly holdRatio: number | null;
  /** How many copies to buy to bring the holds per copy down to the target ratio, if every waiting patron could use them. */
  readonly copiesNeeded: number;
  /** Holds that wait now: neither suspended nor ready. */
  readonly activeHolds: number;
  /**
   * Active holds of those who may use one of the copies, per copy owned; null when the library owns none.
   * @fraction true
   */
  readonly activeHoldRatio: number | null;
  /** Copies owned that are neither on loan nor set aside: no waiting patron may use them. */
  readonly copiesIdle: number;
  /** By category of patrons, those that have holds on the title. */
  readonly categories: readonly QueueCategoryRecord[];
  /** Of the category of patrons that waits longest. Absent while nothing is known, and if there is no copy for it. */
  readonly newHoldWait?: NewHoldWaitRecord;
  /** Absent while nothing is known, and if no hold waits that can be served. */
  readonly oneMoreCopy?: OneMoreCopyRecord;
  /**
   * What to buy so that no more active holds than the target ratio wait for each copy that they may use, and a new hold is likely to wait no
   * longer than the target.
   */
  readonly copiesToBuy: readonly PurchaseRecord[];
}

/** How long a hold that is placed now will wait. */
export interface NewHoldWaitRecord {
  readonly likelyDays: number;
  readonly latestDays: number;
  readonly basis: WaitBasis;
}

/** What one more copy brings to the patrons who wait longest. */
export interface OneMoreCopyRecord {
  /** The collection in which it helps most. */
  readonly collectionId: string;
  /** How long a new hold is likely to wait as it is, without copies that the library is likely to buy. */
  readonly likelyDaysNow: number;
  /** And with one more copy. */
  readonly likelyDaysThen: number;
}

/** The holds of one category on a title, and the copies that it may use. */
export interface QueueCategoryRecord extends Omit<CategoryFigures, 'activeHoldRatio'> {
  /**
   * Active holds per usable copy; null when there is none.
   * @fraction true
   */
  readonly activeHoldRatio: number | null;
}

/** One title's queue, with the library's copies. */
export interface QueueRecord extends QueueSummaryRecord {
  /** All of the library, those that have the title first. */
  readonly collections: readonly CollectionStock[];
  /** For how long a copy of the title is set aside. Absent: as long as the library’s rule says. */
  readonly pickupHours?: number;
  /** In line. */
  readonly holds: readonly HoldInLineRecord[];
}

export interface PurchaseRecord extends JustifiedPurchase {
  /** The collection in which one copy helps most. */
  readonly collectionId: string;
  /** The greater of the two numbers below. */
  readonly copies: number;
}

/** The longest queues first, unless others are wanted. */
export interface QueueListRecord {
  /** The number of all queues with holds, not only those on this page. */
  readonly totalItems: number;
  readonly limit: number;
  readonly offset: number;
  readonly targetRatio: number;
  /** Absent if the library has set none. */
  readonly targetWaitDays?: number;
  readonly queues: readonly QueueSummaryRecord[];
  /** For `before`; absent: these are the first. */
  readonly previous?: string;
  /** For `after`; absent: these are the last. */
  readonly next?: string;
}

interface ListedQueues {
  readonly totalItems: number;
  readonly queues: readonly QueueWithFigures[];
  readonly page: Page;
  readonly goal: BuyingGoal;
  readonly previous?: string | undefined;
  readonly next?: string | undefined;
}

export function representQueues({
  totalItems,
  queues,
  page,
  goal,
  previous,
  next,
}: ListedQueues): QueueListRecord {
  const { holdsPerCopy: targetRatio, targetWaitDays } = goal;
  return {
    totalItems,
    ...page,
    targetRatio,
    ...(targetWaitDays !== null && { targetWaitDays }),
    queues: queues.map((queue) => representQueue(queue, goal)),
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
  };
}

/** In the queue, and whether the library's present closure has suspended the hold. */
export type QueuedPatron = LiveHold<QueuedPatronRow & { readonly closure: Closure | undefined }>;

/** One of the queues. */
export interface QueueView {
  readonly queue: QueueWithFigures;
  readonly goal: BuyingGoal;
  readonly stock: readonly CollectionStock[];
  /** In line, without their names. */
  readonly patrons: readonly QueuedPatron[];
  /** The first ticket of this part of the queue, if others come before it. */
  readonly firstTicket: number | undefined;
  /** The last ticket of this part of the queue, if more follow. */
  readonly lastTicket: number | undefined;
}

export function representView({ queue, goal, stock, patrons }: QueueView): QueueRecord {
  const { pickupHours } = queue;
  return {
    ...representQueue(queue, goal),
    collections: stock,
    ...(pickupHours !== null && { pickupHours }),
    holds: patrons.map(representHoldInLine),
  };
}

function representQueue(queue: QueueWithFigures, { holdsPerCopy }: BuyingGoal): QueueSummaryRecord {
  const { reserveId, crossRefId, title, liveHolds, copiesOwned, copiesSetAside, suspended } = queue;
  return {
    reserveId,
    crossRefId,
    title,
    copiesOwned,
    identifiers: queue.identifiers,
    copiesOnLoan: queue.copiesOnLoan,
    copiesEnding: queue.copiesEnding,
    copiesSetAside,
    suspended,
    numberOfHolds: liveHolds,
    waiting: liveHolds - suspended - copiesSetAside,
    holdRatio: copiesOwned === 0 ? null : Math.round((liveHolds / copiesOwned) * 100) / 100,
    copiesNeeded: Math.max(0, Math.ceil(liveHolds / holdsPerCopy) - copiesOwned),
    activeHolds: queue.activeHolds,
    activeHoldRatio: queue.activeHoldRatio,
    copiesIdle: queue.copiesIdle,
    categories: queue.categories,
    copiesToBuy: queue.copiesToBuy,
    ...representWait(queue.newHoldWait),
    ...representMoreCopies(queue),
  };
}

export function representWait(wait: NewHoldWait): Pick<QueueSummaryRecord, 'newHoldWait'> {
  if (typeof wait !== 'object') return {};
  const { days: likelyDays, latestDays, basis } = wait;
  return { newHoldWait: { likelyDays, latestDays, basis } };
}

function representMoreCopies(queue: QueueFigures): Pick<QueueSummaryRecord, 'oneMoreCopy'> {
  const [{ collectionId } = {}, days] = [queue.moreCopies, oneMoreCopyOf(queue)];
  if (collectionId === undefined || days === undefined) return {};
  return { oneMoreCopy: { collectionId, likelyDaysNow: days.now, likelyDaysThen: days.then } };
}

/** A hold in a queue. */
export interface HoldInLineRecord {
  readonly ticket: number;
  readonly category: string;
  readonly condition: Condition;
  readonly holdPlacedDate: Timestamp;
  readonly holdExpires?: Timestamp;
  /** Absent if the suspension has no end date. */
  readonly suspendedUntil?: Timestamp;
  /** Staff have put the hold there. Otherwise absent. */
  readonly movedInLine?: boolean;
}

/** It leaves out the e-mail address, which staff do not need. */
export interface QueuedHoldRecord extends HoldInLineRecord {
  readonly patronId: number;
}

/** In the order of the tickets. */
export interface TitleQueueRecord {
  readonly reserveId: ReserveId;
  readonly crossRefId: CrossRefId;
  readonly title: string;
  readonly numberOfHolds: number;
  readonly limit: number;
  readonly offset: number;
  readonly holds: readonly QueuedHoldRecord[];
}

export function representTitleQueue(
  { reserveId, crossRefId, title, liveHolds }: TitleQueue,
  rows: readonly QueuedHoldRow[],
  page: Page,
): TitleQueueRecord {
  const holds = liveHoldsOf(rows).map((each) => ({
    patronId: each.row.patronId,
    ...representHoldInLine(each),
  }));
  return { reserveId, crossRefId, title, numberOfHolds: liveHolds, ...page, holds };
}

type RowInLine = HoldRow & { readonly category: string; readonly isMoved: boolean };

function representHoldInLine({ row, hold, condition }: LiveHold<RowInLine>): HoldInLineRecord {
  return {
    ticket: hold.ticket,
    category: row.category,
    condition,
    holdPlacedDate: representTime(hold.placedAt),
    ...(hold.pickup && { holdExpires: representTime(hold.pickup.expiresAt) }),
    ...(condition === 'suspended' &&
      hold.suspension?.type === 'limited' && { suspendedUntil: representTime(hold.suspension.until) }),
    ...(row.isMoved && { movedInLine: true }),
  };
}

/** A hold of a queue as it is now. */
export interface LiveHold<Row> {
  readonly row: Row;
  readonly hold: Hold;
  readonly condition: Condition;
}

/** Without those that have expired, and that the timers have not removed yet. */
export function liveHoldsOf<Row extends HoldRow & HoldContext>(rows: readonly Row[]): LiveHold<Row>[] {
  return rows.flatMap((row) => {
    const hold = holdAt(row.now, holdFrom(row), row);
    return hold === undefined ? [] : [{ row, hold, condition: conditionOf(hold, row.now) }];
  });
}

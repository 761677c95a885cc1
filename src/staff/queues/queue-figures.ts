import { type NewHoldWait, newHoldWaitFrom } from '../../domain/waits/stored-offer.js';
import { copiesNeeded, type Purchase } from '../../domain/titles/copies-needed.js';
import {
  type BuyingGoal,
  type JustifiedPurchase,
  justifiedPurchases,
} from '../../domain/titles/purchases.js';
import { FAR_DAYS } from '../../domain/waits/estimated-wait.js';
import { copiesForWait, daysIn } from '../../domain/waits/more-copies.js';
import type { CategoryRow, CollectionOfCategory, StockRow, WaitRow } from './demand.store.js';

/** The holds of one category on a title, and the copies that it may use. */
export interface CategoryFigures {
  readonly category: string;
  /** Holds that wait: neither suspended nor ready. */
  readonly activeHolds: number;
  readonly suspended: number;
  readonly ready: number;
  /** Copies owned in the collections of the category; others may use them too. */
  readonly copiesUsable: number;
  /** Active holds per usable copy; null if there is none. */
  readonly activeHoldRatio: number | null;
  /** Copies that are missing for this category alone. */
  readonly copiesNeeded: number;
}

/** What staff want to know of a title's queue before they buy. */
export interface QueueFigures {
  readonly copiesOwned: number;
  readonly copiesOnLoan: number;
  readonly copiesSetAside: number;
  /** Copies owned that licences will no longer give in 30 days: what is to be bought does not count on them. */
  readonly copiesEnding: number;
  readonly suspended: number;
  readonly ready: number;
  /** Holds that wait: neither suspended nor ready. */
  readonly activeHolds: number;
  /** Active holds of patrons who may use a copy, per copy owned; null if the library owns none. */
  readonly activeHoldRatio: number | null;
  /** Copies owned that are neither on loan nor set aside. */
  readonly copiesIdle: number;
  readonly categories: readonly CategoryFigures[];
  /** Of the category that waits longest. */
  readonly newHoldWait: NewHoldWait;
  /** Undefined: that is not known, or no hold waits that can be served. */
  readonly moreCopies: MoreCopiesFigures | undefined;
  readonly copiesToBuy: readonly JustifiedPurchase[];
}

/** What copies bring where they help most. */
export interface MoreCopiesFigures {
  readonly collectionId: string;
  /** How long a new hold is likely to wait: with no, 1, 2, 4, 8 more copies. */
  readonly likelyHours: readonly number[];
}

/** How long a new hold is likely to wait, in days: as it is, and with one more copy. */
export interface OneMoreCopy {
  readonly now: number;
  readonly then: number;
  /** The shown wait counts on copies that the library is likely to buy. These days are without any. */
  readonly isWithoutPurchases: boolean;
}

/** What more copies bring is computed again when the wait has changed by a fifth, and otherwise once a day. */
const MAX_DRIFT_DAYS = 2;
const MAX_DRIFT = 0.2;

/** It is judged by the shown wait, which is computed more often. Undefined: one of both is not known. */
export function oneMoreCopyOf({
  newHoldWait,
  moreCopies,
}: Pick<QueueFigures, 'newHoldWait' | 'moreCopies'>): OneMoreCopy | undefined {
  if (moreCopies === undefined || newHoldWait === undefined) return undefined;
  const [now = 0, then = 0] = moreCopies.likelyHours.map(daysIn);
  const shown = newHoldWait === 'never' ? Infinity : newHoldWait.days;
  if (Math.max(now, shown) >= FAR_DAYS) return { now, then, isWithoutPurchases: shown < FAR_DAYS };
  if (now > shown + Math.max(MAX_DRIFT_DAYS, MAX_DRIFT * now)) return { now, then, isWithoutPurchases: true };
  return { now: shown, then: Math.ceil((shown * then) / Math.max(1, now)), isWithoutPurchases: false };
}

/** What the figures of some titles are computed from. */
export interface QueueFacts {
  readonly categories: readonly CategoryRow[];
  readonly stock: readonly StockRow[];
  readonly uses: readonly CollectionOfCategory[];
  readonly waits: readonly WaitRow[];
}

/** @returns the figures of a title, by its reserveId; of a title without holds, too */
export function figuresOf(facts: QueueFacts, goal: BuyingGoal): (reserveId: string) => QueueFigures {
  const categories = Map.groupBy(facts.categories, ({ reserveId }) => reserveId);
  const stock = Map.groupBy(facts.stock, ({ reserveId }) => reserveId);
  const waits = new Map(facts.waits.map((row) => [row.reserveId, row]));
  const uses = Map.groupBy(facts.uses, ({ category }) => category);
  const collectionsOf = (category: string): string[] =>
    (uses.get(category) ?? []).map(({ collectionId }) => collectionId);
  return (reserveId) => {
    const [rows, copies] = [categories.get(reserveId) ?? [], stock.get(reserveId) ?? []];
    const { forHoldsPerCopy, ...figures } = figuresOfHolds(rows, copies, collectionsOf, goal);
    const wait = waits.get(reserveId);
    const moreCopies = wait && moreCopiesFrom(wait, figures.copiesOwned);
    const forWait = figures.activeHolds > 0 ? purchaseForWait(moreCopies, goal) : undefined;
    return {
      ...figures,
      newHoldWait: wait && newHoldWaitFrom(wait),
      moreCopies,
      copiesToBuy: justifiedPurchases(forHoldsPerCopy, forWait),
    };
  };
}

/** What was computed of another number of copies says nothing of these. */
function moreCopiesFrom(
  { moreCopiesOwned, moreCopiesIn, moreCopiesHours }: WaitRow,
  copiesOwned: number,
): MoreCopiesFigures | undefined {
  const isKnown = moreCopiesIn !== null && moreCopiesHours !== null;
  if (!isKnown || moreCopiesOwned !== copiesOwned) return undefined;
  return { collectionId: moreCopiesIn, likelyHours: moreCopiesHours };
}

function purchaseForWait(
  moreCopies: MoreCopiesFigures | undefined,
  { targetWaitDays }: BuyingGoal,
): Purchase | undefined {
  if (moreCopies === undefined || targetWaitDays === null) return undefined;
  const copies = copiesForWait(moreCopies.likelyHours, 24 * targetWaitDays);
  return copies === 0 ? undefined : { collectionId: moreCopies.collectionId, copies };
}

type FiguresOfHolds = Omit<QueueFigures, 'newHoldWait' | 'moreCopies' | 'copiesToBuy'> & {
  readonly forHoldsPerCopy: readonly Purchase[];
};

function figuresOfHolds(
  rows: readonly CategoryRow[],
  stock: readonly StockRow[],
  collectionsOf: (category: string) => string[],
  { holdsPerCopy }: BuyingGoal,
): FiguresOfHolds {
  const owned = new Map(stock.map(({ collectionId, owned: copies }) => [collectionId, copies]));
  const demands = rows.map((row) => ({
    category: row.category,
    holds: activeHoldsOf(row),
    collections: collectionsOf(row.category),
  }));
  const lasting = new Map(stock.map(({ collectionId, owned: now, ending }) => [collectionId, now - ending]));
  const needed = copiesNeeded(demands, lasting, holdsPerCopy);
  const categories = rows.map((row, index): CategoryFigures => {
    const copiesUsable = sumOf(
      demands[index]?.collections ?? [],
      (collectionId) => owned.get(collectionId) ?? 0,
    );
    const activeHolds = activeHoldsOf(row);
    return {
      category: row.category,
      activeHolds,
      suspended: row.suspended,
      ready: row.ready,
      copiesUsable,
      activeHoldRatio: ratio(activeHolds, copiesUsable),
      copiesNeeded: needed.ofCategories[index] ?? 0,
    };
  });
  const copiesOwned = sumOf(stock, (copies) => copies.owned);
  return {
    copiesOwned,
    copiesOnLoan: sumOf(stock, (copies) => copies.onLoan),
    copiesSetAside: sumOf(stock, (copies) => copies.setAside),
    copiesEnding: sumOf(stock, (copies) => copies.ending),
    suspended: sumOf(rows, (row) => row.suspended),
    ready: sumOf(rows, (row) => row.ready),
    activeHolds: sumOf(categories, ({ activeHolds }) => activeHolds),
    activeHoldRatio: ratio(
      sumOf(categories, ({ activeHolds, copiesUsable }) => (copiesUsable > 0 ? activeHolds : 0)),
      copiesOwned,
    ),
    // Retiring copies are on loan or set aside, but no longer owned.
    copiesIdle: sumOf(stock, (copies) => Math.max(0, copies.owned - copies.onLoan - copies.setAside)),
    categories,
    forHoldsPerCopy: needed.toBuy,
  };
}

/** A suspension that is over may be counted as waiting and its copy as set aside, for the moment until this is applied. */
function activeHoldsOf({ liveHolds, suspended, ready }: CategoryRow): number {
  return Math.max(0, liveHolds - suspended - ready);
}

function ratio(holds: number, copies: number): number | null {
  return copies === 0 ? null : Math.round((holds / copies) * 100) / 100;
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

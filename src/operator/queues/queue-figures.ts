import { copiesNeeded, type Purchase } from '../../domain/titles/copies-needed.js';
import type { CategoryRow, CollectionOfCategory, StockRow } from './demand.store.js';

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
  /** Holds that wait: neither suspended nor ready. */
  readonly activeHolds: number;
  /** Active holds of patrons who may use a copy, per copy owned; null if the library owns none. */
  readonly activeHoldRatio: number | null;
  /** Copies owned that are neither on loan nor set aside. */
  readonly copiesIdle: number;
  readonly categories: readonly CategoryFigures[];
  readonly copiesToBuy: readonly Purchase[];
}

/** What the figures of some titles are computed from. */
export interface QueueFacts {
  readonly categories: readonly CategoryRow[];
  readonly stock: readonly StockRow[];
  readonly uses: readonly CollectionOfCategory[];
}

/** @returns the figures of a title, by its reserveId; of a title without holds, too */
export function figuresOf(facts: QueueFacts, holdsPerCopy: number): (reserveId: string) => QueueFigures {
  const categories = Map.groupBy(facts.categories, ({ reserveId }) => reserveId);
  const stock = Map.groupBy(facts.stock, ({ reserveId }) => reserveId);
  const uses = Map.groupBy(facts.uses, ({ category }) => category);
  const collectionsOf = (category: string): string[] =>
    (uses.get(category) ?? []).map(({ collectionId }) => collectionId);
  return (reserveId) =>
    queueFigures(categories.get(reserveId) ?? [], stock.get(reserveId) ?? [], collectionsOf, holdsPerCopy);
}

function queueFigures(
  rows: readonly CategoryRow[],
  stock: readonly StockRow[],
  collectionsOf: (category: string) => string[],
  holdsPerCopy: number,
): QueueFigures {
  const owned = new Map(stock.map(({ collectionId, owned: copies }) => [collectionId, copies]));
  const demands = rows.map((row) => ({
    category: row.category,
    holds: activeHoldsOf(row),
    collections: collectionsOf(row.category),
  }));
  const needed = copiesNeeded(demands, owned, holdsPerCopy);
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
  return {
    activeHolds: sumOf(categories, ({ activeHolds }) => activeHolds),
    activeHoldRatio: ratio(
      sumOf(categories, ({ activeHolds, copiesUsable }) => (copiesUsable > 0 ? activeHolds : 0)),
      sumOf(stock, (copies) => copies.owned),
    ),
    // Retiring copies are on loan or set aside, but no longer owned.
    copiesIdle: sumOf(stock, (copies) => Math.max(0, copies.owned - copies.onLoan - copies.setAside)),
    categories,
    copiesToBuy: needed.toBuy,
  };
}

/** A suspension that is over may be counted as waiting and its copy as set aside, for the moment until it is settled. */
function activeHoldsOf({ liveHolds, suspended, ready }: CategoryRow): number {
  return Math.max(0, liveHolds - suspended - ready);
}

function ratio(holds: number, copies: number): number | null {
  return copies === 0 ? null : Math.round((holds / copies) * 100) / 100;
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
}

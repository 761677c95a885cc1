import type { Purchase } from './copies-needed.js';

/** The largest permitted goal. */
export const MAX_HOLDS_PER_COPY = 1_000;
export const MAX_TARGET_WAIT_DAYS = 365;

/** An order takes its time: copies that licences end within so many days are bought again now. */
export const ENDING_DAYS = 30;

/** A library's goals for buying copies. */
export interface BuyingGoal {
  /** The most active holds that may wait for each copy. */
  readonly holdsPerCopy: number;
  /** The likely wait of a new hold in days may be so long; null: there is no such goal. */
  readonly targetWaitDays: number | null;
}

/** Copies to buy, and how many of them each of the library's goals demands: the greater number is bought. */
export interface JustifiedPurchase extends Purchase {
  readonly forHoldsPerCopy: number;
  readonly forTargetWait: number;
}

/** @param forWait the copies that the goal for waits demands; undefined: none */
export function justifiedPurchases(
  forHoldsPerCopy: readonly Purchase[],
  forWait: Purchase | undefined,
): JustifiedPurchase[] {
  const copiesFor = (purchases: readonly Purchase[], wanted: string): number =>
    purchases.find(({ collectionId }) => collectionId === wanted)?.copies ?? 0;
  const waits = forWait === undefined ? [] : [forWait];
  const collections = new Set([...forHoldsPerCopy, ...waits].map(({ collectionId }) => collectionId));
  return [...collections].map((collectionId) => {
    const [ratio, wait] = [copiesFor(forHoldsPerCopy, collectionId), copiesFor(waits, collectionId)];
    return {
      collectionId,
      copies: Math.max(ratio, wait),
      forHoldsPerCopy: ratio,
      forTargetWait: wait,
    };
  });
}

import type { Purchase } from './copies-needed.js';

/** The greatest goals. */
export const MAX_HOLDS_PER_COPY = 1_000;
export const MAX_TARGET_WAIT_DAYS = 365;

/** What a library wants to reach by buying copies. */
export interface BuyingGoal {
  /** So many active holds are to wait for each copy at most. */
  readonly holdsPerCopy: number;
  /** A new hold is likely to wait so many days at most; null: there is no such goal. */
  readonly targetWaitDays: number | null;
}

/** Copies to buy, and how many of them each of the library's goals asks for: the greater number is bought. */
export interface JustifiedPurchase extends Purchase {
  readonly forHoldsPerCopy: number;
  readonly forTargetWait: number;
}

/** @param forWait what the wait asks for; undefined: nothing */
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

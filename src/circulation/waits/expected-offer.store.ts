import type { ExpectedOffer } from '../../domain/waits/estimated-wait.js';

/** Tickets are below it. */
export const CATEGORY_STEP = 2 ** 32;

const pointOf = (category: string, ticket: string): string =>
  `width_bucket(array_position(q.wait_categories, ${category}) * ${CATEGORY_STEP} + ${ticket} - 1, q.wait_keys) + 1`;

/**
 * SQL for the columns of an `ExpectedOfferRow`: what the waits in the row `q` of `title_queue` say about a ticket of a category.
 * Their keys put category and ticket into one number, so that one search in one array finds the point of this ticket or the next one.
 * @param isGapWanted SQL for "the hold comes back from a suspension, and may have to wait for the next copy then"
 */
export const expectedOffer = (category: string, ticket: string, isGapWanted = 'false'): string => `
  q.wait_ends[${pointOf(category, ticket)}] AS "expectedMinute",
  q.wait_likely[${pointOf(category, ticket)}] AS "likelyMinute",
  CASE WHEN ${isGapWanted} THEN q.wait_gaps[array_position(q.wait_categories, ${category})] END AS "gapHours"`;

/** SQL for the two times that the patron of a hold is told who places it now, and which its row keeps. */
export const toldWait = (category: string, ticket: string): string => `
  q.wait_likely[${pointOf(category, ticket)}] AS "toldLikely",
  CASE WHEN q.wait_likely IS NOT NULL THEN q.wait_ends[${pointOf(category, ticket)}] END AS "toldLatest"`;

/** Minutes and hours, because numbers are read faster than times. */
export interface ExpectedOfferRow {
  /** Since 1970. Null: nothing is known. */
  readonly expectedMinute: number | null;
  /** Null: only the worst case is known. */
  readonly likelyMinute: number | null;
  readonly gapHours: number | null;
}

export function expectedOfferFrom({
  expectedMinute,
  likelyMinute,
  gapHours,
}: ExpectedOfferRow): ExpectedOffer | undefined {
  if (expectedMinute === null) return undefined;
  return {
    by: new Date(expectedMinute * MINUTE_MS),
    likelyBy: likelyMinute === null ? undefined : new Date(likelyMinute * MINUTE_MS),
    gapHours: gapHours ?? 0,
  };
}

export const MINUTE_MS = 60 * 1000;

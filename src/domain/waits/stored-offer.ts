import { type EstimatedWait, type ExpectedOffer, isFarAway, waitUntil } from './estimated-wait.js';
import { MINUTE_MS } from '../durations.js';

/** The times for a ticket in a queue's row: in minutes and hours, because numbers are read faster than times. */
interface OfferTimes {
  /** Since 1970. Null: unknown. */
  readonly expectedMinute: number | null;
  /** Null: only the worst case is known. */
  readonly likelyMinute: number | null;
  /** From then on they are borrowed; null: they are not. */
  readonly borrowedMinute: number | null;
}

export interface StoredOffer extends OfferTimes {
  readonly gapHours: number | null;
}

export function expectedOfferFrom({
  expectedMinute,
  likelyMinute,
  borrowedMinute,
  gapHours = null,
}: OfferTimes & Partial<StoredOffer>): ExpectedOffer | undefined {
  if (expectedMinute === null) return undefined;
  return {
    by: new Date(expectedMinute * MINUTE_MS),
    likelyBy: likelyMinute === null ? undefined : new Date(likelyMinute * MINUTE_MS),
    borrowedFrom: borrowedMinute === null ? undefined : new Date(borrowedMinute * MINUTE_MS),
    gapHours: gapHours ?? 0,
  };
}

export interface OfferAtPlacement extends OfferTimes {
  /** In minutes; null: none. */
  readonly rulesAtPlacement: readonly (number | null)[] | null;
  readonly now: Date;
}

/**
 * The estimate that a patron was told, and those of the simple rules, as the row of a hold stores them. In minutes since 1970; null: none,
 * the worst case, or more than a year.
 */
export interface EstimateAtPlacement extends Pick<OfferAtPlacement, 'rulesAtPlacement'> {
  readonly likely: number | null;
  readonly latest: number | null;
}

/** The estimate of a hold that is ready at once. */
export const NO_ESTIMATE: EstimateAtPlacement = { likely: null, latest: null, rulesAtPlacement: null };

export function estimateAtPlacementFrom({
  rulesAtPlacement,
  now,
  ...times
}: OfferAtPlacement): EstimateAtPlacement {
  const offer = expectedOfferFrom(times);
  if (offer?.likelyBy === undefined) return { ...NO_ESTIMATE, rulesAtPlacement };
  const { likelyBy, latestBy } = waitUntil(offer, now);
  if (isFarAway(likelyBy, now)) return { ...NO_ESTIMATE, rulesAtPlacement };
  const latest = isFarAway(latestBy, now) ? offer.by : latestBy;
  return { likely: minuteOf(likelyBy), latest: minuteOf(latest), rulesAtPlacement };
}

function minuteOf(time: Date): number {
  return time.getTime() / MINUTE_MS;
}

export interface NewHoldOffer extends OfferTimes {
  /** A worker has computed when holds will be ready. */
  readonly isForecast: boolean;
  readonly now: Date;
}

/** The wait of a new hold. `never`: the library has no copy for it. Undefined: not known yet. */
export type NewHoldWait = EstimatedWait | 'never' | undefined;

export function newHoldWaitFrom({ isForecast, now, ...times }: NewHoldOffer): NewHoldWait {
  const offer = expectedOfferFrom(times);
  if (offer === undefined) return isForecast ? 'never' : undefined;
  return waitUntil(offer, now);
}

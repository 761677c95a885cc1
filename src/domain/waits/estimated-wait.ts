import { conditionOf, type Hold } from '../holds/hold.js';
import { DAY_MS, HOUR_MS } from '../durations.js';

/** The offer to a ticket by the curve of its queue. */
export interface ExpectedOffer {
  /** The latest time at which a hold with this ticket is offered a copy. */
  readonly by: Date;
  /** The time that is as likely to be met as not; undefined if only the worst case is known. */
  readonly likelyBy: Date | undefined;
  /** From then on it rests on what patrons do at other times; absent: it does not. */
  readonly borrowedFrom?: Date | undefined;
  /** The longest wait of the first in line. */
  readonly gapHours: number;
}

/**
 * The basis of an estimate. `known`: the queue, and what the library's patrons did in the last weeks, or in such weeks before. `borrowed`: the
 * same, but until then come weeks such as the library has not lived, a holiday for example, which are taken to be like others.
 * `worst-case`: the assumption that every pickup and every loan takes all of its time.
 */
export const WAIT_BASES = ['known', 'borrowed', 'worst-case'] as const;
export type WaitBasis = (typeof WAIT_BASES)[number];

/** The time at which a hold will be ready. A time more than a year away is given as 366 days from now. */
export interface EstimatedWait {
  /** Whole days from now, rounded up; at least 1. */
  readonly days: number;
  readonly likelyBy: Date;
  readonly latestBy: Date;
  /** Whole days to `latestBy`, rounded up. */
  readonly latestDays: number;
  readonly basis: WaitBasis;
}

/**
 * Undefined for a ready hold, and for one whose suspension has no end.
 * @param roomAt the latest time at which its patron, who has a limit of ready holds, wants another copy; null: now
 */
export function waitOfHold(
  hold: Hold,
  expected: ExpectedOffer,
  now: Date,
  roomAt: Date | null = null,
): EstimatedWait | undefined {
  switch (conditionOf(hold, now)) {
    case 'waiting':
      return waitUntil(roomAt === null ? expected : afterReturn(expected, roomAt), now);
    case 'ready':
      return undefined;
    case 'suspended': {
      if (hold.suspension?.type !== 'limited') return undefined;
      return waitUntil(afterReturn(expected, hold.suspension.until), now);
    }
  }
}

/** The estimate for a suspended hold, if its patron releases it now. */
export function waitIfReleased(expected: ExpectedOffer, now: Date): EstimatedWait {
  return waitUntil(afterReturn(expected, now), now);
}

/** A hold returns to its old place, and may have to wait for the next copy there. */
function afterReturn(expected: ExpectedOffer, until: Date): ExpectedOffer {
  const { by, likelyBy, gapHours } = expected;
  const atReturn = (offer: Date, hours: number): Date =>
    new Date(Math.max(offer.getTime(), until.getTime() + hours * HOUR_MS));
  return {
    ...expected,
    by: atReturn(by, gapHours),
    likelyBy: likelyBy && atReturn(likelyBy, gapHours / 2),
  };
}

/** A longer wait has no day. */
export const FAR_DAYS = 366;
const FAR_MS = FAR_DAYS * DAY_MS;

/** Whether a time means "more than a year". */
export function isFarAway(time: Date, now: Date): boolean {
  return time.getTime() - now.getTime() >= FAR_MS;
}

/** An estimate that is already past means today. */
export function waitUntil({ by, likelyBy = by, borrowedFrom }: ExpectedOffer, now: Date): EstimatedWait {
  const far = new Date(now.getTime() + FAR_MS);
  const latest = by > now ? earlier(by, far) : endOfDay(now);
  const likely = likelyBy > now ? earlier(likelyBy, latest) : earlier(endOfDay(now), latest);
  return {
    days: daysUntil(likely, now),
    likelyBy: likely,
    latestBy: latest,
    latestDays: daysUntil(latest, now),
    basis:
      likelyBy === by
        ? 'worst-case'
        : borrowedFrom !== undefined && borrowedFrom < latest
          ? 'borrowed'
          : 'known',
  };
}

/** Whole days, rounded up. */
function daysUntil(time: Date, now: Date): number {
  return Math.ceil((time.getTime() - now.getTime()) / DAY_MS);
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}

/** In UTC. */
function endOfDay(time: Date): Date {
  return new Date((Math.floor(time.getTime() / DAY_MS) + 1) * DAY_MS);
}

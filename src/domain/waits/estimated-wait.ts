import { conditionOf, type Hold } from '../holds/hold.js';

/** What the curve of a queue says about a ticket. */
export interface ExpectedOffer {
  /** When a hold with this ticket is offered a copy, at the latest. */
  readonly by: Date;
  /** As likely as not; undefined if only the worst case is known. */
  readonly likelyBy: Date | undefined;
  /** How long the first in line may wait. */
  readonly gapHours: number;
}

/**
 * What an estimate is made from. `known`: from the queue, and from what the library's patrons did in the last weeks. `worst-case`: as
 * if every pickup and every loan took all of its time.
 */
export const WAIT_BASES = ['known', 'worst-case'] as const;
export type WaitBasis = (typeof WAIT_BASES)[number];

/** When a hold will be ready. A time that is more than a year away is told as 366 days from now. */
export interface EstimatedWait {
  /** Whole days from now, rounded up; at least 1. */
  readonly days: number;
  readonly likelyBy: Date;
  readonly latestBy: Date;
  /** The same to `latestBy`. */
  readonly latestDays: number;
  readonly basis: WaitBasis;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Undefined for a hold that is ready, and for one whose suspension has no end.
 * @param roomAt when its patron, who wants only so many holds ready, wants another copy at the latest; null: now
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

/** When a hold that is suspended will be ready, if its patron releases it now. */
export function waitIfReleased(expected: ExpectedOffer, now: Date): EstimatedWait {
  return waitUntil(afterReturn(expected, now), now);
}

/** A hold comes back to its old place, and may have to wait for the next copy there. */
function afterReturn({ by, likelyBy, gapHours }: ExpectedOffer, until: Date): ExpectedOffer {
  const atReturn = (offer: Date, hours: number): Date =>
    new Date(Math.max(offer.getTime(), until.getTime() + hours * HOUR_MS));
  return { by: atReturn(by, gapHours), likelyBy: likelyBy && atReturn(likelyBy, gapHours / 2), gapHours };
}

/** Who waits for longer is told no day. */
const FAR_MS = 366 * DAY_MS;

/** Whether a time means "more than a year". */
export function isFarAway(time: Date, now: Date): boolean {
  return time.getTime() - now.getTime() >= FAR_MS;
}

/** An estimate that time has overtaken means today. */
export function waitUntil({ by, likelyBy = by }: ExpectedOffer, now: Date): EstimatedWait {
  const far = new Date(now.getTime() + FAR_MS);
  const latest = by > now ? earlier(by, far) : endOfDay(now);
  const likely = likelyBy > now ? earlier(likelyBy, latest) : earlier(endOfDay(now), latest);
  return {
    days: daysUntil(likely, now),
    likelyBy: likely,
    latestBy: latest,
    latestDays: daysUntil(latest, now),
    basis: likelyBy === by ? 'worst-case' : 'known',
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

import { conditionOf, type Hold } from '../holds/hold.js';

/** What the curve of a queue says about a ticket. */
export interface ExpectedOffer {
  /** When a hold with this ticket is offered a copy. */
  readonly by: Date;
  /** How long the first in line may wait. */
  readonly gapHours: number;
}

/** How sure an estimate is. `worst-case`: if every pickup and every loan takes all of its time. */
export const WAIT_BASES = ['worst-case'] as const;
export type WaitBasis = (typeof WAIT_BASES)[number];

/** When a hold will be ready. */
export interface EstimatedWait {
  /** Whole days from now, rounded up; at least 1. */
  readonly days: number;
  readonly likelyBy: Date;
  readonly latestBy: Date;
  readonly basis: WaitBasis;
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Undefined for a hold that is ready, and for one whose suspension has no end. */
export function waitOfHold(
  hold: Hold,
  { by, gapHours }: ExpectedOffer,
  now: Date,
): EstimatedWait | undefined {
  switch (conditionOf(hold, now)) {
    case 'waiting':
      return waitUntil(by, now);
    case 'ready':
      return undefined;
    case 'suspended': {
      if (hold.suspension?.type !== 'limited') return undefined;
      // It comes back to its old place, and may have to wait for the next copy there.
      const afterReturn = hold.suspension.until.getTime() + gapHours * HOUR_MS;
      return waitUntil(new Date(Math.max(by.getTime(), afterReturn)), now);
    }
  }
}

/** An estimate that time has overtaken means today. */
export function waitUntil(by: Date, now: Date): EstimatedWait {
  const end = by > now ? by : endOfDay(now);
  const days = Math.ceil((end.getTime() - now.getTime()) / DAY_MS);
  return { days, likelyBy: end, latestBy: end, basis: 'worst-case' };
}

/** In UTC. */
function endOfDay(time: Date): Date {
  return new Date((Math.floor(time.getTime() / DAY_MS) + 1) * DAY_MS);
}

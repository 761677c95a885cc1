import { extendedPickup } from '../../domain/holds/hold.js';
import { holdFrom } from '../hold-row.store.js';
import type { DueHoldRow } from '../queue.store.js';

/** The holds of a queue that time has changed, each in one of the lists. */
export interface DueHolds {
  /** Their last day is over. */
  readonly unneeded: readonly number[];
  /** Their suspension is over. */
  readonly over: readonly number[];
  /** Their pickup is extended, because no mail server has taken its notice. */
  readonly untold: readonly number[];
  readonly missed: readonly DueHoldRow[];
  /** Their end with a suspension was announced. */
  readonly announced: readonly DueHoldRow[];
  /** For how many seconds the longest overdue of those that may free a copy was due. */
  readonly secondsOverdue: number;
}

export function dueHoldsFrom(rows: readonly DueHoldRow[]): DueHolds {
  const isUnneeded = (row: DueHoldRow): boolean => row.expiresAt === null && isDue(row.notNeededFrom, row);
  const needed = rows.filter((row) => !isUnneeded(row));
  const pickups = needed.filter((row) => isDue(row.expiresAt, row));
  const untold = pickups.filter(isUntold);
  return {
    unneeded: ticketsOf(rows.filter(isUnneeded)),
    over: ticketsOf(needed.filter((row) => isDue(row.suspendedUntil, row))),
    untold: ticketsOf(untold),
    missed: pickups.filter((row) => !untold.includes(row)),
    announced: needed.filter((row) => isDue(row.suspensionEndsAt, row)),
    secondsOverdue: needed.reduce((most, row) => Math.max(most, secondsOverdue(row)), 0),
  };
}

export const ticketsOf = (rows: readonly { readonly ticket: number }[]): number[] =>
  rows.map(({ ticket }) => ticket);

const isDue = (end: Date | null, { now }: DueHoldRow): boolean => end !== null && end <= now;

function isUntold(row: DueHoldRow): boolean {
  const { pickup } = holdFrom(row);
  return pickup !== null && extendedPickup(pickup) !== undefined;
}

function secondsOverdue({ now, suspendedUntil, expiresAt }: DueHoldRow): number {
  return (now.getTime() - (suspendedUntil ?? expiresAt ?? now).getTime()) / 1000;
}

import type { Refusal } from '../errors.js';
import { DAY_MS } from '../durations.js';
import type { Closure } from '../library-calendar.js';

export const SUSPENSION_TYPES = ['indefinite', 'limited'] as const;
export type SuspensionType = (typeof SUSPENSION_TYPES)[number];
export const MIN_SUSPENSION_DAYS = 1;
export const MAX_SUSPENSION_DAYS = 365;

/** `indefinite` stays until it is released; `limited` ends by itself at `until`. */
export type Suspension = IndefiniteSuspension | { readonly type: 'limited'; readonly until: Date };

export interface IndefiniteSuspension {
  readonly type: 'indefinite';
  /** Absent if it was not recorded. */
  readonly since?: Date;
  /** The end of the hold if it is still suspended then, as its patron was told. */
  readonly announcedEnd?: Date;
}

/** A library that ends holds after a long suspension announces each end so many days before. */
export const ANNOUNCED_DAYS_BEFORE = 30;

/** A suspension as a patron asks for it; an indefinite one ignores the days. */
export type WantedSuspension =
  { readonly type: 'indefinite' } | { readonly type: 'limited'; readonly numberOfDays: number };

/** Days are 24 hours from `now`. Staff may name the end instead. */
export function suspensionFrom(
  now: Date,
  wanted: WantedSuspension | Extract<Suspension, { until: Date }>,
): Suspension {
  if (wanted.type === 'indefinite') return { type: 'indefinite', since: now };
  if ('until' in wanted) return wanted;
  return { type: 'limited', until: daysAfter(now, wanted.numberOfDays) };
}

export function daysAfter(time: Date, days: number): Date {
  return new Date(time.getTime() + days * DAY_MS);
}

/** Whole days left, rounded up, which clients add to today; 0 for an indefinite suspension. */
export function daysLeft(suspension: Suspension, now: Date): number {
  if (suspension.type === 'indefinite') return 0;
  return Math.max(0, Math.ceil((suspension.until.getTime() - now.getTime()) / DAY_MS));
}

/** The name of the closed days because of which the library has suspended a hold; undefined: it has not. */
export function closureOf(
  { suspension }: { readonly suspension: Suspension | null },
  closure: Closure | undefined,
): string | undefined {
  const until = suspension?.type === 'limited' ? suspension.until : undefined;
  return until?.getTime() === closure?.until.getTime() ? closure?.name : undefined;
}

export function isOver(suspension: Suspension, now: Date): boolean {
  return suspension.type === 'limited' && suspension.until <= now;
}

/**
 * Whether the hold ends with its suspension: an indefinite one that has lasted for `maxDays` and whose end was announced for now or earlier.
 * A library that changes its rule meanwhile does not end a hold that its new rule would keep.
 * @param maxDays null: no limit
 */
export function hasLastedTooLong(suspension: Suspension, maxDays: number | null, now: Date): boolean {
  if (maxDays === null || suspension.type !== 'indefinite') return false;
  const { since, announcedEnd } = suspension;
  if (since === undefined || announcedEnd === undefined) return false;
  return announcedEnd <= now && daysAfter(since, maxDays) <= now;
}

/** An address that a client sends along with a suspension. */
export interface SentAddress {
  readonly text: string;
  /** Set if the text is no address. */
  readonly problem: Refusal | undefined;
}

/**
 * The new address of a hold, if a client sends another one. A hold without an address gets none, and accepts any text. Undefined: nothing
 * changes.
 * @throws Refusal `InvalidEmailAddress`
 */
export function changedAddress(own: string | null, sent: SentAddress | undefined): string | undefined {
  if (own === null || sent === undefined) return undefined;
  if (sent.problem !== undefined) throw sent.problem;
  return own.toLowerCase() === sent.text.toLowerCase() ? undefined : sent.text;
}

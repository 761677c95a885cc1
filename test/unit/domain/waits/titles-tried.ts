import { hoursUntilReturn } from '../../../../src/domain/waits/policies/policy.js';
import type { TrialTitle } from '../../../../src/domain/waits/policies/policy-trial.js';
import type { KnownCollection, KnownHold, KnownQueue } from '../../../../src/domain/waits/known-queue.js';

/** Titles on which policies are tried. */

export const LOAN_DAYS = 21;
export const LOAN = 24 * LOAN_DAYS;
export const PICKUP = 72;
export const DAY = 24;

export const hold = (ticket: number, members: Partial<KnownHold> = {}): KnownHold => ({
  ticket,
  category: 'adult',
  returnsIn: 0,
  hasMissed: false,
  loanHours: LOAN,
  ...members,
});

/** The loans of its copies end one after the other, in equal steps. */
export const collection = (
  owned: number,
  collectionId = 'main',
  categories = ['adult'],
): KnownCollection => ({
  collectionId,
  categories,
  owned,
  loans: Array.from({ length: owned }, (_, copy) => ({ hours: LOAN, left: (LOAN * (copy + 1)) / owned })),
  pickups: [],
});

/** A title with so many copies, all lent, and so many holds. */
export function titleWith(copies: number, holds: number, members: Partial<TrialTitle> = {}): TrialTitle {
  const queue: KnownQueue = {
    collections: [collection(copies)],
    holds: Array.from({ length: holds }, (_, index) => hold(index + 1)),
    pickupHours: PICKUP,
    returnsAfterMiss: hoursUntilReturn('redeliver-once'),
  };
  return {
    number: 1,
    formatClass: 'eBook',
    loanDays: LOAN_DAYS,
    learned: undefined,
    own: {},
    queue,
    nextTicket: holds + 1,
    perHour: 0,
    ...members,
  };
}

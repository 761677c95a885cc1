import { type AvailabilityFacts, titleActionFor } from '../../../../src/domain/titles/availability.js';
import type { Hold } from '../../../../src/domain/holds/hold.js';

const now = new Date('2026-03-31T12:00:00Z');
const waiting: Hold = {
  ticket: 1,
  emailAddress: null,
  placedAt: now,
  suspension: null,
  pickup: null,
  missedPickups: 0,
};
const suspended: Hold = { ...waiting, suspension: { type: 'indefinite' } };
const ready: Hold = {
  ...waiting,
  pickup: { collectionId: 'main', expiresAt: new Date('2026-04-01T12:00:00Z') },
};

const DAY_MS = 86_400_000;
const onLoanFor = (days: number): Date => new Date(now.getTime() + days * DAY_MS);

const plain: AvailabilityFacts = {
  isCopyFree: false,
  borrowedUntil: null,
  renewalDays: 3,
  isWithdrawn: false,
  hold: undefined,
  now,
};

describe('the catalog offers', () => {
  const rows: [string, Partial<AvailabilityFacts>, string | undefined][] = [
    ['a checkout of a free copy', { isCopyFree: true }, 'checkout'],
    ['a checkout of a free copy, whatever the hold', { isCopyFree: true, hold: suspended }, 'checkout'],
    ['a checkout of the copy set aside', { hold: ready }, 'checkout'],
    ['a hold when no copy is free', {}, 'hold'],
    ['nothing when the title was withdrawn', { isWithdrawn: true }, undefined],
    ['nothing to a patron whose hold waits', { hold: waiting }, undefined],
    ['nothing to a patron whose hold is suspended', { hold: suspended }, undefined],
    [
      'nothing to a patron who has the title on loan',
      { isCopyFree: true, borrowedUntil: onLoanFor(4) },
      undefined,
    ],
    ['a hold in the last days of the loan', { borrowedUntil: onLoanFor(3) }, 'hold'],
    [
      'a hold in the last days of the loan, even while a copy is free',
      { isCopyFree: true, borrowedUntil: onLoanFor(3) },
      'hold',
    ],
    [
      'no hold at the end of a loan of a withdrawn title',
      { isWithdrawn: true, borrowedUntil: onLoanFor(3) },
      undefined,
    ],
    [
      'nothing while a loan runs and the hold waits',
      { isCopyFree: true, hold: waiting, borrowedUntil: onLoanFor(1) },
      undefined,
    ],
    [
      'a checkout of the copy set aside while the loan runs',
      { hold: ready, borrowedUntil: onLoanFor(1) },
      'checkout',
    ],
    [
      'nothing at the end of a loan where none is renewed',
      { renewalDays: 0, borrowedUntil: onLoanFor(1) },
      undefined,
    ],
  ];
  test.each(rows)('%s', (_, facts, expected) => {
    expect(titleActionFor({ ...plain, ...facts })).toBe(expected);
  });
});

import { type AvailabilityFacts, titleActionFor } from '../../src/domain/availability.js';
import type { Hold } from '../../src/domain/hold.js';

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

describe('the catalog offers', () => {
  const rows: [string, AvailabilityFacts, string | undefined][] = [
    [
      'a checkout of a free copy',
      { isCopyFree: true, isBorrowed: false, isWithdrawn: false, hold: undefined },
      'checkout',
    ],
    [
      'a checkout of a free copy, whatever the hold',
      { isCopyFree: true, isBorrowed: false, isWithdrawn: false, hold: suspended },
      'checkout',
    ],
    [
      'a checkout of the copy set aside',
      { isCopyFree: false, isBorrowed: false, isWithdrawn: false, hold: ready },
      'checkout',
    ],
    [
      'a hold when no copy is free',
      { isCopyFree: false, isBorrowed: false, isWithdrawn: false, hold: undefined },
      'hold',
    ],
    [
      'nothing when the title was withdrawn',
      { isCopyFree: false, isBorrowed: false, isWithdrawn: true, hold: undefined },
      undefined,
    ],
    [
      'nothing to a patron whose hold waits',
      { isCopyFree: false, isBorrowed: false, isWithdrawn: false, hold: waiting },
      undefined,
    ],
    [
      'nothing to a patron whose hold is suspended',
      { isCopyFree: false, isBorrowed: false, isWithdrawn: false, hold: suspended },
      undefined,
    ],
    [
      'nothing to a patron who has the title on loan',
      { isCopyFree: true, isBorrowed: true, isWithdrawn: false, hold: undefined },
      undefined,
    ],
  ];
  test.each(rows)('%s', (_, facts, expected) => {
    expect(titleActionFor(facts, now)).toBe(expected);
  });
});

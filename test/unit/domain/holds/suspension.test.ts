import fc from 'fast-check';
import {
  daysAfter,
  daysLeft,
  isOver,
  MAX_SUSPENSION_DAYS,
  MIN_SUSPENSION_DAYS,
  type Suspension,
  SUSPENSION_TYPES,
  suspensionFrom,
} from '../../../../src/domain/holds/suspension.js';

const NOW = new Date('2026-03-29T00:30:00Z');
const HOUR = 60 * 60 * 1000;

function endsAfter(milliseconds: number): Suspension {
  return { type: 'limited', until: new Date(NOW.getTime() + milliseconds) };
}

test('a suspension is indefinite or limited to 1 to 365 days', () => {
  expect(SUSPENSION_TYPES).toEqual(['indefinite', 'limited']);
  expect([MIN_SUSPENSION_DAYS, MAX_SUSPENSION_DAYS]).toEqual([1, 365]);
});

test('an indefinite suspension has no end, and begins now', () => {
  expect(suspensionFrom(NOW, { type: 'indefinite' })).toEqual({ type: 'indefinite', since: NOW });
});

test('a day of a limited suspension has 24 hours, whatever local clocks do', () => {
  expect(suspensionFrom(NOW, { type: 'limited', numberOfDays: 2 })).toEqual({
    type: 'limited',
    until: new Date('2026-03-31T00:30:00Z'),
  });
});

test.each([
  [14 * 24 * HOUR, 14],
  [14 * 24 * HOUR - 1, 14],
  [13 * 24 * HOUR + 1, 14],
  [13 * 24 * HOUR, 13],
  [24 * HOUR, 1],
  [1, 1],
  [0, 0],
  [-1, 0],
  [-30 * 24 * HOUR, 0],
])('a suspension that ends in %d ms has %d days left, rounded up', (milliseconds, days) => {
  expect(daysLeft(endsAfter(milliseconds), NOW)).toBe(days);
});

test('an indefinite suspension has 0 days left', () => {
  expect(daysLeft({ type: 'indefinite' }, NOW)).toBe(0);
});

test('a new suspension has as many days left as requested', () => {
  fc.assert(
    fc.property(fc.date({ noInvalidDate: true }), fc.integer({ min: 1, max: 365 }), (now, numberOfDays) => {
      fc.pre(!Number.isNaN(daysAfter(now, 365).getTime()));
      expect(daysLeft(suspensionFrom(now, { type: 'limited', numberOfDays }), now)).toBe(numberOfDays);
    }),
  );
});

test('the days left never increase, and are 0 exactly when the suspension is over', () => {
  const moment = fc.integer({ min: -40 * 24 * HOUR, max: 40 * 24 * HOUR });
  fc.assert(
    fc.property(moment, moment, fc.nat(HOUR), (end, look, later) => {
      const suspension = endsAfter(end);
      const now = new Date(NOW.getTime() + look);
      expect(daysLeft(suspension, now) === 0).toBe(isOver(suspension, now));
      expect(daysLeft(suspension, new Date(now.getTime() + later))).toBeLessThanOrEqual(
        daysLeft(suspension, now),
      );
    }),
  );
});

test('an indefinite suspension is never over', () => {
  expect(isOver({ type: 'indefinite' }, daysAfter(NOW, 1_000_000))).toBe(false);
});

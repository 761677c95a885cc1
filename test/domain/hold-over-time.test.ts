import fc from 'fast-check';
import {
  conditionOf,
  type Hold,
  holdAt,
  REST_AFTER_MISSED_PICKUP_DAYS,
  visiblePlace,
} from '../../src/domain/hold.js';
import { daysAfter } from '../../src/domain/suspension.js';

const PLACED = new Date('2026-03-01T12:00:00Z');
const NOW = new Date('2026-03-10T12:00:00Z');
const SECOND = 1000;

const waiting: Hold = {
  ticket: 5,
  emailAddress: 'reader@example.org',
  placedAt: PLACED,
  suspension: null,
  pickup: null,
  missedPickups: 0,
};

function suspendedUntil(until: Date): Hold {
  return { ...waiting, suspension: { type: 'limited', until } };
}

function readyUntil(expiresAt: Date, missedPickups = 0): Hold {
  return { ...waiting, pickup: { collectionId: 'main', expiresAt }, missedPickups };
}

function after(milliseconds: number): Date {
  return new Date(NOW.getTime() + milliseconds);
}

describe('the condition of a hold', () => {
  test('a hold without a suspension or a copy is waiting', () => {
    expect(conditionOf(waiting, NOW)).toBe('waiting');
  });

  test('a hold with a copy set aside is ready', () => {
    expect(conditionOf(readyUntil(after(SECOND)), NOW)).toBe('ready');
  });

  test('an indefinite suspension lasts however much time passes', () => {
    const hold: Hold = { ...waiting, suspension: { type: 'indefinite' } };
    expect(conditionOf(hold, NOW)).toBe('suspended');
    expect(conditionOf(hold, daysAfter(NOW, 100_000))).toBe('suspended');
  });

  test('a limited suspension lasts until its last moment, and is over at its end', () => {
    const hold = suspendedUntil(NOW);
    expect(conditionOf(hold, after(-1))).toBe('suspended');
    expect(conditionOf(hold, NOW)).toBe('waiting');
    expect(conditionOf(hold, after(SECOND))).toBe('waiting');
  });
});

describe('a missed pickup', () => {
  test('a hold without a missed pickup stays the same', () => {
    for (const hold of [waiting, suspendedUntil(after(-SECOND)), readyUntil(after(1))])
      expect(holdAt(NOW, hold, 'redeliver-once')).toBe(hold);
  });

  test('a pickup is missed when it expires, not before', () => {
    const ready = readyUntil(NOW);
    expect(holdAt(after(-1), ready, 'redeliver-once')).toBe(ready);
    expect(holdAt(NOW, ready, 'redeliver-once')).toMatchObject({ pickup: null });
  });

  test('the first time, the hold is suspended for seven days from the expiry, and keeps its ticket and address', () => {
    expect(REST_AFTER_MISSED_PICKUP_DAYS).toBe(7);
    expect(holdAt(after(5 * SECOND), readyUntil(NOW), 'redeliver-once')).toEqual({
      ...waiting,
      suspension: { type: 'limited', until: daysAfter(NOW, 7) },
      missedPickups: 1,
    });
  });

  test('the suspension ends seven days after the expiry, however late anyone looks', () => {
    const look = daysAfter(NOW, 8);
    const hold = holdAt(look, readyUntil(NOW), 'redeliver-once');
    expect(hold && conditionOf(hold, look)).toBe('waiting');
  });

  test('the second time, the hold ends', () => {
    expect(holdAt(NOW, readyUntil(NOW, 1), 'redeliver-once')).toBeUndefined();
    expect(holdAt(after(-1), readyUntil(NOW, 1), 'redeliver-once')).toBeDefined();
  });

  test('where the library cancels, the hold ends the first time', () => {
    expect(holdAt(NOW, readyUntil(NOW), 'cancel')).toBeUndefined();
    expect(holdAt(after(-1), readyUntil(NOW), 'cancel')).toBeDefined();
  });

  test('a library that cancels never ends a hold that was not ready, such as a suspended one', () => {
    const long = daysAfter(NOW, 10_000);
    for (const hold of [
      waiting,
      suspendedUntil(NOW),
      { ...waiting, suspension: { type: 'indefinite' } as const },
    ])
      expect(holdAt(long, hold, 'cancel')).toBe(hold);
  });

  test('looking twice gives the same result as looking once', () => {
    const times = fc.integer({ min: -20, max: 20 }).map((days) => daysAfter(NOW, days));
    const policy = fc.constantFrom('redeliver-once' as const, 'cancel' as const);
    fc.assert(
      fc.property(times, times, fc.nat(2), policy, (expiresAt, now, missed, missedPickup) => {
        const once = holdAt(now, readyUntil(expiresAt, missed), missedPickup);
        if (once !== undefined) expect(holdAt(now, once, missedPickup)).toEqual(once);
      }),
    );
  });
});

describe('the place that a patron sees', () => {
  const inQueue = { place: 3, queueLength: 8 };

  test.each(['waiting', 'suspended'] as const)('of a %s hold is its place in the queue', (condition) => {
    expect(visiblePlace(condition, inQueue)).toEqual(inQueue);
  });

  test('of a ready hold is 1 of 1', () => {
    expect(visiblePlace('ready', inQueue)).toEqual({ place: 1, queueLength: 1 });
  });
});

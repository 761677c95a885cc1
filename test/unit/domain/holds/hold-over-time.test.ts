import fc from 'fast-check';
import {
  conditionOf,
  type Hold,
  holdAt,
  type HoldRules,
  MISSED_PICKUP,
  SUSPENSION_AFTER_MISSED_PICKUP_DAYS,
  visiblePlace,
} from '../../../../src/domain/holds/hold.js';
import { daysAfter } from '../../../../src/domain/holds/suspension.js';

const PLACED = new Date('2026-03-01T12:00:00Z');
const NOW = new Date('2026-03-10T12:00:00Z');
const SECOND = 1000;

const REDELIVER_ONCE: HoldRules = { missedPickup: 'redeliver-once', suspensionEndsAfterDays: null };
const CANCEL: HoldRules = { missedPickup: 'cancel', suspensionEndsAfterDays: null };
const SUSPEND: HoldRules = { missedPickup: 'suspend', suspensionEndsAfterDays: null };

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
      expect(holdAt(NOW, hold, REDELIVER_ONCE)).toBe(hold);
  });

  test('a pickup is missed when it expires, not before', () => {
    const ready = readyUntil(NOW);
    expect(holdAt(after(-1), ready, REDELIVER_ONCE)).toBe(ready);
    expect(holdAt(NOW, ready, REDELIVER_ONCE)).toMatchObject({ pickup: null });
  });

  test('the first time, the hold is suspended for seven days from the expiry, and keeps its ticket and address', () => {
    expect(SUSPENSION_AFTER_MISSED_PICKUP_DAYS).toBe(7);
    expect(holdAt(after(5 * SECOND), readyUntil(NOW), REDELIVER_ONCE)).toEqual({
      ...waiting,
      suspension: { type: 'limited', until: daysAfter(NOW, 7) },
      missedPickups: 1,
    });
  });

  test('the suspension ends seven days after the expiry, however late anyone looks', () => {
    const look = daysAfter(NOW, 8);
    const hold = holdAt(look, readyUntil(NOW), REDELIVER_ONCE);
    expect(hold && conditionOf(hold, look)).toBe('waiting');
  });

  test('the second time, the hold ends', () => {
    for (const rules of [REDELIVER_ONCE, SUSPEND]) {
      expect(holdAt(NOW, readyUntil(NOW, 1), rules)).toBeUndefined();
      expect(holdAt(after(-1), readyUntil(NOW, 1), rules)).toBeDefined();
    }
  });

  test('where the library cancels, the hold ends the first time', () => {
    expect(holdAt(NOW, readyUntil(NOW), CANCEL)).toBeUndefined();
    expect(holdAt(after(-1), readyUntil(NOW), CANCEL)).toBeDefined();
  });

  test('a library that cancels never ends a hold that was not ready, such as a suspended one', () => {
    const long = daysAfter(NOW, 10_000);
    for (const hold of [
      waiting,
      suspendedUntil(NOW),
      { ...waiting, suspension: { type: 'indefinite' } as const },
    ])
      expect(holdAt(long, hold, CANCEL)).toBe(hold);
  });

  test('where the library suspends, the hold is suspended without an end the first time, from the expiry', () => {
    expect(holdAt(after(5 * SECOND), readyUntil(NOW), SUSPEND)).toEqual({
      ...waiting,
      suspension: { type: 'indefinite', since: NOW },
      missedPickups: 1,
    });
  });

  test('while no mail server has accepted its notice, it goes on, up to the last moment that it may', () => {
    const [collectionId, extendableTo] = ['main', after(5 * SECOND)];
    const untold: Hold = { ...waiting, pickup: { collectionId, expiresAt: NOW, extendableTo } };
    expect(holdAt(after(-1), untold, CANCEL)).toBe(untold);
    expect(holdAt(after(5 * SECOND - 1), untold, CANCEL)).toEqual({
      ...untold,
      pickup: { collectionId, expiresAt: extendableTo },
    });
    expect(holdAt(extendableTo, untold, CANCEL)).toBeUndefined();
  });

  test('looking twice gives the same result as looking once', () => {
    const times = fc.integer({ min: -20, max: 20 }).map((days) => daysAfter(NOW, days));
    const anyRules = fc.record({
      missedPickup: fc.constantFrom(...MISSED_PICKUP),
      suspensionEndsAfterDays: fc.constantFrom(null, 31, 365),
    });
    fc.assert(
      fc.property(times, times, fc.nat(2), anyRules, (expiresAt, now, missed, rules) => {
        const once = holdAt(now, readyUntil(expiresAt, missed), rules);
        if (once !== undefined) expect(holdAt(now, once, rules)).toEqual(once);
      }),
    );
  });
});

describe('a suspension that lasts long', () => {
  const RULES: HoldRules = { missedPickup: 'suspend', suspensionEndsAfterDays: 365 };
  const longSuspended = (announcedEnd?: Date, since: Date | undefined = daysAfter(NOW, -365)): Hold => ({
    ...waiting,
    suspension: {
      type: 'indefinite',
      ...(since && { since }),
      ...(announcedEnd && { announcedEnd }),
    },
  });

  test('ends the hold at the announced end, not before', () => {
    expect(holdAt(NOW, longSuspended(NOW), RULES)).toBeUndefined();
    expect(holdAt(after(-1), longSuspended(NOW), RULES)).toBeDefined();
  });

  test('ends no hold to whose patron nothing was announced, however long it lasts', () => {
    expect(holdAt(daysAfter(NOW, 10_000), longSuspended(), RULES)).toBeDefined();
  });

  test('ends no hold in a library without the rule, or with one that leaves it longer', () => {
    const hold = longSuspended(NOW);
    expect(holdAt(daysAfter(NOW, 100), hold, SUSPEND)).toBe(hold);
    expect(holdAt(daysAfter(NOW, 100), hold, { ...RULES, suspensionEndsAfterDays: 500 })).toBe(hold);
  });

  test('ends no hold of which nobody knows since when', () => {
    const unknown: Hold = { ...waiting, suspension: { type: 'indefinite', announcedEnd: NOW } };
    expect(holdAt(daysAfter(NOW, 10_000), unknown, RULES)).toBe(unknown);
  });

  test('ends a hold for ever: once it has ended, it has ended at every later time', () => {
    const day = fc.integer({ min: -400, max: 400 });
    const mostDays = fc.integer({ min: 31, max: 400 });
    fc.assert(
      fc.property(day, day, day, fc.nat(400), mostDays, (since, announced, now, later, most) => {
        const hold = longSuspended(daysAfter(NOW, announced), daysAfter(NOW, since));
        const rules = { ...RULES, suspensionEndsAfterDays: most };
        const endsOn = Math.max(announced, since + most);
        expect(holdAt(daysAfter(NOW, now), hold, rules) === undefined).toBe(now >= endsOn);
        if (now >= endsOn) expect(holdAt(daysAfter(NOW, now + later), hold, rules)).toBeUndefined();
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

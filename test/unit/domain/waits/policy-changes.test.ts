import { comingHolds, holdsAnHour, shareWithin } from '../../../../src/domain/waits/policies/demand.js';
import { KeyedRandom } from '../../../../src/domain/waits/keyed-random.js';
import {
  collectionToBuyFor,
  copiesBought,
  hoursUntilReturn,
  underPolicy,
} from '../../../../src/domain/waits/policies/policy.js';
import { WaitTally } from '../../../../src/domain/waits/policies/wait-tally.js';
import { collection, DAY, hold, LOAN, PICKUP, titleWith } from './titles-tried.js';

/** What a trial of other rules is made of. */

describe('the demand', () => {
  test('follows from the tickets behind a hold', () => {
    const perHour = (members: object): number =>
      holdsAnHour({ nextTicket: 81, titleAge: 9_000, placed: undefined, assigned: undefined, ...members });
    expect(perHour({ placed: { ticket: 10, age: 700 } })).toBeCloseTo(0.1, 10);
    expect(perHour({ placed: { ticket: 80, age: 700 } })).toBe(0);
    expect(perHour({})).toBe(0);
    // Nobody has waited for a week: since the hold that was given a copy three weeks ago there were 50 others.
    const placed = { ticket: 78, age: 2 };
    expect(perHour({ placed, assigned: { ticket: 30, age: 500 } })).toBeCloseTo(0.1, 10);
    // They are the first in six weeks, or since the library has the title, but not in less than a week.
    expect(perHour({ placed })).toBeCloseTo(2 / (42 * DAY), 10);
    expect(perHour({ placed, titleAge: 20 * DAY })).toBeCloseTo(2 / (20 * DAY), 10);
    expect(perHour({ placed, titleAge: DAY })).toBeCloseTo(2 / (7 * DAY), 10);
    expect(perHour({ assigned: { ticket: 78, age: 2 } })).toBeCloseTo(2 / (42 * DAY), 10);
    expect(perHour({ placed, assigned: { ticket: 70, age: 100 } })).toBeCloseTo(10 / (42 * DAY), 10);
    // All of them came with one import, and the first was given a copy at once.
    const imported = { placed: { ticket: 80, age: 2 }, assigned: { ticket: 1, age: 2 } };
    expect(perHour({ ...imported, titleAge: 2 })).toBe(0);
  });

  test('brings as many holds as it says, at any time, by patrons like those who wait', () => {
    const { queue } = titleWith(1, 0);
    const child = hold(2, { category: 'child', loanHours: 168 });
    const ready = hold(3, { hasMissed: true });
    const pickup = { hours: PICKUP, left: 1, loanHours: LOAN, hold: ready };
    const known = {
      ...queue,
      holds: [hold(1), child],
      collections: [{ ...collection(1), pickups: [pickup] }],
    };
    const demand = { nextTicket: 4, perHour: 2, loanHours: 240 };
    const random = new KeyedRandom(1);
    random.restart(0);
    const coming = comingHolds(known, demand, 10_000, random);
    expect(coming.length / 20_000).toBeCloseTo(1, 1);
    expect(coming.map(({ ticket }) => ticket)).toEqual(coming.map((_, index) => 4 + index));
    const times = coming.map(({ placedIn }) => placedIn);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.filter((time) => time < 5_000).length / times.length).toBeCloseTo(0.5, 1);
    expect(
      coming.filter(({ category, loanHours }) => category === 'child' && loanHours === 168),
    ).toHaveLength(coming.filter(({ category }) => category === 'child').length);
    expect(coming.filter(({ category }) => category === 'child').length / coming.length).toBeCloseTo(
      1 / 3,
      1,
    );
    expect(coming.some(({ hasMissed }) => hasMissed)).toBe(false);
    expect(comingHolds(known, { ...demand, perHour: 0 }, 10_000, random)).toEqual([]);
    const [first] = comingHolds(queue, demand, 100, random);
    expect(first).toMatchObject({ category: 'adult', loanHours: 240, ticket: 4 });
  });

  test('of a lower hold limit is what patrons have within it; those with a limit of their own keep it', () => {
    const counts = [
      { holds: 2, patrons: 10, haveLibrarysLimit: true },
      { holds: 10, patrons: 2, haveLibrarysLimit: true },
      { holds: 10, patrons: 1, haveLibrarysLimit: false },
    ];
    expect(shareWithin(15, counts)).toBe(1);
    expect(shareWithin(5, counts)).toBeCloseTo(40 / 50, 10);
    expect(shareWithin(1, counts)).toBeCloseTo(22 / 50, 10);
    expect(shareWithin(0, counts)).toBeCloseTo(10 / 50, 10);
    expect([shareWithin(3, []), shareWithin(0, [])]).toEqual([1, 0]);
  });
});

describe('the changes', () => {
  test('of copies are for each title, or a share of all of them together', () => {
    expect(copiesBought([1, 1, 1, 1], { perTitle: 2 })).toEqual([2, 2, 2, 2]);
    expect(copiesBought([1, 1, 1, 1], { percent: 50 })).toEqual([1, 0, 1, 0]);
    expect(copiesBought([3], { percent: 50 })).toEqual([2]);
    const owned = [5, 1, 1, 7, 2, 9, 1, 1];
    const bought = copiesBought(owned, { percent: 20 });
    expect(bought.reduce((sum, each) => sum + each, 0)).toBe(Math.round(27 / 5));
    expect(copiesBought([1, 2], undefined)).toEqual([0, 0]);
  });

  test('buy for the collection of those who wait', () => {
    const { queue } = titleWith(1, 3);
    const both = [collection(1), collection(0, 'children', ['child'])];
    expect(collectionToBuyFor({ ...queue, collections: both }, 4)).toBe('main');
    const children = [hold(1, { category: 'child' })];
    expect(collectionToBuyFor({ ...queue, collections: both, holds: children }, 4)).toBe('children');
    expect(collectionToBuyFor({ ...queue, collections: [], holds: children }, 4)).toBeUndefined();
  });

  test('reach the holds that wait and those that are ready, and no copy that is set aside already', () => {
    const { queue } = titleWith(1, 1);
    const pickup = { hours: PICKUP, left: 5, loanHours: LOAN, hold: hold(9) };
    const known = { ...queue, collections: [{ ...collection(1), pickups: [pickup] }] };
    const changes = { pickupHours: 24, lendingDays: { eBook: 7 }, missedPickup: 'cancel' } as const;
    const changed = underPolicy(known, 'eBook', changes, { collectionId: 'main', copies: 3 });
    expect(changed).toMatchObject({ pickupHours: 24, returnsAfterMiss: null, holds: [{ loanHours: 168 }] });
    expect(changed.collections).toMatchObject([
      { owned: 4, pickups: [{ hours: PICKUP, left: 5, loanHours: 168, hold: { loanHours: 168 } }] },
    ]);
    expect(underPolicy(known, 'eBook', {}, undefined)).toEqual(known);
    expect([hoursUntilReturn('redeliver-once'), hoursUntilReturn('suspend')]).toEqual([168, null]);
  });
});

test.each([12, 59, 60])(
  'in %i runs the first number of a key is in each part of what is possible',
  (runs) => {
    const random = new KeyedRandom(7);
    const orders = [1, 2, 3].map((key) => {
      const firsts = Array.from({ length: runs }, (_, run) => {
        random.restartIn({ run, runs }, key);
        return Math.floor(runs * random.next());
      });
      expect([...firsts].sort((a, b) => a - b)).toEqual(firsts.map((_, part) => part));
      return firsts.join();
    });
    expect(new Set(orders).size).toBe(orders.length);
  },
);

test('random numbers follow from their key alone, and are spread evenly', () => {
  const random = new KeyedRandom(7);
  const drawn = (...key: number[]): number[] => {
    random.restart(...key);
    return [random.next(), random.next(), random.next()];
  };
  expect(drawn(1, 2)).toEqual(drawn(1, 2));
  expect(new Set([...drawn(1, 2), ...drawn(2, 1), ...drawn(1, 3), ...drawn(1)]).size).toBe(12);
  const firsts = Array.from({ length: 10_000 }, (_, key) => drawn(1, key)[0]!);
  for (let tenth = 0; tenth < 10; tenth += 1) {
    const within = firsts.filter((number) => Math.floor(number * 10) === tenth);
    expect(within.length).toBeGreaterThan(900);
    expect(within.length).toBeLessThan(1_100);
  }
});

test('a wait is counted in full hours, and a share of the holds is the smallest that reaches it', () => {
  const tally = new WaitTally();
  expect(tally.within(0.5)).toBeUndefined();
  for (const hours of [1, 1.5, 5, Infinity]) tally.add(hours);
  expect([0.25, 0.5, 0.75, 0.9].map((share) => tally.within(share))).toEqual([1, 2, 5, Infinity]);
  const other = new WaitTally();
  other.add(1);
  tally.addAll(other);
  expect([tally.holds, tally.within(0.4)]).toEqual([5, 1]);
});

import {
  copiesAt,
  copiesForWait,
  hasMoved,
  isWorthMore,
  newHoldHours,
  placeToBuy,
} from '../../../../src/domain/waits/more-copies.js';
import {
  type KnownCollection,
  type KnownHold,
  type KnownQueue,
  withCopies,
} from '../../../../src/domain/waits/known-queue.js';
import { MAX_HOURS } from '../../../../src/domain/waits/wait-curve.js';
import { simulateOffers } from '../../../../src/domain/waits/simulation.js';
import { waitCurves } from '../../../../src/domain/waits/wait-curve.js';

/** What more copies bring, and where. */

const LOAN = 100;
const PICKUP = 10;

/** Holds with these tickets. */
const holdsOf = (category: string, tickets: readonly number[], returnsIn = 0): KnownHold[] =>
  tickets.map((ticket) => ({ ticket, category, returnsIn, loanHours: LOAN, hasMissed: false }));

/** Its copies have just been lent. */
const collection = (collectionId: string, owned: number, categories = ['adult']): KnownCollection => ({
  collectionId,
  categories,
  owned,
  loans: Array.from({ length: owned }, () => ({ hours: LOAN, left: LOAN })),
  pickups: [],
});

const queue = (collections: readonly KnownCollection[], holds: readonly KnownHold[]): KnownQueue => ({
  collections,
  holds,
  pickupHours: PICKUP,
  returnsAfterMiss: null,
});

const curvesOf = (known: KnownQueue): ReturnType<typeof waitCurves> =>
  waitCurves(known, [simulateOffers(known)], 1_000);
const placeIn = (known: KnownQueue): ReturnType<typeof placeToBuy> => placeToBuy(known, curvesOf(known));

test('one more copy goes to the first in line at once, and all others wait less', () => {
  const known = queue([collection('main', 1), collection('adults', 1)], holdsOf('adult', [1, 2, 3]));
  const { ofHolds, ofNewHolds } = simulateOffers(withCopies(known, 'adults', 1));
  expect(Object.fromEntries(ofHolds)).toEqual({ 1: 0, 2: LOAN, 3: LOAN });
  // Behind the second of three copies that come back.
  expect(ofNewHolds.get('adult')).toBe(LOAN + PICKUP);
  expect(simulateOffers(known).ofNewHolds.get('adult')).toBe(2 * LOAN + PICKUP);
  expect(known.collections.map(({ owned }) => owned)).toEqual([1, 1]);
});

test('a copy is bought for those who wait longest, where it also serves most of the others', () => {
  const everybody = ['adult', 'child'];
  const stock = [
    collection('adults', 1),
    collection('main', 1, everybody),
    collection('children', 0, ['child']),
  ];
  const waiting = [...holdsOf('adult', [1]), ...holdsOf('child', [2, 3, 4])];
  expect(placeIn(queue(stock, waiting))).toEqual({ category: 'child', collectionId: 'main' });
  expect(placeIn(queue(stock, holdsOf('child', [1])))).toEqual({ category: 'child', collectionId: 'main' });
  // A teacher would wait longest, but none does.
  const few = [
    ...stock,
    { ...collection('teachers', 1, ['teacher']), loans: [{ hours: 9_000, left: 9_000 }] },
  ];
  expect(placeIn(queue(few, waiting))).toEqual({ category: 'child', collectionId: 'main' });
  const one = holdsOf('teacher', [5]);
  expect(placeIn(queue(few, [...waiting, ...one]))).toEqual({
    category: 'teacher',
    collectionId: 'teachers',
  });
});

test('nothing is bought for nobody, nor for those who have no copy to wait for', () => {
  expect(placeIn(queue([collection('main', 1)], []))).toBeUndefined();
  expect(placeIn(queue([collection('main', 1)], holdsOf('adult', [1], 50)))).toBeUndefined();
  expect(placeIn(queue([collection('main', 1)], holdsOf('child', [1])))).toBeUndefined();
  expect(placeIn(queue([collection('main', 0)], holdsOf('adult', [1])))).toBeUndefined();
  expect(newHoldHours([], 'adult')).toBe(MAX_HOURS);
});

test('copies are doubled until nobody would wait for a day, or each who waits has one', () => {
  const three = queue([], holdsOf('adult', [1, 2, 3]));
  expect(isWorthMore([10], 1, three)).toBe(true);
  expect(isWorthMore([200, 25], 2, three)).toBe(true);
  expect(isWorthMore([200, 24], 2, three)).toBe(false);
  expect(isWorthMore([200, 180, 170, 160], 8, three)).toBe(false);
  expect([0, 1, 2, 3, 4].map(copiesAt)).toEqual([0, 1, 2, 4, 8]);
  // The longest queue that is simulated costs sixteen simulations.
  const longest = queue(
    [],
    holdsOf(
      'adult',
      Array.from({ length: 10_000 }, (_, index) => index),
    ),
  );
  let steps = 1;
  while (isWorthMore([9_999], 2 ** (steps - 1), longest)) steps += 1;
  expect(steps).toBe(16);
});

test('the number of copies for a wait is that of the simulation, and in proportion between two', () => {
  const days = [41, 27, 21, 13, 5];
  const copiesFor = [41, 40, 27, 26, 21, 20, 13, 11, 5, 1].map((target) => copiesForWait(days, target));
  expect(copiesFor).toEqual([0, 1, 1, 2, 2, 3, 4, 5, 8, 8]);
  expect(copiesForWait([10], 20)).toBe(0);
});

test('a wait that is a fifth longer or shorter has moved, if that is more than a day', () => {
  expect([700, 400].map((hours) => hasMoved([500], hours))).toEqual([true, false]);
  expect([600, 399].map((hours) => hasMoved([500], hours))).toEqual([false, true]);
  expect([24, 25].map((hours) => hasMoved([0], hours))).toEqual([false, true]);
});

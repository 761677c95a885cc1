import { type Offers, simulateOffers } from '../../../../src/domain/waits/simulation.js';
import { type WaitCurve, waitCurves } from '../../../../src/domain/waits/wait-curve.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';
import { conductOf, SEEN, seen, share } from './conduct-seen.js';
import { CATEGORIES, collection, hold, LOAN, PICKUP, queue, randomQueue } from './queues-simulated.js';

/** What is told of each ticket in a queue. */

/** What a curve says of a ticket, as the statement that reads it does it. */
function toldBy({ points }: WaitCurve, ticket: number): number {
  const after = points.findIndex((each) => each.ticket >= ticket);
  const [end, start] = [points[after]!, points[after - 1]];
  if (start === undefined) return end.hours;
  return end.hours - ((end.hours - start.hours) * (end.ticket - ticket)) / (end.ticket - start.ticket);
}

test(`a curve never falls, and between its points tells each hold its own wait (seed ${SEED})`, () => {
  const random = new SeededRandom(23);
  for (let run = 0; run < 300; run += 1) {
    const known = randomQueue(random);
    const offers = simulateOffers(known).ofHolds;
    for (const curve of waitCurves(known, [simulateOffers(known)], 1000)) {
      const hours = curve.points.map((point) => point.hours);
      expect(hours).toEqual(hours.toSorted((a, b) => a - b));
      expect(curve.points.at(-1)!.ticket).toBe(1000);
      for (const { ticket } of known.holds.filter(
        ({ category, returnsIn }) => category === curve.category && returnsIn === 0,
      )) {
        const own = Math.ceil(offers.get(ticket)!);
        expect(Math.abs(toldBy(curve, ticket) - own)).toBeLessThanOrEqual(Math.max(1, own / 50));
      }
    }
  }
});

test('what was shown stays until it is off by a tenth of the wait, or its day has come', () => {
  const known = queue([collection(1, [100])], [hold(1), hold(2, { category: 'child' })]);
  const told = (hours: number, shown: number, hoursLeftToday = 12): number => {
    const points = [1, 9].map((ticket) => ({ ticket, hours: shown, likelyHours: shown }));
    const offers = { ...simulateOffers(known), ofHolds: new Map([[1, hours]]) };
    const options = { shown: { curves: [{ category: 'adult', points }], hoursLeftToday } };
    return waitCurves(known, [offers], 9, options)[0]!.points[0]!.likelyHours;
  };
  expect([told(109, 100), told(91, 100)]).toEqual([100, 100]);
  expect([told(111, 100), told(89, 100)]).toEqual([111, 89]);
  // It was to be today, and is not; or time has overtaken it.
  expect([told(11.5, 11, 11.2), told(10.1, 10.5, 11.6), told(5, -3)]).toEqual([12, 10.5, 5]);
});

test('a new hold is told its own time, however late what stays before it is, which is then told no later', () => {
  const known = queue([collection(1, [100])], [hold(1)]);
  const offers: Offers = {
    ...simulateOffers(known),
    ofHolds: new Map([[1, 100]]),
    ofNewHolds: new Map([['adult', 105]]),
  };
  const told = (shown: number): number[] => {
    const points = [1, 2].map((ticket) => ({ ticket, hours: shown, likelyHours: shown }));
    const options = { shown: { curves: [{ category: 'adult', points }], hoursLeftToday: 12 } };
    return waitCurves(known, [offers], 9, options)[0]!.points.map(({ likelyHours }) => likelyHours);
  };
  expect([told(109), told(102)]).toEqual([
    [105, 105],
    [102, 105],
  ]);
});

test('who is ready or suspended has the time of the own place, as if it waited', () => {
  const away = { category: 'adult', loanHours: LOAN, hasMissed: false, returnsIn: 0 };
  const pickup = { hours: PICKUP, left: 4, loanHours: LOAN, hold: { ...away, ticket: 1 } };
  const known = {
    ...queue(
      [{ ...collection(2, [30]), pickups: [pickup] }],
      [hold(3, { returnsIn: 500 }), hold(4), hold(6, { returnsIn: 400 })],
    ),
    suspended: [{ ...away, ticket: 2 }],
  };
  const [curve] = waitCurves(known, [simulateOffers(known)], 7);
  // The loan of another ends at 30, and that of the copy that is set aside at 104.
  expect([1, 2, 3, 4, 6].map((ticket) => toldBy(curve!, ticket))).toEqual([30, 30, 30, 30, 104]);
});

test('the curves of a long queue have at most 64 points in all', () => {
  const holds = Array.from({ length: 5000 }, (_, index) =>
    hold(index + 1, { category: CATEGORIES[index % 3]! }),
  );
  const copies = collection(10, Array<number>(10).fill(0), 'main', CATEGORIES);
  const known = queue([copies], holds);
  const curves = waitCurves(known, [simulateOffers(known)], 5001, { unread: 5000 });
  expect(curves.map(({ category }) => category).toSorted()).toEqual(CATEGORIES);
  expect(curves.flatMap(({ points }) => points).length).toBeLessThanOrEqual(64);
  // Twice as many holds as are known wait twice as long.
  for (const { points } of curves) expect(points.at(-1)!.hours).toBe(2 * 500 * (PICKUP + LOAN));
});

test('where copies come back together, a curve has a point at each step, and hardly any between them', () => {
  const holds = Array.from({ length: 1000 }, (_, index) =>
    hold(index + 1, { category: CATEGORIES[index % 3]! }),
  );
  const known = queue([collection(100, Array<number>(100).fill(LOAN), 'main', CATEGORIES)], holds);
  const offers = simulateOffers(known);
  for (const curve of waitCurves(known, [offers], 1001)) {
    expect(curve.points.length).toBeLessThan(25);
    for (const { ticket } of holds.filter(({ category }) => category === curve.category))
      expect(Math.abs(toldBy(curve, ticket) - offers.ofHolds.get(ticket)!)).toBeLessThanOrEqual(LOAN / 50);
  }
});

test('a category that more than a tenth of the runs never serve has no curve', () => {
  const never: Offers = { ofHolds: new Map(), ifWaiting: new Map(), ofNewHolds: new Map(), gaps: new Map() };
  const served = { ...never, ofNewHolds: new Map([['adult', 5]]) };
  const known = queue([collection(0, [])], []);
  const runs = Array.from({ length: 20 }, (): Offers => served);
  expect(waitCurves(known, runs.with(0, never).with(1, never).with(2, never), 1)).toEqual([]);
  expect(waitCurves(known, runs.with(0, never), 1)).toHaveLength(1);
});

test('a wait of centuries fits into the database', () => {
  const holds = Array.from({ length: 3400 }, (_, index) => hold(index + 1, { loanHours: 89 * 24 }));
  const known = { ...queue([collection(1, [0])], holds), pickupHours: 365 * 24 };
  const [curve] = waitCurves(known, [simulateOffers(known)], 3401);
  expect(Math.max(curve!.points.at(-1)!.hours, curve!.gapHours)).toBe(100 * 365 * 24);
});

test('what happens is one run more: few runs tell a later time', () => {
  const known = queue([collection(1, [100])], []);
  const runs = Array.from({ length: 19 }, (_, index): Offers => {
    return {
      ofHolds: new Map(),
      ifWaiting: new Map(),
      ofNewHolds: new Map([['adult', 10 * index]]),
      gaps: new Map(),
    };
  });
  const [curve] = waitCurves(known, runs, 1);
  // The eighteenth of nineteen: of twenty, eighteen are nine tenths.
  expect(curve!.points).toEqual([{ ticket: 1, likelyHours: 90, hours: 170 }]);
});

test('half of the runs are over by the likely time, and nine tenths by the latest', () => {
  const known = queue([collection(1, [LOAN])], [hold(1), hold(2), hold(3)]);
  const conduct = conductOf([...SEEN, seen('loan', 0, 50)])!;
  const runs = Array.from({ length: 200 }, () => simulateOffers(known, conduct));
  const [curve] = waitCurves(known, runs, 4);
  for (const { ticket, hours, likelyHours } of curve!.points) {
    const offers = runs.map(({ ofHolds, ofNewHolds }) => ofHolds.get(ticket) ?? ofNewHolds.get('adult')!);
    expect(share(offers, (each) => each <= likelyHours)).toBeGreaterThanOrEqual(0.5);
    expect(share(offers, (each) => each <= hours)).toBeGreaterThanOrEqual(0.9);
    expect(likelyHours).toBeLessThan(hours);
  }
});

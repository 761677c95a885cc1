import { assignCopies } from '../../../../src/domain/holds/queue.js';
import { type Conduct, WORST_CASE } from '../../../../src/domain/waits/conduct.js';
import {
  type KnownHold,
  type KnownQueue,
  type Offers,
  simulateOffers,
} from '../../../../src/domain/waits/simulation.js';
import { type SharesByWait, type WaitCurve, waitCurves } from '../../../../src/domain/waits/wait-curve.js';
import { conductOf, SEEN, seen, share } from './conduct-seen.js';
import { hold as waitingHold } from './titles-tried.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';

/** When holds become ready: the simulation, and its curves. */

const LOAN = 100;
const PICKUP = 10;

const hold = (ticket: number, members: Partial<KnownHold> = {}): KnownHold =>
  waitingHold(ticket, { loanHours: LOAN, ...members });

const collection = (owned: number, backIn: number[], collectionId = 'main', categories = ['adult']) => ({
  collectionId,
  categories,
  owned,
  loans: backIn.map((left) => ({ hours: LOAN, left })),
  pickups: [],
});

const queue = (collections: KnownQueue['collections'], holds: readonly KnownHold[]): KnownQueue => ({
  collections,
  holds,
  pickupHours: PICKUP,
  returnsAfterMiss: null,
});

const offersOf = (known: KnownQueue): Record<number, number> =>
  Object.fromEntries(simulateOffers(known).ofHolds);

describe('the simulated offers', () => {
  test('a copy goes on after its loan, the next pickup and the next loan', () => {
    const offers = simulateOffers(queue([collection(1, [5])], [hold(1), hold(2), hold(3)]));
    expect(Object.fromEntries(offers.ofHolds)).toEqual({ 1: 5, 2: 115, 3: 225 });
    expect(offers.ofNewHolds.get('adult')).toBe(335);
    expect(offers.gaps.get('adult')).toBe(110);
  });

  test('a hold whose suspension ends has its old place', () => {
    const holds = [hold(1, { returnsIn: 50 }), hold(2), hold(3)];
    expect(offersOf(queue([collection(1, [5])], holds))).toEqual({ 2: 5, 1: 115, 3: 225 });
  });

  test('a copy is used only by the categories of its collection', () => {
    const known = queue(
      [collection(1, [5], 'main', ['adult', 'child']), collection(1, [1], 'adults')],
      [hold(1, { category: 'child' }), hold(2), hold(3, { category: 'other' })],
    );
    expect(offersOf(known)).toEqual({ 1: 5, 2: 1 });
  });

  test('a copy that the library no longer owns goes to nobody', () => {
    expect(offersOf(queue([collection(1, [5, 20])], [hold(1), hold(2)]))).toEqual({ 1: 20, 2: 130 });
    expect(offersOf(queue([collection(0, [5])], [hold(1)]))).toEqual({});
  });
});

/** The same rule step by step, over all holds: slow, and plain to see. */
function stepByStep({ collections, holds, pickupHours }: KnownQueue): Record<number, number> {
  const out = new Map(
    collections.map(({ collectionId, loans }) => [collectionId, loans.map(({ left }) => left)]),
  );
  const offered: Record<number, number> = {};
  for (let now = 0; ;) {
    const free = collections.map((each) => ({
      ...each,
      free: Math.max(0, each.owned - out.get(each.collectionId)!.filter((at) => at > now).length),
    }));
    const waiting = holds.filter(
      ({ ticket, returnsIn }) => offered[ticket] === undefined && returnsIn <= now,
    );
    for (const { ticket, collectionId } of assignCopies(free, waiting)) {
      offered[ticket] = now;
      const { loanHours } = holds.find((each) => each.ticket === ticket)!;
      out.get(collectionId)!.push(now + pickupHours + loanHours);
    }
    const later = [...[...out.values()].flat(), ...holds.map(({ returnsIn }) => returnsIn)].filter(
      (at) => at > now,
    );
    if (later.length === 0) return offered;
    now = Math.min(...later);
  }
}

const CATEGORIES = ['adult', 'child', 'staff'];

function randomQueue(random: SeededRandom): KnownQueue {
  const collections = Array.from({ length: 1 + random.integerBelow(3) }, (_, index) => {
    const owned = random.integerBelow(4);
    const out = owned + random.integerBelow(2);
    const categories = random.shuffled(CATEGORIES).slice(0, 1 + random.integerBelow(3));
    return collection(
      owned,
      Array.from({ length: out }, () => random.integerBelow(200)),
      `c${index}`,
      categories,
    );
  });
  const holds = Array.from({ length: random.integerBelow(40) }, (_, index) =>
    hold(index * 2 + 1, {
      category: random.pick(CATEGORIES),
      returnsIn: random.integerBelow(4) === 0 ? random.integerBelow(500) : 0,
      loanHours: random.pick([24, 168, 504]),
    }),
  );
  return queue(collections, holds);
}

test(`the simulation does what the queue does, step by step (seed ${SEED})`, () => {
  const random = new SeededRandom(22);
  for (let run = 0; run < 300; run += 1) {
    const known = randomQueue(random);
    expect(offersOf(known)).toEqual(stepByStep(known));
  }
});

/** What a curve says of a ticket, as the statement that reads it does it. */
function toldBy({ tickets, hours }: WaitCurve, ticket: number): number {
  const after = tickets.findIndex((each) => each >= ticket);
  const [end, start = end] = [hours[after]!, hours[after - 1]];
  const from = tickets[after - 1] ?? 0;
  return end - ((end - start) * (tickets[after]! - ticket)) / (tickets[after]! - from);
}

test(`a curve never falls, and between its points tells each hold its own wait (seed ${SEED})`, () => {
  const random = new SeededRandom(23);
  for (let run = 0; run < 300; run += 1) {
    const known = randomQueue(random);
    const offers = simulateOffers(known).ofHolds;
    for (const curve of waitCurves(known, [simulateOffers(known)], 1000)) {
      expect(curve.hours).toEqual(curve.hours.toSorted((a, b) => a - b));
      expect(curve.tickets.at(-1)).toBe(1000);
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
    const shownTo = {
      category: 'adult',
      tickets: [1, 9],
      hours: [shown, shown],
      likelyHours: [shown, shown],
    };
    const offers = { ...simulateOffers(known), ofHolds: new Map([[1, hours]]) };
    const options = { shown: { curves: [shownTo], hoursLeftToday } };
    return waitCurves(known, [offers], 9, options)[0]!.likelyHours[0]!;
  };
  expect([told(109, 100), told(91, 100)]).toEqual([100, 100]);
  expect([told(111, 100), told(89, 100)]).toEqual([111, 89]);
  // It was to be today, and is not; or time has overtaken it.
  expect([told(11.5, 11, 11.2), told(10.1, 10.5, 11.6), told(5, -3)]).toEqual([12, 10.5, 5]);
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
  expect(curves.flatMap(({ tickets }) => tickets).length).toBeLessThanOrEqual(64);
  // Twice as many holds as are known wait twice as long.
  for (const { hours } of curves) expect(hours.at(-1)).toBe(2 * 500 * (PICKUP + LOAN));
});

test('a wait of centuries fits into the database', () => {
  const holds = Array.from({ length: 3400 }, (_, index) => hold(index + 1, { loanHours: 89 * 24 }));
  const known = { ...queue([collection(1, [0])], holds), pickupHours: 365 * 24 };
  const [curve] = waitCurves(known, [simulateOffers(known)], 3401);
  expect(Math.max(...curve!.hours, curve!.gapHours)).toBe(100 * 365 * 24);
});

describe('the simulation of what patrons do', () => {
  const doing = (members: Partial<Conduct>): Conduct => ({ ...WORST_CASE, ...members });
  const offersIf = (conduct: Conduct, members: Partial<KnownQueue> = {}): Record<number, number> => {
    const known = { ...queue([collection(1, [5])], [hold(1), hold(2), hold(3)]), ...members };
    return Object.fromEntries(simulateOffers(known, conduct).ofHolds);
  };

  test('a copy that is not borrowed goes on at once', () => {
    const never = doing({ pickUp: ({ left }) => ({ after: left, isBorrowed: false }) });
    expect(offersIf(never)).toEqual({ 1: 5, 2: 15, 3: 25 });
  });

  test('a hold whose pickup was missed once has its place again', () => {
    let pickups = 0;
    const first = doing({ pickUp: ({ left }) => ({ after: left, isBorrowed: (pickups += 1) > 1 }) });
    // Hold 1 is back at 25, before hold 3, and has the copy from 125 to 235.
    expect(offersIf(first, { returnsAfterMiss: 10 })).toEqual({ 1: 5, 2: 15, 3: 235 });
  });

  test('so has one whose copy is set aside now, unless its pickup was missed before', () => {
    const never = doing({ pickUp: ({ left }) => ({ after: left, isBorrowed: false }) });
    const offersBehind = (ready: KnownHold): unknown => {
      const pickup = { hours: PICKUP, left: 4, loanHours: LOAN, hold: ready };
      const copy = { ...collection(1, []), pickups: [pickup] };
      return offersIf(never, { collections: [copy], holds: [hold(2), hold(3)], returnsAfterMiss: 5 });
    };
    // Hold 2 has the copy from 4 to 14, hold 1, which is back at 9, until 24, and hold 2, back at 19, until 34.
    expect(offersBehind(hold(1))).toMatchObject({ 2: 4, 3: 34 });
    expect(offersBehind(hold(1, { hasMissed: true }))).toMatchObject({ 2: 4, 3: 14 });
  });

  test('whose pickup was missed once has a second one, also if that was before', () => {
    const pickups: unknown[] = [];
    const missesFirst = doing({
      pickUp: ({ left }, isSecond) => {
        pickups.push(isSecond);
        return { after: left, isBorrowed: isSecond === true };
      },
    });
    offersIf(missesFirst, { holds: [hold(1), hold(2, { hasMissed: true })], returnsAfterMiss: 5 });
    expect(pickups).toEqual([false, true, true]);
  });

  test('a hold that was removed is passed, and tells when it would have been offered the copy', () => {
    const ends = [Infinity, 50, Infinity];
    const removed = doing({ giveUp: () => ends.shift()! });
    expect(offersIf(removed)).toEqual({ 1: 5, 2: 115, 3: 115 });
  });

  test('a hold that is placed later waits from then on, and is removed so long after that', () => {
    const coming = (ticket: number, placedIn: number): KnownHold =>
      hold(ticket, { returnsIn: placedIn, placedIn });
    const offersTo = (patience: readonly number[]): unknown => {
      const left = [...patience];
      const holds = [coming(1, 10), coming(2, 20), coming(3, 25)];
      return offersIf(doing({ giveUp: () => left.shift()! }), { holds });
    };
    // The copy is left over at 5, and is back at 120 and 230.
    expect(offersTo([Infinity, 110, Infinity])).toEqual({ 1: 10, 2: 120, 3: 230 });
    expect(offersTo([Infinity, 90, Infinity])).toEqual({ 1: 10, 2: 120, 3: 120 });
    expect(offersTo([Infinity, 90, 50])).toEqual({ 1: 10, 2: 120, 3: 120 });
  });

  test('a copy that is bought meanwhile goes to the next in line, and the queue is taken to stay as long', () => {
    const asked: unknown[] = [];
    const ends = [50, 30, Infinity];
    const bought = doing({
      buy: (...queueLength) => {
        asked.push(queueLength);
        return ends.shift()!;
      },
    });
    expect(offersIf(bought)).toEqual({ 1: 5, 2: 50, 3: 80 });
    expect(asked).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
    ]);
  });

  test('a library that buys for ever comes to an end where nobody can be served any more', () => {
    const forEver = doing({ buy: () => 1 });
    const holds = [hold(1), hold(2, { category: 'other' })];
    expect(offersIf(forEver, { holds, collections: [collection(1, [5])] })).toEqual({ 1: 1 });
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
    expect([curve!.likelyHours, curve!.hours]).toEqual([[90], [170]]);
  });

  test('the times are told by the shares of runs that the middle one asks for', () => {
    const known = queue([collection(1, [100])], []);
    const runs = Array.from({ length: 99 }, (_, index): Offers => {
      return {
        ofHolds: new Map(),
        ifWaiting: new Map(),
        ofNewHolds: new Map([['adult', index + 1]]),
        gaps: new Map(),
      };
    });
    const told = (sharesOf?: SharesByWait): readonly (readonly number[])[] =>
      waitCurves(known, runs, 1, sharesOf && { sharesOf }).map(({ hours, likelyHours }) => [
        likelyHours[0]!,
        hours[0]!,
      ]);
    expect(
      told((hours) => (hours === 50 ? { likely: 0.53, latest: 0.97 } : { likely: 0, latest: 0 })),
    ).toEqual([[53, 97]]);
    expect(told()).toEqual([[50, 90]]);
  });

  test('half of the runs are over by the likely time, and nine tenths by the latest', () => {
    const known = queue([collection(1, [LOAN])], [hold(1), hold(2), hold(3)]);
    const conduct = conductOf([...SEEN, seen('loan', 0, 50)])!;
    const runs = Array.from({ length: 200 }, () => simulateOffers(known, conduct));
    const [curve] = waitCurves(known, runs, 4);
    curve!.tickets.forEach((ticket, index) => {
      const hours = runs.map(({ ofHolds, ofNewHolds }) => ofHolds.get(ticket) ?? ofNewHolds.get('adult')!);
      expect(share(hours, (each) => each <= curve!.likelyHours[index]!)).toBeGreaterThanOrEqual(0.5);
      expect(share(hours, (each) => each <= curve!.hours[index]!)).toBeGreaterThanOrEqual(0.9);
      expect(curve!.likelyHours[index]!).toBeLessThan(curve!.hours[index]!);
    });
  });
});

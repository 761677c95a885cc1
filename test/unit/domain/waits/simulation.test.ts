import { assignCopies } from '../../../../src/domain/holds/queue.js';
import { type Conduct, WORST_CASE } from '../../../../src/domain/waits/conduct.js';
import type { KnownHold, KnownQueue } from '../../../../src/domain/waits/known-queue.js';
import { simulateOffers } from '../../../../src/domain/waits/simulation.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';
import { collection, hold, LOAN, PICKUP, queue, randomQueue } from './queues-simulated.js';

/** Who is offered a copy when. */

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

  test('a copy is set aside until the library is open', () => {
    const holds = [hold(1), hold(2)];
    const until = (daysLater: number[]): number | undefined =>
      offersOf({ ...queue([collection(1, [5])], holds), pickupEnds: { hoursOver: 20, daysLater } })[2];
    const usual = 5 + PICKUP + LOAN;
    expect(until([1, 0, 0])).toBe(usual);
    const day = Math.floor((20 + 5 + PICKUP) / 24);
    expect(until([...Array<number>(day).fill(0), 3, 2, 1])).toBe(usual + 3 * 24);
  });

  test('no copy is set aside while the library suspends holds', () => {
    const known = queue([collection(2, [5, 130])], [hold(1), hold(2), hold(3)]);
    const pauses = [
      { from: 0, until: 24 },
      { from: 100, until: 148 },
    ];
    expect(offersOf({ ...known, pauses })).toEqual({ 1: 24, 2: 148, 3: 148 });
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

test(`the simulation does what the queue does, step by step (seed ${SEED})`, () => {
  const random = new SeededRandom(22);
  for (let run = 0; run < 300; run += 1) {
    const known = randomQueue(random);
    expect(offersOf(known)).toEqual(stepByStep(known));
  }
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
});

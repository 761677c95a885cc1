import type { KnownCollection, KnownHold, KnownLicence } from '../../../../src/domain/waits/known-queue.js';
import { withRenewals } from '../../../../src/domain/waits/known-queue.js';
import { simulateOffers } from '../../../../src/domain/waits/simulation.js';
import { waitCurves } from '../../../../src/domain/waits/wait-curve.js';
import { collection, hold, LOAN, PICKUP, queue } from './queues-simulated.js';

/** A queue whose copies end: pickups take 10 hours, loans 100. */

const licence = (licenceId: string, members: Partial<KnownLicence> = {}): KnownLicence => ({
  licenceId,
  concurrency: 1,
  loans: members.loansLeft ?? null,
  loansLeft: null,
  startsIn: null,
  endsIn: null,
  ...members,
});

/** @param backIn the loans of each licence, which end in so many hours */
function licensed(
  licences: readonly KnownLicence[],
  backIn: Record<string, number[]> = {},
  plain = 0,
): KnownCollection {
  const loans = Object.entries(backIn).flatMap(([licenceId, ends]) =>
    ends.map((left) => ({ hours: LOAN, left, licenceId })),
  );
  const licensedNow = licences
    .filter(({ startsIn }) => startsIn === null)
    .reduce((sum, { licenceId, concurrency, loansLeft }) => {
      const onLoan = backIn[licenceId]?.length ?? 0;
      return sum + Math.min(concurrency ?? 1_000_000, onLoan + (loansLeft ?? 1_000_000));
    }, 0);
  return { ...collection(plain + licensedNow, []), licensed: licensedNow, licences, loans };
}

const holds = (number: number): KnownHold[] => Array.from({ length: number }, (_, index) => hold(index + 1));

const offersOf = (known: KnownCollection, number: number): Record<number, number> =>
  Object.fromEntries(simulateOffers(queue([known], holds(number))).ofHolds);

describe('the simulated offers', () => {
  test('a licence without limits is a copy as any other', () => {
    expect(offersOf(licensed([licence('one')], { one: [5] }), 3)).toEqual({ 1: 5, 2: 115, 3: 225 });
  });

  test('a copy vanishes at the end of its licence, and its loan adds nothing when it comes back', () => {
    expect(offersOf(licensed([licence('year', { endsIn: 100 })], { year: [5] }), 3)).toEqual({ 1: 5 });
  });

  test('a loan of a licence that has ended takes no other copy, and its return adds none', () => {
    const known = licensed([licence('stays')], { stays: [40] });
    const left = { hours: LOAN, left: 5, licenceId: 'ended' };
    const andEnded = { ...known, owned: 2, licensed: 2, loans: [...known.loans, left] };
    expect(offersOf(andEnded, 2)).toEqual({ 1: 40, 2: 150 });
    const alone = { ...andEnded, owned: 1, licensed: 1, licences: [], loans: [left] };
    expect(offersOf(alone, 1)).toEqual({});
  });

  test('a copy that the library owns serves a ready hold whose licence ends', () => {
    const known = licensed([licence('year', { endsIn: 5 })], {}, 1);
    expect(offersOf(known, 2)).toEqual({ 1: 0, 2: 0 });
    expect(offersOf(known, 1)).toEqual({ 1: 0 });
  });

  test('each loan that begins uses one up', () => {
    expect(offersOf(licensed([licence('pack', { loansLeft: 2 })], { pack: [5] }), 4)).toEqual({
      1: 5,
      2: 115,
    });
    expect(offersOf(licensed([licence('pack', { concurrency: null, loansLeft: 2 })]), 4)).toEqual({
      1: 0,
      2: 0,
    });
  });

  test('a missed pickup uses up no loan', () => {
    const missed = { returnLoan: () => LOAN, giveUp: () => Infinity, buy: () => Infinity };
    const pickUp = (): { after: number; isBorrowed: boolean } => ({ after: PICKUP, isBorrowed: false });
    const known = queue([licensed([licence('pack', { loansLeft: 1 })])], holds(3));
    expect(Object.fromEntries(simulateOffers(known, { ...missed, pickUp }).ofHolds)).toEqual({
      1: 0,
      2: 10,
      3: 20,
    });
  });

  test('a licence that begins gives its copies then', () => {
    expect(offersOf(licensed([licence('coming', { concurrency: 2, startsIn: 50 })]), 3)).toEqual({
      1: 50,
      2: 50,
      3: 160,
    });
  });

  test('a hold that is ready when its licence ends waits again in its place', () => {
    const known = licensed([licence('year', { endsIn: 5 }), licence('stays')], { stays: [40] });
    // The first hold is ready at once and waits again at 5; at 40 the copy is its again, and then for the second one.
    expect(offersOf(known, 2)).toEqual({ 1: 0, 2: 150 });
  });

  test('loans use the licence that ends first, then one without an end, then the one with most loans left', () => {
    // Were the pack used up first, the second licence would still give its copy.
    const known = licensed([
      licence('pack', { concurrency: null, loansLeft: 1 }),
      licence('year', { endsIn: 60 }),
    ]);
    expect(offersOf(known, 4)).toEqual({ 1: 0, 2: 0 });
    const packs = licensed([licence('few', { loansLeft: 1 }), licence('many', { loansLeft: 2 })], {
      few: [0],
    });
    // One loan of each, and then the last one of the second: with one of the fewer at first, it would have been one at a time.
    expect(offersOf(packs, 4)).toEqual({ 1: 0, 2: 0, 3: 110 });
  });

  test('a copy that the library owns is used before loans are', () => {
    const known = licensed([licence('pack', { loansLeft: 1 })], {}, 1);
    expect(offersOf(known, 4)).toEqual({ 1: 0, 2: 0, 3: 110, 4: 220 });
  });

  test('a renewed licence has a successor when it ends, while its loan runs on, and when its last loan begins', () => {
    const renewed = (known: KnownCollection): Record<number, number> =>
      Object.fromEntries(simulateOffers(withRenewals(queue([known], holds(3)))).ofHolds);
    expect(renewed(licensed([licence('year', { endsIn: 100 })]))).toEqual({ 1: 0, 2: 100, 3: 210 });
    expect(renewed(licensed([licence('pack', { loansLeft: 1, loans: 1 })]))).toEqual({ 1: 0, 2: 10, 3: 20 });
  });

  test('a far end of a licence does not keep a simulation busy', () => {
    const known = queue([licensed([licence('far', { endsIn: 1e7 })])], holds(3));
    const buying = { giveUp: () => Infinity, buy: () => 1, returnLoan: () => LOAN };
    const pickUp = (): { after: number; isBorrowed: boolean } => ({ after: PICKUP, isBorrowed: true });
    expect(simulateOffers(known, { ...buying, pickUp }).ofHolds.size).toBe(3);
  });
});

describe('the estimates', () => {
  const curveOf = (
    known: KnownCollection,
    number: number,
  ): ReturnType<typeof waitCurves>[number] | undefined =>
    waitCurves(queue([known], holds(number)), [simulateOffers(queue([known], holds(number)))], number + 1)[0];

  test('holds that no copy comes for have none', () => {
    const curve = curveOf(licensed([licence('year', { endsIn: 300 })]), 5);
    expect(curve).toMatchObject({ isCutOff: true });
    expect(curve?.points.map(({ ticket, hours }) => [ticket, hours])).toEqual([
      [1, 0],
      [3, 220],
    ]);
    expect(curveOf(licensed([licence('year', { endsIn: 0 })], { year: [5] }), 1)).toBeUndefined();
  });

  test('they are never after the end of the last licence', () => {
    const known = licensed([licence('year', { endsIn: 220.5 })], { year: [110.25] });
    expect(curveOf(known, 3)?.points.at(-1)).toEqual({ ticket: 2, hours: 220, likelyHours: 220 });
  });

  test('a copy that stays makes all of them known', () => {
    const curve = curveOf(licensed([licence('year', { endsIn: 300 })], {}, 1), 5);
    expect(curve).not.toHaveProperty('isCutOff');
  });
});

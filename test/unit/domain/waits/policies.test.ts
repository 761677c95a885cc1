import type { ObservationCount } from '../../../../src/domain/waits/observation.js';
import { type KnownLicence, withRenewals } from '../../../../src/domain/waits/known-queue.js';
import type { PolicyChanges } from '../../../../src/domain/waits/policies/policy.js';
import type { PolicyFigures } from '../../../../src/domain/waits/policies/policy-figures.js';
import {
  AS_IT_IS,
  holdsToSimulate,
  type TrialOptions,
  type TrialTitle,
  tryPolicies,
} from '../../../../src/domain/waits/policies/policy-trial.js';
import { simulateOffers } from '../../../../src/domain/waits/simulation.js';
import { learnedFrom, SEEN, seen } from './conduct-seen.js';
import { DAY, hold, LOAN_DAYS, PICKUP, titleWith } from './titles-tried.js';

/** What would come of other rules: the figures of a trial, and what it is made of. */

/** Everybody borrows at once, and keeps the loan to its end. */
const KEEPERS = [seen('loan', 10, 100), seen('pickup', 0, 100)];
/** A third of the pickups are missed, and some take more than two of the three days; half of the loans end early. */
const MISSING = [...SEEN, seen('pickup', 20, 40), seen('pickup', 7, 20)];
/** Each hold that waits is removed after 40 days on average. */
const IMPATIENT = [seen('waiting', 0, 50, { amount: 0 }), seen('waiting', 1, 50, { amount: 48_000 })];

function trial(
  titles: readonly TrialTitle[],
  changes: readonly PolicyChanges[],
  counts: readonly ObservationCount[] = MISSING,
  options: Partial<TrialOptions> = {},
  demandLeft = 1,
): PolicyFigures[] {
  const policies = [AS_IT_IS, ...changes.map((each) => ({ changes: each, demandLeft }))];
  const learned = learnedFrom(counts);
  const tried = titles.map((title) => ({ ...title, learned }));
  const steps = tryPolicies(tried, policies, { days: 90, runs: 20, seed: 1, ...options });
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

const likely = ({ waits }: PolicyFigures): number => waits.likelyDays!.value;
const latest = ({ waits }: PolicyFigures): number => waits.latestDays!.value;

/** An ordinary title: some copies, a queue, and new holds. */
const wanted = (perWeek: number, copies = 3, holds = 12): TrialTitle =>
  titleWith(copies, holds, { perHour: perWeek / (7 * DAY) });

test('a library that buys copies of a title goes on with it, under each policy', () => {
  const bought = Array.from({ length: 12 }, (_, bucket) => [
    seen('waited-for', bucket, 300),
    seen('bought', bucket, 1, { amount: 10 }),
  ]).flat();
  const title = wanted(1, 3, 40);
  const buying = { ...title, own: { buying: { copies: 6, days: 90 } } };
  const changes = [{ pickupHours: 24 }];
  const [without, with_] = [title, buying].map((each) => trial([each], changes, [...MISSING, ...bought]));
  for (const [index, figures] of with_!.entries()) {
    expect(latest(figures)).toBeLessThan(0.8 * latest(without![index]!));
    // It says what the policy buys.
    expect(figures.copiesBought).toBe(0);
  }
});

describe('licences that end', () => {
  const licensed = (members: Partial<KnownLicence>, holds: number): TrialTitle => {
    const title = titleWith(1, holds);
    const licence = {
      licenceId: 'l',
      concurrency: 1,
      loans: 2,
      loansLeft: null,
      startsIn: null,
      endsIn: null,
    };
    const collections = title.queue.collections.map((each) => ({
      ...each,
      licensed: 1,
      loans: each.loans.map((loan) => ({ ...loan, licenceId: 'l' })),
      licences: [{ ...licence, ...members }],
    }));
    return { ...title, queue: { ...title.queue, collections } };
  };

  test.each([[{ endsIn: 30 * DAY }], [{ loansLeft: 2 }]])(
    'with %j, a long queue is served only if they are renewed',
    (members) => {
      const [now, ended, renewed] = trial(
        [licensed(members, 6)],
        [{ renew: false }, { renew: true }],
        KEEPERS,
      );
      expect(latest(now!)).toBe(Infinity);
      expect(ended).toEqual(now);
      expect(latest(renewed!)).toBeLessThan(6 * LOAN_DAYS + 1);
      expect(renewed!.loansBegun.value).toBeGreaterThan(now!.loansBegun.value);
    },
  );

  test('a thousand small packs, one after the other, take no more than a moment', () => {
    const { queue } = licensed({ concurrency: null, loans: 1, loansLeft: 1 }, 1_000);
    expect(simulateOffers(withRenewals(queue)).ofHolds.size).toBe(1_000);
  });
});

describe('a trial that can be computed by hand', () => {
  const single = (holds: number): TrialTitle => {
    const title = titleWith(1, holds);
    return { ...title, queue: { ...title.queue, pickupHours: 0 } };
  };

  test('one copy that all patrons keep to the end: the n-th of them waits n loans', () => {
    for (const holds of [1, 2, 5, 10]) {
      // Without observations, every loan and every pickup takes all of its time.
      const [figures] = trial([single(holds)], [], []);
      const within = (share: number): number => LOAN_DAYS * Math.ceil(share * holds);
      expect(likely(figures!)).toBe(within(0.5));
      expect(latest(figures!)).toBe(within(0.9));
      expect(figures!.waits.holds.value).toBe(holds);
      // In 90 days the running loan ends, and then every 21 days another one.
      expect(figures!.loansBegun.value).toBe(Math.min(holds, 4));
    }
  });

  test('the copy is on loan all the time while somebody waits, and on the shelf afterwards', () => {
    const [busy] = trial([single(10)], [], []);
    expect(busy!.copies).toEqual({ onLoan: 1, setAside: 0, onShelf: 0 });
    const [idle] = trial([single(1)], [], []);
    // Two loans of 21 days in 90 days.
    expect(idle!.copies).toEqual({ onLoan: 42 / 90, setAside: 0, onShelf: 48 / 90 });
    const [aside] = trial([titleWith(1, 1)], [], []);
    expect(aside!.copies).toEqual({ onLoan: 42 / 90, setAside: 3 / 90, onShelf: 45 / 90 });
  });

  test('a second copy halves the waits, and a third of the lending period those behind the running loan', () => {
    const [, copies, days] = trial(
      [single(8)],
      [{ copies: { perTitle: 1 } }, { lendingDays: { eBook: 7 } }],
      [],
    );
    // The new copy is there now, and both come back every 21 days: 0, 21, 21, 42, 42, 63, 63, 84.
    expect([likely(copies!), latest(copies!)]).toEqual([42, 84]);
    // The loan that runs keeps its 21 days: 21, 28, 35, 42, 49, 56, 63, 70.
    expect([likely(days!), latest(days!)]).toEqual([42, 70]);
  });
});

test('the same trial gives the same figures, and another seed others', () => {
  const titles = [wanted(3), { ...wanted(5), number: 2 }];
  const first = trial(titles, [{ pickupHours: 24 }], [...MISSING, ...IMPATIENT]);
  expect(trial(titles, [{ pickupHours: 24 }], [...MISSING, ...IMPATIENT])).toEqual(first);
  expect(trial(titles, [{ pickupHours: 24 }], [...MISSING, ...IMPATIENT], { seed: 2 })).not.toEqual(first);
});

test('no change, and a change to what the rules are already, change no figure', () => {
  const same: PolicyChanges = {
    pickupHours: PICKUP,
    lendingDays: { eBook: LOAN_DAYS, Video: 7 },
    copies: { perTitle: 0 },
    missedPickup: 'redeliver-once',
    holdLimit: 15,
  };
  const [today, unchanged, repeated] = trial([wanted(3)], [{}, same], [...MISSING, ...IMPATIENT]);
  expect(unchanged).toEqual(today);
  expect(repeated).toEqual(today);
  expect(today!.holdsPlaced.value).toBeGreaterThan(0);
});

test('more copies never lengthen a wait, whatever patrons do', () => {
  for (const counts of [[], KEEPERS, MISSING, [...MISSING, ...IMPATIENT]])
    for (const seed of [1, 2, 3])
      for (const title of [wanted(0.5, 1, 3), wanted(3), wanted(10, 5, 40)]) {
        const buys = [1, 2, 4, 8].map((perTitle) => ({ copies: { perTitle } }));
        const figures = trial([title], buys, counts, { seed, runs: 10 });
        const waits = figures.map(likely);
        expect(waits).toEqual(waits.toSorted((a, b) => b - a));
        expect(waits.at(-1)).toBeLessThan(waits[0]!);
        const loans = figures.map(({ loansBegun }) => loansBegun.value);
        expect(loans.at(-1)).toBeGreaterThan(loans[0]!);
      }
});

test('less time for a pickup shortens the waits where pickups are missed, and sets copies aside for less of theirs', () => {
  const figures = trial([wanted(3)], [{ pickupHours: 48 }, { pickupHours: 24 }]);
  const waits = figures.map(likely);
  expect(waits).toEqual(waits.toSorted((a, b) => b - a));
  expect(waits[2]).toBeLessThan(waits[0]!);
  const aside = figures.map(({ copies }) => copies.setAside);
  expect(aside[1]).toBeLessThan(aside[0]!);
  expect(aside[2]).toBeLessThan(aside[1]!);
});

test('a hold that ends with its missed pickup leaves the copy to others', () => {
  const [again, ends, waits] = trial([wanted(3)], [{ missedPickup: 'cancel' }, { missedPickup: 'suspend' }]);
  expect(likely(ends!)).toBeLessThan(likely(again!));
  // A hold that waits for its patron takes no copy, either.
  expect(waits).toEqual(ends);
});

test('a shorter lending period lets more patrons borrow', () => {
  const [today, shorter] = trial([wanted(3)], [{ lendingDays: { eBook: 7 } }]);
  expect(likely(shorter!)).toBeLessThan(likely(today!));
  expect(shorter!.loansBegun.value).toBeGreaterThan(today!.loansBegun.value);
  const [, video] = trial([wanted(3)], [{ lendingDays: { Video: 1 } }]);
  expect(video).toEqual(today);
});

test('a hold limit leaves a part of the new holds, and shortens the waits of the others', () => {
  const [today, limited] = trial([wanted(10)], [{ holdLimit: 5 }], MISSING, {}, 0.4);
  expect(limited!.holdsPlaced.value / today!.holdsPlaced.value).toBeCloseTo(0.4, 1);
  expect(latest(limited!)).toBeLessThan(latest(today!));
  const [, closed] = trial([wanted(10)], [{ holdLimit: 0 }], MISSING, {}, 0);
  expect(closed!.holdsPlaced.value).toBe(0);
});

test('a figure has the range of nine of ten runs', () => {
  const { likelyDays, holds } = trial([wanted(5)], [], MISSING, { runs: 100 })[0]!.waits;
  for (const { value, range } of [likelyDays!, holds]) {
    expect(range[0]).toBeLessThan(value);
    expect(range[1]).toBeGreaterThan(value);
  }
  const [{ waits }] = trial([titleWith(1, 0)], []) as [PolicyFigures];
  expect(waits).toEqual({ holds: { value: 0, range: [0, 0] }, likelyDays: undefined, latestDays: undefined });
});

test('holds for which there is no copy are never ready; a suspended one waits because its patron likes', () => {
  const title = titleWith(1, 1);
  const holds = [hold(1), hold(2, { category: 'child' }), hold(3, { returnsIn: 5_000 })];
  const [{ waits }] = trial([{ ...title, queue: { ...title.queue, holds } }], [], []) as [PolicyFigures];
  expect(waits.holds.value).toBe(2);
  expect([waits.likelyDays!.value, waits.latestDays!.value]).toEqual([21, Infinity]);
});

test('a trial is cut into short steps, and its cost is known before', () => {
  const long = wanted(200, 5, 2_000);
  const steps = [...tryPolicies([long], [AS_IT_IS], { days: 90, runs: 1, seed: 1 })];
  expect(steps.length).toBeGreaterThan(5);
  // 2,000 holds and 90 days with 200 a week, five times, under two policies.
  expect(holdsToSimulate([long], 2, { days: 90, runs: 5, seed: 1 })).toBe(
    Math.ceil(10 * (2_001 + (200 * 90) / 7)),
  );
});

test('others have their turn between two titles for which copies are bought', () => {
  const titles = Array.from({ length: 20 }, () => wanted(1));
  const stepsOf = (changes: PolicyChanges): number =>
    [
      ...tryPolicies(titles, [{ changes, demandLeft: 1 }], {
        days: 90,
        runs: 1,
        seed: 1,
      }),
    ].length;
  expect(stepsOf({ copies: { perTitle: 0 } })).toBe(stepsOf({}) + titles.length);
});

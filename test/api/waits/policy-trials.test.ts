import {
  DEFAULT_RUNS,
  runTrial,
  type TrialLimits,
  TrialRefused,
  type TrialReport,
  type TrialRequest,
} from '../../../src/waits/policy-trials.js';
import { assumptionsOf } from '../../../src/staff/what-if/policy-words.js';
import { parseTitleId, type TitleId } from '../../../src/domain/titles/title-id.js';
import type { Connection } from '../../../src/platform/database/statement.js';
import { statement } from '../../../src/platform/database/statement.js';
import { OTHER_PATRON_ID, otherLibrary } from '../../support/operator/operator-library.js';
import { mustSucceed } from '../../support/client.js';
import { DAY, HOUR } from '../../support/clock.js';
import { category, library as libraryRecord } from '../../support/records.js';
import { HOLDS } from '../../support/paths.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';

/** What a trial of other rules reads, and what it may cost. Loans of the test library are 21 days, pickups 72 hours. */

let library: TestLibrary;
beforeEach(async () => {
  library = await TestLibrary.open();
});

const LIMITS: TrialLimits = { maxHolds: 1_000_000 };

function trial(
  titles: TrialRequest['titles'],
  members: Partial<TrialRequest> = {},
  limits = LIMITS,
): Promise<TrialReport> {
  const request = { websiteId: library.websiteId, titles, days: 90, seed: 1, scenarios: [], ...members };
  return runTrial(library.service.database, request, limits);
}

const only = ({ reserveId }: TestTitle): TitleId => parseTitleId(reserveId)!;

/** A title with one copy that another patron has just borrowed, and holds. */
async function wanted(holds: number): Promise<TestTitle> {
  const [title, borrower] = [await library.addTitle(1), await library.addPatron()];
  await mustSucceed(borrower.borrow(title));
  await library.fillQueue(title, holds);
  return title;
}

const AGE_HOLDS = statement(
  'test-age-holds',
  `UPDATE hold SET placed_at = (
     SELECT hold.placed_at - $2 * interval '1 second' * (q.next_ticket - hold.ticket)
     FROM title_queue q WHERE q.website_id = hold.website_id AND q.reserve_id = hold.reserve_id)
   WHERE reserve_id = $1`,
);
/** As if the holds on the title had been placed at such intervals, the last one an interval ago. */
const spread = (title: TestTitle, seconds: number): Promise<unknown> =>
  library.service.database.run(AGE_HOLDS, [title.reserveId, seconds]);

const OBSERVE = statement(
  'test-observe',
  `INSERT INTO observation (website_id, week, measure, format_class, period, bucket, count, amount)
   SELECT $1, date_trunc('week', service_now() AT TIME ZONE 'UTC')::date - 7 * weeks, $2, 'eBook', $3, $4, 60, 0
   FROM generate_series(0, 5) AS weeks`,
);
const observe = (measure: string, period: number, bucket: number): Promise<unknown> =>
  library.service.database.run(OBSERVE, [library.websiteId, measure, period, bucket]);

test('reads the queue as it is: its holds, its copies and the ends of its loans', async () => {
  const title = await wanted(4);
  const report = await trial(only(title), {
    scenarios: [{ name: 'One more', changes: { copies: { perTitle: 1 } } }],
  });
  const [today, more] = report.policies;
  expect(report).toMatchObject({
    websiteId: library.websiteId,
    title: { reserveId: title.reserveId, liveHolds: 4 },
    titles: 1,
    titlesInWorstCase: 1,
    runs: DEFAULT_RUNS,
  });
  expect(report.library).toMatchObject({ pickupHours: 72, holdLimit: 15, titlesWithHolds: 1 });
  // Ready after 21, 45, 69 and 93 days: loans of 21 days, and 3 days for each pickup.
  expect(today!.waits.likelyDays!.value).toBe(45);
  expect(today!.waits.latestDays!.value).toBe(93);
  // Those that are picked up after 24, 48 and 72 days.
  expect(today!.loansBegun.value).toBe(3);
  // At once, and after 21, 24 and 45 days.
  expect(more!.waits.likelyDays!.value).toBe(21);
  expect(more!.copiesBought).toBe(1);
});

test('changes nothing, and cannot', async () => {
  const title = await wanted(2);
  const { database } = library.service;
  const modes: unknown[] = [];
  const watched = {
    prisma: database.prisma,
    run: database.run.bind(database),
    transaction: <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> =>
      database.transaction(async (connection) => {
        const result = await work(connection);
        modes.push(
          await connection.run(
            statement('test-mode', "SELECT current_setting('transaction_read_only') AS mode"),
          ),
        );
        return result;
      }),
  };
  const request = { websiteId: library.websiteId, titles: only(title), days: 30, seed: 1, scenarios: [] };
  await runTrial(watched, request, LIMITS);
  expect(modes).toEqual([[{ mode: 'on' }]]);
});

test('the most wanted titles of one library are taken, and those of another are not', async () => {
  const titles = [await wanted(1), await wanted(3), await wanted(2)];
  await library.import(...otherLibrary(titles[0]!, 1));
  const other = await library.service.signIn(OTHER_PATRON_ID);
  await mustSucceed(other.post(HOLDS, { reserveId: titles[0]!.reserveId, ignoreHoldEmail: true }));
  const { policies, ...report } = await trial({ mostWanted: 2 });
  expect(report).toMatchObject({ title: undefined, titles: 2, library: { titlesWithHolds: 3 } });
  expect(policies[0]!.waits.holds.value).toBe(5);
  expect((await trial({ mostWanted: 100 })).policies[0]!.waits.holds.value).toBe(6);
});

test('a library that nobody waits in has no figures, and says why', async () => {
  const report = await trial({ mostWanted: 5 }, { scenarios: [{ name: 'a', changes: { pickupHours: 24 } }] });
  expect(report).toMatchObject({ titles: 0, newHoldsAWeek: 0, titlesInWorstCase: 0 });
  expect(report.policies.map(({ waits }) => waits.likelyDays)).toEqual([undefined, undefined]);
  expect(assumptionsOf(report)[0]).toBe('No title has holds: nothing is simulated.');
});

test('new holds come as often as the tickets of the last weeks say', async () => {
  const title = await wanted(6);
  expect((await trial(only(title))).newHoldsAWeek).toBe(0);
  await spread(title, 7 * DAY);
  // The first of the last six weeks is five weeks old; four were placed after it.
  const { newHoldsAWeek, policies } = await trial(only(title), { days: 365 });
  expect(newHoldsAWeek).toBeCloseTo((7 * 24 * 4) / (5 * 7 * 24 + 1), 1);
  const { holdsPlaced, waits } = policies[0]!;
  expect(holdsPlaced.value).toBeGreaterThan(30);
  expect(waits.holds.value).toBeCloseTo(6 + holdsPlaced.value, 5);
});

test('where nobody waits for long, holds that were given a copy tell how often they come', async () => {
  const title = await library.addTitle(3);
  // Who goes past another hold is kept.
  const [resting] = await library.addPatrons(1);
  await mustSucceed(
    resting.place(title, { ignoreHoldEmail: true, suspensionType: 'limited', numberOfDays: '7' }),
  );
  for (const patron of await library.fillQueue(title, 3)) await mustSucceed(patron.borrow(title));
  const age = statement(
    'test-age-assignments',
    `UPDATE queue_hand_over SET handed_over_at = (SELECT handed_over_at - (5 - ticket) * interval '10 days')
     WHERE website_id = $1 AND reserve_id = $2`,
  );
  await library.service.database.run(age, [library.websiteId, title.reserveId]);
  // Two in the thirty days after the first.
  expect((await trial(only(title))).newHoldsAWeek).toBeCloseTo((2 * 7) / 30, 1);
});

test('patrons do what was seen of them, and a missed pickup counts', async () => {
  const title = await wanted(5);
  await observe('loan', 21, 10);
  await observe('pickup', 72, 0);
  await observe('pickup', 72, 20);
  const scenarios = [
    { name: 'A day', changes: { pickupHours: 24 } },
    { name: 'Ends', changes: { missedPickup: 'cancel' as const } },
  ];
  const { titlesInWorstCase, policies } = await trial(only(title), { scenarios, runs: 50 });
  expect(titlesInWorstCase).toBe(0);
  const [today, shorter, ends] = policies.map(({ waits }) => waits.latestDays!.value);
  expect(shorter).toBeLessThan(today!);
  expect(ends).toBeLessThan(today!);
  // Half of the pickups are missed.
  expect(policies[0]!.copies.setAside).toBeGreaterThan(policies[1]!.copies.setAside);
});

test('a hold limit leaves the part of the demand that is within it, but for those with a limit of their own', async () => {
  const [eager, limited] = [await library.addPatron(), await library.addPatron({ holdLimit: 10 })];
  const titles = [await wanted(1), await wanted(1), await wanted(1), await wanted(1)];
  for (const title of titles) for (const patron of [eager, limited]) await mustSucceed(patron.place(title));
  const leftBy = async (...limits: number[]): Promise<number[]> => {
    const scenarios = limits.map((holdLimit) => ({ name: `${holdLimit}`, changes: { holdLimit } }));
    return (await trial({ mostWanted: 10 }, { scenarios })).policies.map(({ demandLeft }) => demandLeft);
  };
  // Of 12 holds, 4 are those of a patron with a limit, and 4 of others with one hold each.
  expect(await leftBy(1, 3, 15, 100)).toEqual([1, 9 / 12, 11 / 12, 1, 1]);
  await library.import(category('adult', ['main', 'adults'], { holdLimit: 20 }));
  expect(await leftBy(1)).toEqual([1, 1]);
});

test('the lending period of the library counts, and another one is tried in its place', async () => {
  await library.import(libraryRecord({ lendingOverrides: { eBook: 7 } }));
  const title = await library.addTitle(1);
  await mustSucceed((await library.addPatron()).borrow(title));
  await library.fillQueue(title, 2);
  const scenarios = [{ name: 'Two weeks', changes: { lendingDays: { eBook: 14 } } }];
  const { policies } = await trial(only(title), { scenarios });
  expect(policies.map(({ waits }) => waits.latestDays!.value)).toEqual([17, 24]);
});

describe('a trial is refused', () => {
  const refusal = async (made: Promise<unknown>): Promise<unknown> => {
    const error: unknown = await made.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(TrialRefused);
    const { reason, message } = error as TrialRefused;
    return [reason, message];
  };

  test('for a library or a title that there is not', async () => {
    expect(await refusal(trial({ mostWanted: 1 }, { websiteId: 999 }))).toEqual([
      'no-library',
      'There is no library 999.',
    ]);
    expect(await refusal(trial(parseTitleId('777777')!))).toEqual([
      'no-title',
      'The library does not have this title.',
    ]);
  });

  test('that would simulate more holds than are allowed, before their queues are read', async () => {
    const title = await wanted(10);
    const scenarios = [{ name: 'a', changes: {} }];
    expect(await refusal(trial(only(title), { scenarios, runs: 5 }, { maxHolds: 99 }))).toEqual([
      'too-large',
      'This would simulate 100 holds, and 99 are allowed: choose fewer titles, days, runs or scenarios.',
    ]);
    // With the title itself, and no new holds.
    expect(await refusal(trial(only(title), { scenarios, runs: 5 }, { maxHolds: 109 }))).toContainEqual(
      expect.stringContaining('110 holds'),
    );
    expect((await trial(only(title), { scenarios, runs: 5 }, { maxHolds: 110 })).runs).toBe(5);
    // Without a number of runs, there are as many as there is room for, and no fewer than five.
    expect((await trial(only(title), { scenarios }, { maxHolds: 300 })).runs).toBe(13);
    expect(await refusal(trial(only(title), { scenarios }, { maxHolds: 100 }))).toContainEqual(
      expect.stringContaining('110 holds'),
    );
  });

  test('that takes longer than it may', async () => {
    const title = await wanted(1);
    expect(await refusal(trial(only(title), {}, { ...LIMITS, maxMilliseconds: 0 }))).toEqual([
      'too-slow',
      'The simulation took too long. Choose fewer titles, or fewer days.',
    ]);
  });
});

test('while it computes, others have their turn', async () => {
  const title = await wanted(20);
  await spread(title, HOUR * 12);
  let [turns, isDone] = [0, false];
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  const { database } = library.service;
  const counting = {
    prisma: database.prisma,
    run: database.run.bind(database),
    // Turns of the reading do not count.
    transaction: async <Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> => {
      const result = await database.transaction(work);
      setImmediate(turn);
      return result;
    },
  };
  const request = {
    websiteId: library.websiteId,
    titles: only(title),
    days: 365,
    runs: 100,
    seed: 1,
    scenarios: [],
  };
  await runTrial(counting, request, LIMITS);
  isDone = true;
  expect(turns).toBeGreaterThan(5);
});

import { QueueService } from '../../../src/circulation/queue.service.js';
import { lockQueue } from '../../../src/circulation/queue.store.js';
import { TimersService } from '../../../src/circulation/timers/timers.service.js';
import { statement } from '../../../src/platform/database/statement.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';
import { expectCreated, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR, MINUTE, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { library as libraryRecord } from '../../support/records.js';
import { runTimers } from '../../support/runs/run-timers.js';
import { interceptStatements } from '../../support/stored/intercept-statements.js';
import { type PatronAndTitle, TestLibrary, type TestPatron } from '../../support/test-library.js';

/** The library's rules on missed pickups and long suspensions. Timers run only where a test says so. */
const RULES = { missedPickup: 'suspend', suspensionEndsAfterDays: 365 };
const PICKUP_SECONDS = 72 * HOUR;

let library: TestLibrary;
const metrics = new Metrics();
beforeAll(async () => {
  library = await TestLibrary.open(RULES);
  await recordOvertaking(library.service.database);
});
beforeEach(() => setRules(RULES));

const setRules = (rules: object): Promise<void> => library.import(libraryRecord(rules));

const record = (): Promise<void> => runTimers(library.service.database, metrics);

/** The timers look at the clock when it has moved, and about once a minute otherwise. */
async function days(number: number): Promise<void> {
  await advanceClock(library.service, number * DAY);
  await record();
}

const ANNOUNCED = statement<{ days: string | null }>(
  'test-announced-end',
  `SELECT extract(epoch FROM suspension_ends_at - service_now()) / 86400 AS days FROM hold WHERE patron_id = $1`,
);

/** In how many days the patron's hold ends, as it was announced; null if it was not. */
async function announcedDays({ patronId }: TestPatron): Promise<number | null> {
  const [row] = await library.service.database.run(ANNOUNCED, [patronId]);
  return row?.days == null ? null : Math.round(Number(row.days) * 100) / 100;
}

/** How many holds have ended with their suspension. */
async function expiredSuspensions(): Promise<number> {
  const { values } = await metrics.holdsEnded.get();
  return values.find(({ labels }) => labels.reason === 'suspension-expired')?.value ?? 0;
}

const isThere = async ({ patron, title }: PatronAndTitle): Promise<boolean> =>
  (await patron.find(title)).status === 200;

describe('a missed pickup in a library that suspends', () => {
  test('suspends the hold until it is released: its place stays, and the copy goes on at once; the second time it ends', async () => {
    const title = await library.addTitle(1);
    const [first, second] = await library.fillQueue(title, 2);
    await advanceClock(library.service, PICKUP_SECONDS);
    expect((await first.find(title)).body).toMatchObject({
      holdSuspension: { suspensionType: 'indefinite', numberOfDays: 0 },
      holdListPosition: 1,
      numberOfHolds: 2,
    });
    await record();
    expect(await conditionsOf(title, first, second)).toEqual(['suspended', 'ready']);
    await mustSucceed(second.remove(title));
    await mustSucceed(first.release(title));
    expect(await conditionsOf(title, first)).toEqual(['ready']);
    await advanceClock(library.service, PICKUP_SECONDS);
    expect(await conditionsOf(title, first)).toEqual(['gone']);
  });

  test('begins the suspension when the pickup ended, however late it is written down', async () => {
    const held = await library.ready();
    await advanceClock(library.service, PICKUP_SECONDS + 335 * DAY);
    await record();
    expect(await announcedDays(held.patron)).toBe(30);
  });
});

describe('a suspension that lasts long', () => {
  test('ends the hold after the library’s days, and is announced 30 days before', async () => {
    const title = await library.addTitle();
    const [first, second] = await library.fillQueue(title, 2);
    await mustSucceed(first.suspend(title));
    await days(334);
    expect(await announcedDays(first)).toBeNull();
    await days(1);
    expect(await announcedDays(first)).toBe(30);
    const { holdSuspension } = (await first.find(title)).body;
    const { holdEnds, ...suspension } = holdSuspension as { holdEnds: string };
    expect(suspension).toEqual({ suspensionType: 'indefinite', numberOfDays: 0 });
    const now = await serviceTime(library.service);
    expect(Math.round((Date.parse(holdEnds) - now.getTime()) / 1000 / MINUTE)).toBe((30 * DAY) / MINUTE);
    await advanceClock(library.service, 30 * DAY - MINUTE);
    await record();
    expect(await conditionsOf(title, first)).toEqual(['suspended']);
    await advanceClock(library.service, MINUTE);

    // Nobody depends on the timers.
    expectRefusal(await first.find(title), 'PatronDoesntHaveTitleOnHold');
    expectRefusal(await first.release(title), 'PatronDoesntHaveTitleOnHold');
    expect((await first.list()).body).toMatchObject({ totalItems: 0 });
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  });

  test('also ends it when only the timers act, once', async () => {
    const held = await library.suspended();
    await days(335);
    const before = await expiredSuspensions();
    await days(30);
    await record();
    expect(await isThere(held)).toBe(false);
    expect(await expiredSuspensions()).toBe(before + 1);
  });

  test('of a hold that was placed suspended counts from its placement, and leaves room for another from its end on', async () => {
    const [patron, title] = [await library.addPatron({ holdLimit: 1 }), await library.addTitle()];
    expectCreated(await patron.place(title, { ignoreHoldEmail: true, suspensionType: 'indefinite' }));
    await days(335);
    expect(await announcedDays(patron)).toBe(30);
    await advanceClock(library.service, 30 * DAY);
    expectCreated(await patron.place(await library.addTitle()));
  });

  test.each([
    ['released', ({ patron, title }: PatronAndTitle) => patron.release(title)],
    [
      'changed',
      ({ patron, title }: PatronAndTitle) => patron.editSuspension(title, { suspensionType: 'indefinite' }),
    ],
  ])(
    'does not end the hold when it is %s after the announcement, and counts from then',
    async (name, change) => {
      const held = await library.suspended();
      await days(340);
      await mustSucceed(change(held));
      expect(await announcedDays(held.patron)).toBeNull();
      await days(40);
      expect(await isThere(held)).toBe(true);
      expect(await announcedDays(held.patron)).toBeNull();
      if (name === 'released') await mustSucceed(held.patron.suspend(held.title));
      await days(name === 'released' ? 335 : 295);
      expect(await announcedDays(held.patron)).toBe(30);
    },
  );
});

describe('an end is announced 30 days before, whatever happens:', () => {
  test('where no worker has run for long, holds stay until one announces their end', async () => {
    const held = await library.suspended();
    await advanceClock(library.service, 1_000 * DAY);
    expect(await isThere(held)).toBe(true);
    await record();
    expect(await announcedDays(held.patron)).toBe(30);
    await days(29);
    expect(await isThere(held)).toBe(true);
    await days(1);
    expect(await isThere(held)).toBe(false);
  });

  test('an end in a queue that somebody else has locked is announced soon after', async () => {
    const { database } = library.service;
    const { patron, title } = await library.suspended();
    await advanceClock(library.service, 340 * DAY);
    const metrics = new Metrics();
    const timers = new TimersService(database, new QueueService(metrics), metrics);
    await database.transaction(async (connection) => {
      await lockQueue(connection, { websiteId: library.websiteId, reserveId: title.reserveId });
      timers.start();
      await eventually(async () =>
        expect((await metrics.timersLastRun.get()).values[0]?.value).toBeGreaterThan(0),
      );
      expect(await announcedDays(patron)).toBeNull();
    });
    // Otherwise the timers sleep for a minute.
    await eventually(async () => expect(await announcedDays(patron)).toBe(30));
    await timers.stop();
  });

  test('while somebody else has locked what is due, only that is tried again', async () => {
    const { database } = library.service;
    const { patron, title } = await library.ready();
    await advanceClock(library.service, PICKUP_SECONDS);
    const timers = new TimersService(database, new QueueService(new Metrics()), new Metrics());
    let [tries, tasks] = [0, 0];
    const stop = interceptStatements(({ text }) => void (tries += Number(text.includes('SKIP LOCKED'))));
    await database.transaction(async (connection) => {
      await lockQueue(connection, { websiteId: library.websiteId, reserveId: title.reserveId });
      timers.start({ counted: () => Promise.resolve(Number(tasks++ < 0)) });
      await eventually(() => expect(tasks).toBe(1));
      const before = tries;
      await eventually(() => expect(tries).toBeGreaterThan(before + 3));
      expect(tasks).toBe(1);
    });
    await eventually(() => expect(tasks).toBe(2));
    expect(await conditionsOf(title, patron)).toEqual(['suspended']);
    stop();
    await timers.stop();
  });

  test('a library that takes the rule up announces the ends of its old suspensions', async () => {
    await setRules({ missedPickup: 'suspend', suspensionEndsAfterDays: 0 });
    const held = await library.suspended();
    await days(500);
    expect(await announcedDays(held.patron)).toBeNull();
    await setRules(RULES);
    await record();
    expect(await announcedDays(held.patron)).toBe(30);
  });

  test('a library that gives the rule up ends no hold, and announces again when it takes it up', async () => {
    const held = await library.suspended();
    await days(340);
    await setRules({ missedPickup: 'suspend', suspensionEndsAfterDays: 0 });
    await days(40);
    expect(await isThere(held)).toBe(true);
    expect(await announcedDays(held.patron)).toBeNull();
    await setRules(RULES);
    await record();
    expect(await announcedDays(held.patron)).toBe(30);
  });

  test('a suspension of which nobody knows since when counts from when a worker sees it', async () => {
    const held = await library.suspended();
    const forget = statement(
      'test-forget-since',
      'UPDATE hold SET suspended_since = NULL WHERE patron_id = $1',
    );
    await library.service.database.run(forget, [held.patron.patronId]);
    await record();
    expect(await announcedDays(held.patron)).toBeNull();
    await days(334);
    expect(await announcedDays(held.patron)).toBeNull();
    await days(1);
    expect(await announcedDays(held.patron)).toBe(30);
  });
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});

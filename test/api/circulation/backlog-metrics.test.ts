import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { BacklogMetrics } from '../../../src/circulation/timers/backlog.metrics.js';
import { statement } from '../../../src/platform/database/statement.js';
import type { Database } from '../../../src/platform/database/database.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../support/clock.js';
import { MailServer } from '../../support/mail-server.js';
import { metricsOf } from '../../support/metrics.js';
import { type TestPatron, TestLibrary, type TestTitle } from '../../support/test-library.js';
import { waitUntilJobsAreDone } from '../../support/jobs.js';

const LAG = 'holdfast_timer_lag_seconds';
const LAST_RUN = 'holdfast_timers_last_run_timestamp_seconds';
const WAITING = 'holdfast_notices_waiting';
const OLDEST = 'holdfast_oldest_notice_seconds';
const UP = 'holdfast_database_up';

/** What is read once is kept for a second. */
const KEPT_MS = 1_100;

let library: TestLibrary;
afterEach(() => library.close());

/** Values that were read at the same moment. */
async function metrics(...names: readonly string[]): Promise<(number | undefined)[]> {
  const shown = await metricsOf(library.service.url);
  return names.map((name) => shown.get(name));
}

/** Repeats until these are the values: on a busy machine a reading may take too long, and then a value is absent. */
function metricsBecome(expected: Readonly<Record<string, unknown>>): Promise<void> {
  const names = Object.keys(expected);
  return eventually(async () => expect(await metrics(...names)).toEqual(Object.values(expected)));
}

/** A value that is not absent. */
async function metric(name: string): Promise<number> {
  let value: number | undefined;
  await eventually(async () => {
    [value] = await metrics(name);
    expect(value).toBeDefined();
  });
  return value!;
}

describe('where no worker runs', () => {
  beforeEach(async () => {
    library = await TestLibrary.alone();
  });

  const endAll = async (): Promise<void> => {
    await library.service.database.run(statement('test-end-holds', 'DELETE FROM hold'));
    await library.service.database.run(statement('test-end-loans', 'DELETE FROM checkout'));
  };

  const ready = async (): Promise<{ patron: TestPatron; title: TestTitle }> => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    await mustSucceed(patron.place(title, { ignoreHoldEmail: true }));
    return { patron, title };
  };

  test('the lag of the timers grows from the end of a pickup, a suspension or a loan on', async () => {
    for (const [seconds, begin] of [
      [72 * HOUR, ready],
      [
        5 * DAY,
        async () => {
          const { patron, title } = await ready();
          await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 5 }));
        },
      ],
      [21 * DAY, async () => mustSucceed((await library.addPatron()).borrow(await library.addTitle(1)))],
    ] as const) {
      await metricsBecome({ [LAG]: 0 });
      await begin();
      await advanceClock(library.service, seconds - HOUR);
      await metricsBecome({ [LAG]: 0 });
      await advanceClock(library.service, 2 * HOUR);
      const lag = await metric(LAG);
      expect(lag).toBeGreaterThan(HOUR);
      expect(lag).toBeLessThan(2 * HOUR);
      // The next reading is a second later.
      expect(await metric(LAG)).toBeGreaterThan(lag + 0.5);
      await endAll();
    }
    expect(await metrics(LAST_RUN)).toEqual([undefined]);
  });

  test('the notices that wait are counted, and the age of the oldest grows', async () => {
    await metricsBecome({ [WAITING]: 0, [OLDEST]: 0 });
    for (let number = 0; number < 3; number++) await library.ready();
    await metricsBecome({ [WAITING]: 3 });
    const age = await metric(OLDEST);
    expect(age).toBeGreaterThan(0);
    expect(await metric(OLDEST)).toBeGreaterThan(age);
  });

  test('while the database is away, it is reported as down, and its values are absent', async () => {
    await metricsBecome({ [UP]: 1, [LAG]: 0 });
    const server = new pg.Client(process.env.HOLDFAST_TEST_SERVER);
    await server.connect();
    const name = new URL(library.service.databaseUrl).pathname.slice(1);
    try {
      await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
      await server.query(
        `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${name}'`,
      );
      const shown = await metricsOf(library.service.url);
      expect(shown.get(UP)).toBe(0);
      for (const unknown of [LAG, WAITING, OLDEST]) expect([...shown.keys()]).not.toContain(unknown);
      await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
      await metricsBecome({ [UP]: 1, [LAG]: 0 });
    } finally {
      await server.end();
    }
  });
});

test('where a worker runs, nothing lags or waits, and the time of the last run of its timers is shown', async () => {
  const mails = await MailServer.start();
  library = await TestLibrary.alone({}, { ROLE: 'all', SMTP_URL: mails.url });
  const { patron } = await library.ready();
  await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
  await waitUntilJobsAreDone(library.service.database);
  await metricsBecome({ [LAG]: 0, [WAITING]: 0, [OLDEST]: 0 });
  const lastRun = await metric(LAST_RUN);
  expect(Math.abs(Date.now() / 1000 - lastRun)).toBeLessThan(120);
  await mails.stop();
});

test('however often the metrics are read, the database is asked once a second', async () => {
  library = await TestLibrary.alone();
  let asked = 0;
  const counting = {
    run: (...statement: Parameters<Database['run']>) => {
      asked++;
      return library.service.database.run(...statement);
    },
  } as Database;
  const metrics = new Metrics();
  new BacklogMetrics(counting, metrics);
  const texts = await Promise.all(Array.from({ length: 50 }, () => metrics.registry.metrics()));
  for (const text of texts) expect(text).toContain(`${LAG} 0`);
  const once = asked;
  expect(once).toBeGreaterThan(0);
  expect(once).toBeLessThanOrEqual(2);
  await sleep(KEPT_MS);
  await metrics.registry.metrics();
  expect(asked).toBe(2 * once);
});

test('a database that does not answer keeps nobody waiting for the metrics', async () => {
  library = await TestLibrary.alone();
  const silent = { run: () => new Promise(() => undefined) } as unknown as Database;
  const metrics = new Metrics();
  new BacklogMetrics(silent, metrics);
  const begun = performance.now();
  expect(await metrics.registry.metrics()).toContain(`${UP} 0`);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

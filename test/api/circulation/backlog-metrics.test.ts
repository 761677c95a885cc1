import pg from 'pg';
import { BacklogMetrics } from '../../../src/circulation/timers/backlog.metrics.js';
import type { Database } from '../../../src/platform/database/database.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../support/clock.js';
import { waitUntilJobsAreDone } from '../../support/jobs.js';
import { MailServer } from '../../support/mail-server.js';
import { metricsOf } from '../../support/metrics.js';
import { runTimers } from '../../support/runs/run-timers.js';
import { TestLibrary } from '../../support/test-library.js';

const LAG = 'holdfast_timer_lag_seconds';
const LAST_RUN = 'holdfast_timers_last_run_timestamp_seconds';
const WAITING = 'holdfast_notices_waiting';
const OLDEST = 'holdfast_oldest_notice_seconds';
const UP = 'holdfast_database_up';

let library: TestLibrary;
beforeEach(async () => {
  library = await TestLibrary.alone();
});
afterEach(() => library.close());

/** The values now: a process keeps what it has read for a second, and this one has read nothing yet. */
async function read(...names: readonly string[]): Promise<(number | undefined)[]> {
  const metrics = new Metrics();
  new BacklogMetrics(library.service.database, metrics);
  const text = await metrics.registry.metrics();
  return names.map((name) => {
    const [, value] = new RegExp(`^${name} (\\S+)$`, 'm').exec(text) ?? [];
    return value === undefined ? undefined : Number(value);
  });
}

async function addReadyHold(): Promise<Awaited<ReturnType<TestLibrary['ready']>>> {
  return library.ready({ ignoreHoldEmail: true });
}

test('where no worker runs, the lag of the timers grows from the end of a pickup, a suspension or a loan on', async () => {
  for (const [seconds, begin] of [
    [72 * HOUR, addReadyHold],
    [
      5 * DAY,
      async () => {
        const { patron, title } = await addReadyHold();
        await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 5 }));
        await library.setCopiesOwned(title, 0);
      },
    ],
    [21 * DAY, async () => mustSucceed((await library.addPatron()).borrow(await library.addTitle(1)))],
  ] as const) {
    expect(await read(LAG)).toEqual([0]);
    await begin();
    await advanceClock(library.service, seconds - HOUR);
    expect(await read(LAG)).toEqual([0]);
    await advanceClock(library.service, 2 * HOUR);
    const [lag] = await read(LAG);
    expect(lag).toBeGreaterThan(HOUR);
    expect(lag).toBeLessThan(2 * HOUR);
    await advanceClock(library.service, HOUR);
    expect((await read(LAG))[0]).toBeGreaterThan(lag! + HOUR - 1);
    await runTimers(library.service.database);
    // What a missed pickup became ends by time, too.
    await advanceClock(library.service, 8 * DAY);
    await runTimers(library.service.database);
    await advanceClock(library.service, 4 * DAY);
    await runTimers(library.service.database);
  }
});

test('where no worker runs, the notices that wait are counted, and the age of the oldest grows', async () => {
  expect(await read(WAITING, OLDEST)).toEqual([0, 0]);
  for (let number = 0; number < 3; number++) await library.ready();
  const [waiting, age] = await read(WAITING, OLDEST);
  expect(waiting).toBe(3);
  expect(age).toBeGreaterThan(0);
  await advanceClock(library.service, HOUR);
  expect((await read(OLDEST))[0]).toBeGreaterThan(age!);
});

test('while the database is away, it is reported as down, and its values are absent', async () => {
  expect(await read(UP, LAG)).toEqual([1, 0]);
  const server = new pg.Client(process.env.HOLDFAST_TEST_SERVER);
  await server.connect();
  const name = new URL(library.service.databaseUrl).pathname.slice(1);
  try {
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    await server.query(
      `SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '${name}'`,
    );
    expect(await read(UP, LAG, WAITING, OLDEST)).toEqual([0, undefined, undefined, undefined]);
    await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
    await eventually(async () => expect(await read(UP, LAG)).toEqual([1, 0]));
  } finally {
    await server.end();
  }
});

test('a database that does not answer keeps nobody waiting for the metrics', async () => {
  const metrics = new Metrics();
  new BacklogMetrics({ run: () => new Promise(() => undefined) } as unknown as Database, metrics);
  const begun = performance.now();
  expect(await metrics.registry.metrics()).toContain(`${UP} 0`);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

test('where a worker runs, nothing lags or waits, and the time of the last run of its timers is shown', async () => {
  const mails = await MailServer.start();
  const working = await TestLibrary.alone({}, { ROLE: 'all', SMTP_URL: mails.url });
  try {
    const { patron } = await working.ready();
    await eventually(() => expect(mails.acceptedFor(patron.emailAddress)).toHaveLength(1));
    await waitUntilJobsAreDone(working.service.database);
    await eventually(async () => {
      const shown = await metricsOf(working.service.url);
      expect([UP, LAG, WAITING, OLDEST].map((name) => shown.get(name))).toEqual([1, 0, 0, 0]);
      expect(Math.abs(Date.now() / 1000 - (shown.get(LAST_RUN) ?? 0))).toBeLessThan(120);
    });
    expect((await metricsOf(library.service.url)).get(LAST_RUN)).toBeUndefined();
  } finally {
    await working.close();
    await mails.stop();
  }
});

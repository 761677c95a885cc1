import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { statement } from '../../../../src/platform/database/statement.js';
import { readAtMostEvery } from '../../../../src/platform/observability/readings.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../../support/clock.js';
import { metricsOf } from '../../../support/metrics.js';
import { type ServiceProcess, startProcess } from '../../support/processes.js';
import { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let worker: ServiceProcess | undefined;
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
  await library?.close();
  library = undefined!;
});

/** Values that were read at the same moment. */
async function metrics(...names: readonly string[]): Promise<(number | undefined)[]> {
  const shown = await metricsOf(library.service.url);
  return names.map((name) => shown.get(name));
}

async function metric(name: string): Promise<number | undefined> {
  const [value] = await metrics(name);
  return value;
}

const startWorker = (): Promise<ServiceProcess> =>
  startProcess({ DATABASE_URL: library.service.databaseUrl, ROLE: 'worker' });

describe('hand-over lag', () => {
  const COUNT = 'holdfast_hand_over_lag_seconds_count';
  const SUM = 'holdfast_hand_over_lag_seconds_sum';
  beforeEach(async () => {
    library = await TestLibrary.alone();
  });

  test('a copy that a patron returns is handed over in the same transaction: no lag', async () => {
    const title = await library.addTitle(1);
    const [borrower, next] = await library.addPatrons(2);
    await mustSucceed(borrower.borrow(title));
    await mustSucceed(next.place(title));
    expect(await metrics(COUNT, SUM)).toEqual([0, 0]);
    await mustSucceed(borrower.returnTitle(title));
    expect(await metrics(COUNT, SUM)).toEqual([1, 0]);
  });

  test.each([
    ['a pickup', 72 * HOUR, 'place'],
    ['a loan', 21 * DAY, 'borrow'],
  ] as const)(
    'where no timer runs, it is the time from the end of %s to the next command',
    async (_, ends, how) => {
      const title = await library.addTitle(1);
      const [first, next] = await library.addPatrons(2);
      await mustSucceed(first[how](title));
      await mustSucceed(next.place(title));
      const before = (await metric(COUNT))!;
      await advanceClock(library.service, ends + HOUR);
      expect(await metric(COUNT)).toBe(before);
      await mustSucceed(next.remove(title));
      const [count, sum] = await metrics(COUNT, SUM);
      expect(count).toBe(before + 1);
      expect(sum).toBeGreaterThan(HOUR - 60);
      expect(sum).toBeLessThan(2 * HOUR);
    },
  );
});

test('every process counts the job runners of all workers', async () => {
  library = await TestLibrary.alone();
  await eventually(async () => expect(await metric('holdfast_job_runners')).toBe(0));
  worker = await startWorker();
  const other = await startWorker();
  try {
    await eventually(async () => expect(await metric('holdfast_job_runners')).toBe(2));
  } finally {
    await other.stop();
  }
  await eventually(async () => expect(await metric('holdfast_job_runners')).toBe(1));
  await worker.kill();
  await eventually(async () => expect(await metric('holdfast_job_runners')).toBe(0));
});

test('a worker shows when its runner last held its lock, and goes on showing it', async () => {
  library = await TestLibrary.alone();
  worker = await startWorker();
  const heartbeat = async (): Promise<number> =>
    (await metricsOf(worker!.url)).get('holdfast_job_runner_heartbeat_timestamp_seconds') ?? 0;
  const begun = Date.now() / 1000;
  await eventually(async () => expect(await heartbeat()).toBeGreaterThan(begun - 3600));
  const first = await heartbeat();
  await eventually(async () => expect(await heartbeat()).toBeGreaterThan(first));
  expect(await metric('holdfast_job_runner_heartbeat_timestamp_seconds')).toBeUndefined();
});

describe('holds by condition', () => {
  const holds = async (): Promise<(number | undefined)[]> => {
    const metrics = await metricsOf(worker!.url);
    return ['waiting', 'suspended', 'ready'].map((each) =>
      metrics.get(`holdfast_holds{condition="${each}"}`),
    );
  };
  beforeEach(async () => {
    library = await TestLibrary.alone();
    await library.waiting();
    await library.ready();
    for (let number = 0; number < 2; number++) await library.suspended();
    for (let number = 0; number < 2; number++) await library.waiting();
  });

  test('a small table is counted, by workers only', async () => {
    worker = await startWorker();
    await eventually(async () => expect(await holds()).toEqual([3, 2, 1]));
    expect([...(await metricsOf(library.service.url)).keys()].join()).not.toMatch(/holdfast_holds(?!_ended)/);
  });

  const FALSIFY = statement(
    'test-falsify-estimates',
    `UPDATE pg_class SET reltuples = CASE relname WHEN 'hold' THEN 900 WHEN 'hold_waiting' THEN 600 ELSE 100 END
     WHERE oid IN ('hold'::regclass, 'hold_waiting'::regclass, 'hold_suspended'::regclass)`,
  );
  /** Rows that fill a page each, until the table has more than 64 MiB. They go, and their pages stay: a vacuum would correct the estimates. */
  const GROW = statement(
    'test-grow-holds',
    `DO $$ BEGIN
       ALTER TABLE hold SET (autovacuum_enabled = false);
       ALTER TABLE hold ALTER email_address SET STORAGE PLAIN;
       SET LOCAL session_replication_role = replica;
       INSERT INTO hold SELECT large.* FROM (SELECT to_jsonb(hold) AS one FROM hold LIMIT 1), generate_series(1, 9000) AS ticket,
         jsonb_populate_record(NULL::hold, one || jsonb_build_object(
           'reserve_id', gen_random_uuid(), 'ticket', ticket, 'email_address', repeat('x', 7000))) AS large;
       DELETE FROM hold WHERE email_address = repeat('x', 7000);
     END $$`,
  );

  test('a large table is not read: its estimates are shown', async () => {
    await library.service.database.run(GROW);
    await library.service.database.run(FALSIFY);
    worker = await startWorker();
    await eventually(async () => expect(await holds()).toEqual([600, 100, 200]));
  });
});

test('what waits for a connection of the pool is shown while it waits, and measured afterwards', async () => {
  // One connection for transactions, and one for lookups.
  library = await TestLibrary.alone({}, { POOL_SIZE: '2' });
  const title = await library.addTitle(1);
  const [first, second] = await library.addPatrons(2);
  const session = new pg.Client(library.service.databaseUrl);
  await session.connect();
  try {
    await session.query('BEGIN; SELECT FROM title_queue FOR UPDATE');
    const placements = [first, second].map((patron) => patron.place(title));
    await eventually(async () => {
      const [busy, waiting] = await metrics(
        'holdfast_pool_connections{state="busy"}',
        'holdfast_pool_waiting',
      );
      expect(busy).toBe(1);
      expect(waiting).toBeGreaterThanOrEqual(1);
    });
    const waits = (await metric('holdfast_pool_wait_seconds_count'))!;
    await session.query('ROLLBACK');
    expect((await Promise.all(placements)).map(({ status }) => status)).toEqual([201, 201]);
    const afterwards = await metricsOf(library.service.url);
    expect(afterwards.get('holdfast_pool_wait_seconds_count')).toBeGreaterThan(waits);
    expect(afterwards.get('holdfast_pool_wait_seconds_sum')).toBeGreaterThan(0);
    expect(afterwards.get('holdfast_pool_waiting')).toBe(0);
    expect(afterwards.get('holdfast_pool_max_connections')).toBe(1);
    expect(afterwards.get('holdfast_lookups_total')).toBeGreaterThan(0);
    expect(afterwards.get('holdfast_lookup_sessions')).toBe(1);
  } finally {
    await session.end();
  }
});

describe('a value that is kept', () => {
  let reads: number;
  const read = async (): Promise<number> => {
    await sleep(20);
    return ++reads;
  };
  beforeEach(() => {
    reads = 0;
  });

  test('is read again only after the given time', async () => {
    const eager = readAtMostEvery({ milliseconds: 0 }, read);
    expect([await eager(), await eager()]).toEqual([1, 2]);
    const lazy = readAtMostEvery({ milliseconds: 3_600_000 }, read);
    expect([await lazy(), await lazy(), await lazy()]).toEqual([3, 3, 3]);
  });

  test('is kept the longer the more it cost, also if reading it failed', async () => {
    const dear = { milliseconds: 0, costMultiplier: 1_000_000 };
    const bounded = readAtMostEvery(dear, read);
    expect([await bounded(), await bounded()]).toEqual([1, 1]);
    const failing = readAtMostEvery(dear, async () => {
      await read();
      throw new Error('canceled');
    });
    expect([await failing(), await failing()]).toEqual([undefined, undefined]);
    expect(reads).toBe(2);
  });
});

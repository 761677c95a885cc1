import { statement } from '../../../../src/platform/database/statement.js';
import { eventually } from '../../../support/clock.js';
import { metricsOf } from '../../../support/metrics.js';
import { type ServiceProcess, startProcess } from '../../support/processes.js';
import { TestLibrary } from '../../../support/test-library.js';

let library: TestLibrary;
let worker: ServiceProcess | undefined;
afterEach(async () => {
  await worker?.stop();
  await library.close();
});

const metric = async (name: string): Promise<number | undefined> =>
  (await metricsOf(library.service.url)).get(name);

const startWorker = (): Promise<ServiceProcess> =>
  startProcess({ DATABASE_URL: library.service.databaseUrl, ROLE: 'worker' });

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

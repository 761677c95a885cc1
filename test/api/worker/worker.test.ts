import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { JobsPool } from '../../../src/platform/jobs/jobs-pool.js';
import { JOB_TABLES_REVISION } from '../../../src/platform/jobs/job-tables.store.js';
import { migrate } from '../../../src/platform/database/migrations/migrations.js';
import { prepareJobs } from '../../../src/platform/jobs/jobs.js';
import { expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../../support/database.js';
import { eventually } from '../../support/clock.js';
import { CHECKOUTS, HOLDS } from '../../support/paths.js';
import { smallLibrary } from '../../support/records.js';
import { requireErrorBody } from '../../support/requests/openapi-conformance.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { startService } from '../../support/service.js';

let database: TestDatabase;
let session: pg.Client;

beforeEach(async () => {
  database = await freshDatabase();
  session = new pg.Client(database.url);
  await session.connect();
});

afterEach(async () => {
  await session.end();
  await database.drop();
});

async function revision(): Promise<unknown> {
  const { rows } = await session.query('SELECT max(id) AS id FROM graphile_worker.migrations');
  return rows[0]?.id;
}

test('the revision that is known is the last one of the package', async () => {
  const migrations = new URL('../../../node_modules/graphile-worker/sql/', import.meta.url);
  expect((await readdir(migrations)).sort().at(-1)).toBe(
    `${String(JOB_TABLES_REVISION).padStart(6, '0')}.sql`,
  );
  expect(await revision()).toBe(JOB_TABLES_REVISION);
});

test('tables that are missing are made', async () => {
  await session.query('DROP SCHEMA graphile_worker CASCADE');
  await prepareJobs(database.url);
  expect(await revision()).toBe(JOB_TABLES_REVISION);
});

test('the first start leaves no errors in the log of PostgreSQL: no statement fails, and none is a ROLLBACK', async () => {
  const empty = await emptyDatabase();
  try {
    await migrate(empty.url);
    await prepareJobs(empty.url);
    const ended = `SELECT xact_rollback::int AS "rolledBack", numbackends::int AS backends FROM pg_stat_database WHERE datname = $1`;
    const name = new URL(empty.url).pathname.slice(1);
    await eventually(async () =>
      expect((await session.query(ended, [name])).rows).toEqual([{ rolledBack: 0, backends: 0 }]),
    );
  } finally {
    await empty.drop();
  }
});

test('tables of a newer release that this one cannot use are refused', async () => {
  const { exitCode } = process;
  await session.query('INSERT INTO graphile_worker.migrations (id, breaking) VALUES (1000, true)');
  try {
    await expect(prepareJobs(database.url)).rejects.toThrow('includes breaking migration 1000');
  } finally {
    // The package sets it.
    process.exitCode = exitCode;
  }
});

test('a runner that gives a lost session back twice ends nothing, and the pool goes on', async () => {
  const pool = new JobsPool(database.url, 1);
  await new Promise<void>((resolve, reject) =>
    pool.connect((error, _, release) => {
      if (error) return reject(error);
      release();
      release();
      resolve();
    }),
  );
  expect((await pool.query('SELECT 1')).rowCount).toBe(1);
  pool.close();
});

test('a process that is a worker has health checks and metrics, and no other routes', async () => {
  const worker = await startService(smallLibrary(1, [1]), {
    ROLE: 'worker',
    SANDBOX: 'true',
    OPERATOR_TOKEN,
  });
  for (const path of ['/health/live', '/health/ready', '/metrics'])
    expect([path, (await fetch(new URL(path, worker.url))).status]).toEqual([path, 200]);
  const { token } = await worker.signIn(1);
  const patron = new PatronClient(worker.url, token, requireErrorBody);
  for (const path of ['/v1/patrons/me', HOLDS, `${HOLDS}/1`, CHECKOUTS, '/sandbox/v1/clock', '/']) {
    expectRefusal(await patron.get(path), 'NotFound');
    expectRefusal(await patron.post(path, { id: 1, ignoreHoldEmail: true }), 'NotFound');
  }
  await worker.close();
});

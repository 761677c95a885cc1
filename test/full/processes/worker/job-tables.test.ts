import { readdir } from 'node:fs/promises';
import pg from 'pg';
import { JOB_TABLES_REVISION } from '../../../../src/platform/jobs/job-tables.store.js';
import { prepareJobs } from '../../../../src/platform/jobs/jobs.js';
import { freshDatabase, type TestDatabase } from '../../../support/database.js';
import { runHoldfast } from '../../support/processes.js';

/** Refuses to load graphile-worker. */
const WITHOUT_WORKER = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({
    resolve(name, context, next) {
      if (name === 'graphile-worker') throw new Error('It loads graphile-worker.');
      return next(name, context);
    },
  });
`)}`;

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
  const migrations = new URL('../../../../node_modules/graphile-worker/sql/', import.meta.url);
  expect((await readdir(migrations)).sort().at(-1)).toBe(
    `${String(JOB_TABLES_REVISION).padStart(6, '0')}.sql`,
  );
  expect(await revision()).toBe(JOB_TABLES_REVISION);
});

test('a command does not load the package when the tables are up to date', async () => {
  const settings = { DATABASE_URL: database.url, NODE_OPTIONS: WITHOUT_WORKER };
  expect(await runHoldfast(['token', '1'], settings)).toMatchObject({ err: 'There is no patron 1.\n' });
  await session.query('DROP SCHEMA graphile_worker CASCADE');
  expect((await runHoldfast(['token', '1'], settings)).err).toContain('It loads graphile-worker.');
});

test('tables that are missing are made', async () => {
  await session.query('DROP SCHEMA graphile_worker CASCADE');
  await prepareJobs(database.url);
  expect(await revision()).toBe(JOB_TABLES_REVISION);
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

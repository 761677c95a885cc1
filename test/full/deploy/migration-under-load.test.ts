import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { OWN_MIGRATIONS } from '../../../src/platform/database/migrations/migration-files.js';
import { migrate } from '../../../src/platform/database/migrations/migrations.js';
import { eventually } from '../../support/clock.js';
import { brokenInvariants } from '../../support/invariants.js';
import { PatronLoad } from '../support/runs/patron-load.js';
import {
  type Deployment,
  type ServiceProcess,
  startDeployment,
  startProcess,
  urlWithLongTimeouts,
} from '../support/processes.js';
import { smallLibrary } from '../../support/records.js';

const PATRON_IDS = [1, 2, 3, 4, 5, 6];
/** Patrons share a queue, so that on a busy machine they may wait longer for its lock than the two seconds of production. */
const MAX_LOCK_WAIT_MS = 20_000;

let deployment: Deployment;
let service: ServiceProcess;
let folder: string;
let session: pg.Client;
let load: PatronLoad;
beforeEach(async () => {
  deployment = await startDeployment(smallLibrary(PATRON_IDS.length, [2]), { processes: 0 });
  service = await startProcess({
    DATABASE_URL: urlWithLongTimeouts(deployment.databaseUrl, MAX_LOCK_WAIT_MS),
    ROLE: 'api',
  });
  folder = await mkdtemp(join(tmpdir(), 'holdfast-migrations-'));
  await cp(OWN_MIGRATIONS, folder, { recursive: true });
  session = new pg.Client(deployment.databaseUrl);
  await session.connect();
  load = await PatronLoad.start(service.url, deployment.database, PATRON_IDS);
  // Now it has all its connections.
  await load.answersMore(30);
});
afterEach(async () => {
  await load.stop();
  await service.stop();
  await session.end();
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
  await rm(folder, { recursive: true });
});

async function writeMigrations(...scripts: readonly string[]): Promise<string[]> {
  const names = scripts.map((_, index) => `9999010100000${index}_change`);
  for (const [index, name] of names.entries()) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'migration.sql'), scripts[index]!);
  }
  return names;
}

/** Tables that every request of the load uses. */
const BUSY_TABLES = ['access_token', 'copies', 'hold', 'patron', 'title_queue'];

test('while a migration waits for locks, tries again and changes the tables in use, no request fails', async () => {
  const names = await writeMigrations(
    ...BUSY_TABLES.map((table) => `ALTER TABLE "${table}" ADD COLUMN "added" TEXT NOT NULL DEFAULT 'x'`),
    'CREATE INDEX CONCURRENTLY "hold_added" ON "hold" ("added")',
    'CREATE INDEX "title_queue_added" ON "title_queue" ("added")',
    ...['hold', 'patron'].map((table) => `ALTER TABLE "${table}" DROP COLUMN "added"`),
  );
  await session.query(
    `BEGIN; ${BUSY_TABLES.map((table) => `LOCK TABLE "${table}" IN ACCESS SHARE MODE`).join(';')}`,
  );
  const migrated = migrate(deployment.databaseUrl, { folder, waitSeconds: 100 });
  const attempts = new Set<string>();
  await eventually(async () => {
    const { rows } = await session.query<{ began: string }>(
      `SELECT waitstart::text AS began FROM pg_locks
       WHERE waitstart IS NOT NULL AND mode = 'AccessExclusiveLock'
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    for (const { began } of rows) attempts.add(began);
    expect(attempts.size).toBeGreaterThan(3);
  });
  await session.query('ROLLBACK');

  expect(await migrated).toEqual(names);
  await load.answersMore(30);
  expect(await load.stop()).toEqual([]);
});

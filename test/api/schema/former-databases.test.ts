import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { OWN_MIGRATIONS } from '../../../src/platform/database/migrations/migration-files.js';
import { migrate, pendingMigrations } from '../../../src/platform/database/migrations/migrations.js';
import { emptyDatabase, type TestDatabase } from '../../support/database.js';
import { deployByPrisma, migrationNames } from '../../support/stored/prisma-schema-engine.js';

let database: TestDatabase;
let session: pg.Client;
beforeEach(async () => {
  database = await emptyDatabase();
  session = new pg.Client(database.url);
  await session.connect();
});
afterEach(async () => {
  await session.end();
  await database.drop();
});

describe('a database of release 0.3.0, whose migrations are one now,', () => {
  test('gets what came after them, and goes on having them recorded', async () => {
    const [release, ...since] = await migrationNames(OWN_MIGRATIONS);
    await applyOnce(release!);
    await record('20261121090000_the_house', '20261124160000_waits_by_simple_rules');

    expect(await pendingMigrations(database.url)).toEqual(since);
    expect(await migrate(database.url)).toEqual(since);
    expect(await pendingMigrations(database.url)).toEqual([]);
    expect(await recorded()).toEqual([
      '20261121090000_the_house',
      '20261124160000_waits_by_simple_rules',
      release,
      ...since,
    ]);
    expect(await deployByPrisma(database.url, OWN_MIGRATIONS)).toEqual([]);
  });
});

test('a database that 0.3.0 has not migrated to its end is refused, with the way to go, and not changed', async () => {
  await record('20261121090000_the_house', '20261124040000_pace');

  const refusal =
    'The database is older than release 0.3.0: upgrade it to 0.3.0 first, and then to this version (UPGRADE.md).';
  await expect(migrate(database.url)).rejects.toThrow(refusal);
  await expect(pendingMigrations(database.url)).rejects.toThrow(refusal);
  expect(await recorded()).toEqual(['20261121090000_the_house', '20261124040000_pace']);
  const { rows } = await session.query(`SELECT FROM pg_tables WHERE schemaname = 'public'`);
  expect(rows).toHaveLength(1);
});

async function applyOnce(migration: string): Promise<void> {
  await session.query(await readFile(join(OWN_MIGRATIONS, migration, 'migration.sql'), 'utf8'));
}

/** As release 0.3.0 and those before it did. */
async function record(...names: readonly string[]): Promise<void> {
  await session.query(
    `CREATE TABLE _prisma_migrations (
       id varchar(36) PRIMARY KEY, checksum varchar(64) NOT NULL, finished_at timestamptz, migration_name varchar(255) NOT NULL,
       logs text, rolled_back_at timestamptz, started_at timestamptz NOT NULL DEFAULT now(), applied_steps_count int NOT NULL DEFAULT 0)`,
  );
  for (const name of names)
    await session.query(
      `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES (gen_random_uuid(), 'theirs', $1, now())`,
      [name],
    );
}

async function recorded(): Promise<string[]> {
  const { rows } = await session.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL ORDER BY migration_name COLLATE "C"`,
  );
  return rows.map(({ name }) => name);
}

import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { OWN_MIGRATIONS } from '../../../src/platform/database/migrations/migration-files.js';
import {
  migrate,
  MigrationError,
  pendingMigrations,
} from '../../../src/platform/database/migrations/migrations.js';
import { eventually } from '../../support/clock.js';
import { emptyDatabase, type TestDatabase } from '../../support/database.js';
import { deployByPrisma, migrationNames, statusByPrisma } from '../../support/stored/prisma-schema-engine.js';

let database: TestDatabase;
let session: pg.Client;
let folder: string;

/** Each test has an empty database, a session in it, and a folder with two migrations: shelf, then book. */
beforeEach(async () => {
  database = await emptyDatabase();
  session = new pg.Client(database.url);
  await session.connect();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-migrations-'));
  await writeMigration('2_book', 'CREATE TABLE book (id int PRIMARY KEY)');
  await writeMigration('1_shelf', 'CREATE TABLE shelf (id int PRIMARY KEY)');
});

afterEach(async () => {
  await session.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

describe('an empty database', () => {
  test('gets every migration in order, with a log line for each', async () => {
    const lines: string[] = [];

    expect(await migrate(database.url, { folder, log: (line) => lines.push(line) })).toEqual([
      '1_shelf',
      '2_book',
    ]);
    expect(await tables()).toEqual(['_prisma_migrations', 'book', 'shelf']);
    expect(lines).toEqual(['migration 1_shelf applied', 'migration 2_book applied']);
  });

  test('gets the service’s own migrations, each once, from five that migrate at the same time', async () => {
    await session.query('SELECT pg_advisory_lock(72707369)');
    const five = Array.from({ length: 5 }, () => migrate(database.url));
    await eventually(async () => expect(await migratingSessions()).toBe(5));
    await session.query('SELECT pg_advisory_unlock(72707369)');

    // Another one may go on where one has ended.
    const applied = (await Promise.all(five)).flat().sort();
    expect(applied).toEqual(await migrationNames(OWN_MIGRATIONS));
    expect((await history()).map(({ migration_name }) => migration_name)).toEqual(applied);
  });

  test('has pending migrations, and stays empty when they are only listed', async () => {
    expect(await pendingMigrations(database.url, { folder })).toEqual(['1_shelf', '2_book']);
    expect(await tables()).toEqual([]);
  });
});

describe('a migrated database', () => {
  test('does not change', async () => {
    const before = await migrated();

    expect(await migrate(database.url, { folder })).toEqual([]);
    expect(await history()).toEqual(before);
    expect(await pendingMigrations(database.url, { folder })).toEqual([]);
  });

  test('gets new migrations', async () => {
    await migrated();
    await writeMigration('3_page', 'CREATE TABLE page (id int PRIMARY KEY)');

    expect(await pendingMigrations(database.url, { folder })).toEqual(['3_page']);
    expect(await migrate(database.url, { folder })).toEqual(['3_page']);
  });

  test('accepts its migrations with Windows line ends', async () => {
    await writeMigration('2_book', 'CREATE TABLE book (\n  id int PRIMARY KEY\n)');
    await migrated();
    await writeMigration('2_book', 'CREATE TABLE book (\r\n  id int PRIMARY KEY\r\n)');

    expect(await migrate(database.url, { folder })).toEqual([]);
  });
});

describe('the service refuses, and does not change, a database', () => {
  /** There must also be a refusal if another migration is pending. */
  async function expectRefusal(message: RegExp): Promise<void> {
    await writeMigration('3_page', 'CREATE TABLE page (id int PRIMARY KEY)');
    const before = [await history(), await tables()];

    await expect(migrate(database.url, { folder })).rejects.toThrow(MigrationError);
    await expect(migrate(database.url, { folder })).rejects.toThrow(message);
    await expect(pendingMigrations(database.url, { folder })).rejects.toThrow(message);
    expect([await history(), await tables()]).toEqual(before);
  }

  test('whose migration was changed afterwards', async () => {
    await migrated();
    await writeMigration('1_shelf', 'CREATE TABLE shelf (id bigint PRIMARY KEY)');

    await expectRefusal(/^Migration 1_shelf was changed after .* make the change in a new migration/);
  });

  test('in which another tool’s migration did not finish', async () => {
    await migrated();
    await session.query(`UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_book'`);

    await expectRefusal(/^Another tool started migration 2_book but did not finish it.* rolled_back_at/);
  });

  test('of a newer version', async () => {
    await migrated();
    await rm(join(folder, '2_book'), { recursive: true });

    await expectRefusal(/^The database has migration 2_book, .* a newer version has used the database/);
  });
});

describe('a migration', () => {
  test('that fails leaves nothing, and the ones before it stay', async () => {
    await writeMigration(
      '2_book',
      'CREATE TABLE book (id int PRIMARY KEY); INSERT INTO shelf VALUES (1), (1)',
    );

    const failure = migrate(database.url, { folder });
    await expect(failure).rejects.toThrow(MigrationError);
    await expect(failure).rejects.toThrow(/^Migration 2_book failed: duplicate key .* It was rolled back/);
    expect(await tables()).toEqual(['_prisma_migrations', 'shelf']);
    expect((await history()).map(({ migration_name }) => migration_name)).toEqual(['1_shelf']);
  });

  test('that cannot be recorded is not applied', async () => {
    await writeMigration('2_book', 'CREATE TABLE book (id int PRIMARY KEY); DROP TABLE _prisma_migrations');

    await expect(migrate(database.url, { folder })).rejects.toThrow(
      /^Migration 2_book failed: .*_prisma_migrations/,
    );
    expect(await tables()).toEqual(['_prisma_migrations', 'shelf']);
  });

  test('that was rolled back is applied again', async () => {
    await migrated();
    await session.query(`DROP TABLE book; UPDATE _prisma_migrations SET finished_at = NULL, rolled_back_at = now()
                          WHERE migration_name = '2_book'`);

    expect(await migrate(database.url, { folder })).toEqual(['2_book']);
  });

  test('may take longer than the role’s statement timeout', async () => {
    await writeMigration('2_book', 'SELECT pg_sleep(1.5)');
    const url = new URL(database.url);
    url.searchParams.set('options', '-c statement_timeout=1000');

    expect(await migrate(url.href, { folder })).toEqual(['1_shelf', '2_book']);
  });
});

describe('without a connection', () => {
  test('the driver’s error is thrown if the server ends the session', async () => {
    await writeMigration('2_book', 'SELECT pg_terminate_backend(pg_backend_pid())');

    const failure = migrate(database.url, { folder });
    await expect(failure).rejects.toThrow(/terminat/);
    await expect(failure).rejects.not.toThrow(MigrationError);
  });

  test('the driver’s error is thrown if the connection is cut', async () => {
    await writeMigration('2_book', 'SELECT pg_sleep(60)');
    const proxyUrl = await proxyThatCutsAt('pg_sleep');

    await expect(migrate(proxyUrl, { folder })).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('together with prisma migrate', () => {
  test('migrate writes the same rows', async () => {
    const other = await emptyDatabase();
    await deployByPrisma(other.url, folder);
    const rowsOfPrisma = await queryOnce(other.url, rowsWithoutIdentity);
    await migrated();

    expect(await queryOnce(database.url, rowsWithoutIdentity)).toEqual(rowsOfPrisma);
    expect(await queryOnce(database.url, historyColumns)).toEqual(await queryOnce(other.url, historyColumns));
    await other.drop();
  });

  test('Prisma finds no problem with the service’s own migrations', async () => {
    await migrate(database.url);

    expect(await statusByPrisma(database.url, OWN_MIGRATIONS)).toEqual({
      history: null,
      failedMigrationNames: [],
      editedMigrationNames: [],
      hasMigrationsTable: true,
    });
  });

  test('each continues where the other stopped', async () => {
    expect(await deployByPrisma(database.url, folder)).toEqual(['1_shelf', '2_book']);
    await writeMigration('3_page', 'CREATE TABLE page (id int PRIMARY KEY)');
    expect(await migrate(database.url, { folder })).toEqual(['3_page']);
    await writeMigration('4_word', 'CREATE TABLE word (id int PRIMARY KEY)');
    expect(await deployByPrisma(database.url, folder)).toEqual(['4_word']);
  });
});

const rowsWithoutIdentity = `
  SELECT migration_name, checksum, logs, rolled_back_at, applied_steps_count,
         length(id) AS id_length, finished_at >= started_at AS finished
    FROM _prisma_migrations ORDER BY migration_name`;

const historyColumns = `
  SELECT column_name, data_type, character_maximum_length, is_nullable, column_default
    FROM information_schema.columns WHERE table_name = '_prisma_migrations' ORDER BY ordinal_position`;

async function writeMigration(name: string, sql: string): Promise<void> {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), sql);
}

async function migrated(): Promise<HistoryRow[]> {
  await migrate(database.url, { folder });
  return history();
}

interface HistoryRow {
  migration_name: string;
}

async function history(): Promise<HistoryRow[]> {
  const { rows } = await session.query<HistoryRow>(
    'SELECT * FROM _prisma_migrations ORDER BY started_at, id',
  );
  return rows;
}

async function tables(): Promise<string[]> {
  const { rows } = await session.query<{ tablename: string }>(
    `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE "C"`,
  );
  return rows.map(({ tablename }) => tablename);
}

async function queryOnce(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}

/** The URL of a proxy that cuts a connection when it sends this text. */
async function proxyThatCutsAt(text: string): Promise<string> {
  const { hostname, port } = new URL(database.url);
  const proxy = createServer((client) => {
    const server = connect(Number(port), hostname);
    client.on('data', (sent) => (sent.includes(text) ? client.resetAndDestroy() : server.write(sent)));
    client.on('close', () => server.destroy());
    // Either may write to the other when that has just left.
    for (const each of [client, server]) each.on('error', () => undefined);
    server.pipe(client);
  });
  await once(proxy.listen(0, '127.0.0.1').unref(), 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  return url.href;
}

async function migratingSessions(): Promise<number> {
  const { rows } = await session.query<{ sessions: number }>(
    `SELECT count(*)::int AS sessions FROM pg_stat_activity
      WHERE application_name = 'holdfast-migrate' AND datname = current_database()`,
  );
  return rows[0]?.sessions ?? 0;
}

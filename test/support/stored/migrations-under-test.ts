import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { migrate } from '../../../src/platform/database/migrations/migrations.js';
import { emptyDatabase } from '../database.js';

/** An empty database, a session in it, and a folder with two migrations: shelf, then book. */
export interface MigrationsUnderTest {
  readonly url: string;
  readonly session: pg.Client;
  readonly folder: string;
  writeMigration(name: string, sql: string): Promise<void>;
  /** Applies the migrations of the folder. */
  migrate(): Promise<HistoryRow[]>;
  history(): Promise<HistoryRow[]>;
  tables(): Promise<string[]>;
  remove(): Promise<void>;
}

export interface HistoryRow {
  readonly migration_name: string;
}

export async function prepareMigrations(): Promise<MigrationsUnderTest> {
  const { url, drop } = await emptyDatabase();
  const session = new pg.Client(url);
  await session.connect();
  const folder = await mkdtemp(join(tmpdir(), 'holdfast-migrations-'));
  const writeMigration = async (name: string, sql: string): Promise<void> => {
    await mkdir(join(folder, name), { recursive: true });
    await writeFile(join(folder, name, 'migration.sql'), sql);
  };
  await writeMigration('2_book', 'CREATE TABLE book (id int PRIMARY KEY)');
  await writeMigration('1_shelf', 'CREATE TABLE shelf (id int PRIMARY KEY)');
  const history = async (): Promise<HistoryRow[]> => {
    const { rows } = await session.query<HistoryRow>(
      'SELECT * FROM _prisma_migrations ORDER BY started_at, id',
    );
    return rows;
  };
  return {
    url,
    session,
    folder,
    writeMigration,
    history,
    migrate: async () => {
      await migrate(url, { folder });
      return history();
    },
    tables: async () => {
      const { rows } = await session.query<{ tablename: string }>(
        `SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename COLLATE "C"`,
      );
      return rows.map(({ tablename }) => tablename);
    },
    remove: async () => {
      await session.end();
      await drop();
      await rm(folder, { recursive: true });
    },
  };
}

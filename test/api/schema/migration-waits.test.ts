import pg from 'pg';
import { migrate, MigrationError } from '../../../src/platform/database/migrations/migrations.js';
import { eventually } from '../../support/clock.js';
import { type MigrationsUnderTest, prepareMigrations } from '../../support/stored/migrations-under-test.js';
import { deployByPrisma } from '../../support/stored/prisma-schema-engine.js';

let given: MigrationsUnderTest;
beforeEach(async () => {
  given = await prepareMigrations();
});
afterEach(() => given.remove());

describe('a migration', () => {
  test('gives up on a table that stays in use, says who uses it, and leaves nothing', async () => {
    await given.migrate();
    await given.session.query(`SET application_name = 'a forgotten session'; BEGIN; LOCK TABLE shelf`);
    await given.writeMigration(
      '3_row',
      'CREATE TABLE shelf_row (id int); ALTER TABLE shelf ADD COLUMN rows int',
    );
    const lines: string[] = [];

    const failure = migrate(given.url, {
      folder: given.folder,
      waitSeconds: 3,
      onWait: (line) => lines.push(line),
    });
    const holder =
      /the oldest lock .* held by process \d+, a forgotten session, idle in transaction since \d{4}-\d\d-\d\d /;
    await expect(failure).rejects.toThrow(MigrationError);
    await expect(failure).rejects.toThrow(
      /^Migration 3_row was not applied within 3 s, because tables are in use/,
    );
    await expect(failure).rejects.toThrow(holder);
    expect(lines).toEqual([expect.stringMatching(/^Migration 3_row waits: /)]);
    expect(lines[0]).toMatch(holder);
    await given.session.query('ROLLBACK');
    expect(await given.tables()).toEqual(['_prisma_migrations', 'book', 'shelf']);
  });

  test('lets others use the table between its attempts, and is applied when the table is free', async () => {
    await given.migrate();
    await given.session.query('BEGIN; LOCK TABLE shelf IN ACCESS SHARE MODE');
    await given.writeMigration('3_row', 'ALTER TABLE shelf ADD COLUMN rows int');
    const result = migrate(given.url, { folder: given.folder });

    // Each of these waits behind the migration if that one waits, and is answered when it steps back.
    const other = new pg.Client({ connectionString: given.url, lock_timeout: 60_000 });
    await other.connect();
    for (let seen = 0; seen < 3;) {
      const { rows } = await other.query(
        `SELECT FROM pg_locks WHERE relation = 'shelf'::regclass AND NOT granted`,
      );
      if (rows.length === 0) continue;
      await other.query('SELECT FROM shelf');
      seen += 1;
    }
    await other.end();
    expect((await given.history()).map(({ migration_name }) => migration_name)).toEqual([
      '1_shelf',
      '2_book',
    ]);

    await given.session.query('ROLLBACK');
    expect(await result).toEqual(['3_row']);
  });

  test('of several transactions holds one table at a time, and is taken up again where it waited', async () => {
    await given.migrate();
    await given.session.query('BEGIN; LOCK TABLE shelf IN ACCESS SHARE MODE');
    await given.writeMigration(
      '3_row',
      `ALTER TABLE book ADD COLUMN IF NOT EXISTS pages int;
       INSERT INTO book VALUES (7) ON CONFLICT DO NOTHING;
-- Next transaction
       ALTER TABLE shelf ADD COLUMN IF NOT EXISTS rows int`,
    );
    const result = migrate(given.url, { folder: given.folder, waitSeconds: 1 });
    await expect(result).rejects.toThrow(/^Migration 3_row was not applied within 1 s/);

    const other = new pg.Client(given.url);
    await other.connect();
    expect((await other.query('SELECT pages FROM book')).rows).toEqual([{ pages: null }]);
    await other.end();
    expect((await given.history()).map(({ migration_name }) => migration_name)).toEqual([
      '1_shelf',
      '2_book',
    ]);
    await given.session.query('ROLLBACK');
    expect(await migrate(given.url, { folder: given.folder })).toEqual(['3_row']);
    await given.session.query('SELECT rows FROM shelf');
  });

  test('of another process is waited for, and named when the wait is over', async () => {
    await given.session.query(
      `SET application_name = 'another migration'; SELECT pg_advisory_lock(72707369)`,
    );

    await expect(migrate(given.url, { folder: given.folder, waitSeconds: 0.5 })).rejects.toThrow(
      /^Migration 1_shelf was not applied within 0.5 s, .* held by process \d+, another migration, idle since /,
    );
    expect(await given.tables()).toEqual([]);
  });

  test('of another process that has ended holds nobody up', async () => {
    await given.migrate();
    await given.session.query('SELECT pg_advisory_lock(72707369)');

    expect(await migrate(given.url, { folder: given.folder, waitSeconds: 0 })).toEqual([]);
  });
});

describe('an index that is built while others write', () => {
  let writer: pg.Client;
  beforeEach(async () => {
    await given.migrate();
    await given.writeMigration('3_index', 'CREATE INDEX CONCURRENTLY "shelf_index" ON "shelf" ("id");');
    writer = new pg.Client({ connectionString: given.url });
    await writer.connect();
  });
  afterEach(() => writer.end());

  async function isValid(): Promise<boolean | undefined> {
    const { rows } = await given.session.query<{ valid: boolean }>(
      `SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass('shelf_index')`,
    );
    return rows[0]?.valid;
  }

  test('waits for a transaction under way, and holds nobody up', async () => {
    await writer.query('BEGIN; INSERT INTO shelf VALUES (1)');
    const result = migrate(given.url, { folder: given.folder });
    await eventually(async () => {
      const { rowCount } = await given.session.query(
        `SELECT FROM pg_stat_activity WHERE application_name = 'holdfast-migrate' AND wait_event_type = 'Lock'
           AND datname = current_database()`,
      );
      expect(rowCount).toBe(1);
    });
    await given.session.query(`SET lock_timeout = '10s'; INSERT INTO shelf VALUES (2)`);

    expect(await isValid()).toBe(false);
    await writer.query('COMMIT');
    expect(await result).toEqual(['3_index']);
    expect(await isValid()).toBe(true);
  });

  test('is built anew after an attempt that had to give up', async () => {
    await writer.query('BEGIN; INSERT INTO shelf VALUES (1)');
    await expect(migrate(given.url, { folder: given.folder, waitSeconds: 3 })).rejects.toThrow(
      /^Migration 3_index was not applied within 3 s, because .* idle in transaction since /,
    );
    expect(await isValid()).toBe(false);
    await writer.query('ROLLBACK');

    expect(await migrate(given.url, { folder: given.folder })).toEqual(['3_index']);
    expect(await isValid()).toBe(true);
  });

  test('is built once by processes that start together', async () => {
    const results = await Promise.all([1, 2, 3].map(() => migrate(given.url, { folder: given.folder })));
    expect(results.flat()).toEqual(['3_index']);
  });

  test('is built by Prisma too', async () => {
    expect(await deployByPrisma(given.url, given.folder)).toEqual(['3_index']);
    expect(await isValid()).toBe(true);
  });
});

import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OWN_MIGRATIONS, readMigrations } from '../../../src/platform/database/migrations/migration-files.js';
import {
  migrate,
  MigrationError,
  pendingMigrations,
} from '../../../src/platform/database/migrations/migrations.js';
import { type MigrationsUnderTest, prepareMigrations } from '../../support/stored/migrations-under-test.js';
import { deployByPrisma } from '../../support/stored/prisma-schema-engine.js';

let given: MigrationsUnderTest;
beforeEach(async () => {
  given = await prepareMigrations();
});
afterEach(() => given.remove());

test('every migration of the service names the oldest release that runs on its schema', async () => {
  for (const { name, oldestRelease } of await readMigrations(OWN_MIGRATIONS))
    expect({ name, oldestRelease }).toEqual({
      name,
      oldestRelease: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    });
});

test('no transaction waits for a table of the former release while it holds another', async () => {
  const [, ...since] = await readMigrations(OWN_MIGRATIONS);
  for (const part of since.flatMap(({ transactions }) => transactions)) {
    const tables = new Set(Array.from(part.matchAll(/^ALTER TABLE "(\w+)"/gm), ([, table]) => table));
    expect([...tables].slice(1)).toEqual([]);
  }
});

describe('a version meets the database of a newer one', () => {
  /** Applies these migrations, each with its oldest release, as a newer version that has the table of releases. */
  async function migrateFurther(releases: Readonly<Record<string, string>>): Promise<void> {
    const newer = await mkdtemp(join(tmpdir(), 'holdfast-newer-'));
    await cp(given.folder, newer, { recursive: true });
    for (const [name, release] of Object.entries({ '3_releases': '1.0.0', ...releases })) {
      await mkdir(join(newer, name));
      await writeFile(join(newer, name, 'migration.sql'), name === '3_releases' ? RELEASES : 'SELECT 1');
      await writeFile(join(newer, name, 'oldest-release.txt'), `${release}\nA reason.\n`);
    }
    await migrate(given.url, { folder: newer });
    await rm(newer, { recursive: true });
  }
  const RELEASES =
    'CREATE TABLE _migration_release (migration_name text PRIMARY KEY, oldest_release text NOT NULL)';

  test('and accepts it, and changes nothing, if it runs on all of its migrations', async () => {
    await migrateFurther({ '4_page': '1.2.0', '5_word': '1.9.9' });
    const before = [await given.history(), await given.tables()];

    for (const release of ['1.9.9', '1.10.0', '2.0.0', '1.10.0-rc.1']) {
      expect(await migrate(given.url, { folder: given.folder, release })).toEqual([]);
      expect(await pendingMigrations(given.url, { folder: given.folder, release })).toEqual([]);
    }
    expect([await given.history(), await given.tables()]).toEqual(before);
  });

  test('and refuses it if it does not run on one of them, and says which release does', async () => {
    await migrateFurther({ '4_page': '1.10.0', '5_word': '1.2.0' });

    for (const release of ['1.9.9', '1.2.0', '0.20.0'])
      await expect(migrate(given.url, { folder: given.folder, release })).rejects.toThrow(
        `The database has migration 4_page, on which this version (${release}) does not run: a newer version has used ` +
          `the database, so start version 1.10.0 or a newer one, or restore a backup from before it.`,
      );
  });

  test('and refuses it if one of them does not say', async () => {
    await migrateFurther({ '4_page': '1.0.0', '5_word': 'unknown' });

    await expect(migrate(given.url, { folder: given.folder, release: '9.0.0' })).rejects.toThrow(
      /^The database has migration 5_word, on which this version \(9.0.0\) does not run/,
    );
  });

  test('and refuses it if it has a migration which that one lacks', async () => {
    await migrateFurther({});
    await given.writeMigration('2_shelf_mark', 'CREATE TABLE shelf_mark (id int PRIMARY KEY)');

    await expect(migrate(given.url, { folder: given.folder, release: '9.0.0' })).rejects.toThrow(
      /^The database has migration 3_releases, which this version does not have, but not 2_shelf_mark: .* start a version that has both\.$/,
    );
    expect(await given.tables()).not.toContain('shelf_mark');
  });

  test('and accepts what Prisma applied, once the newer version has applied a migration itself', async () => {
    await given.migrate();
    await given.writeMigration('3_releases', RELEASES);
    await deployByPrisma(given.url, given.folder);
    await rm(join(given.folder, '3_releases'), { recursive: true });
    await expect(migrate(given.url, { folder: given.folder, release: '1.0.0' })).rejects.toThrow(
      MigrationError,
    );

    await migrateFurther({ '4_page': '1.0.0' });
    expect(await migrate(given.url, { folder: given.folder, release: '1.0.0' })).toEqual([]);
  });
});

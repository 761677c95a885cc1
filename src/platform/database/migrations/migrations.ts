import type pg from 'pg';
import { readBuildInfo } from '../../observability/build-info.js';
import { connectClient } from '../client.js';
import { LockObserver } from './lock-holders.js';
import { OWN_MIGRATIONS, readMigrations } from './migration-files.js';
import { findPending, MigrationError } from './migration-history.js';
import { MigrationRun } from './migration-run.js';

export { MigrationError };

/**
 * Does the same as `prisma migrate deploy`, without Prisma's native engine, which needs a download. History rows,
 * checksums and lock are the same as Prisma's, so either tool can continue after the other, or run at the same time.
 */

const APPLICATION = 'holdfast-migrate';
export const DEFAULT_WAIT_SECONDS = 60;

export interface MigrationOptions {
  /** Contains one folder per migration, see `readMigrations`. By default the service's own migrations. */
  folder?: string;
  /** Called with a line for each migration that was applied. */
  log?: (line: string) => void;
  /** Called with a sentence that says what it waits for, whenever that is something else. */
  onWait?: (sentence: string) => void;
  /** How long to wait in all for other processes that migrate and for tables in use, without the time of the work itself. */
  waitSeconds?: number;
  /** The version of this process. */
  release?: string;
}

/**
 * Applies the pending migrations, each in its own transaction. Any number of processes may call it at once: each
 * migration runs once. Requests go on meanwhile: a migration waits for a lock for a moment only, and then tries again.
 *
 * @returns the names of the migrations that this call has applied
 * @throws {MigrationError} if the database's history does not match the folder, a migration fails, or the wait is over.
 *   A migration that is not recorded has changed nothing.
 * @throws the driver's own error if the connection fails.
 */
export async function migrate(databaseUrl: string, options: MigrationOptions = {}): Promise<string[]> {
  const {
    folder = OWN_MIGRATIONS,
    log,
    onWait,
    waitSeconds = DEFAULT_WAIT_SECONDS,
    release = ownRelease(),
  } = options;
  const migrations = await readMigrations(folder);
  const session = await connect(databaseUrl);
  const observer = new LockObserver(() => connect(databaseUrl));
  try {
    return await new MigrationRun(session, observer, { migrations, release, waitSeconds, log, onWait }).run();
  } finally {
    await Promise.all([session.end(), observer.close()]);
  }
}

/**
 * The names of the pending migrations, in order. Changes nothing and takes no lock.
 *
 * @throws {MigrationError} if the database's history does not match the folder.
 */
export async function pendingMigrations(
  databaseUrl: string,
  { folder = OWN_MIGRATIONS, release = ownRelease() }: Pick<MigrationOptions, 'folder' | 'release'> = {},
): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const session = await connect(databaseUrl);
  try {
    return (await findPending(session, migrations, release)).map(({ name }) => name);
  } finally {
    await session.end();
  }
}

function ownRelease(): string {
  return readBuildInfo().version;
}

function connect(databaseUrl: string): Promise<pg.Client> {
  return connectClient(databaseUrl, { application_name: APPLICATION, keepAlive: true });
}

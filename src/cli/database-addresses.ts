import type { Config } from '../platform/settings/config.js';
import { isPooled } from '../platform/settings/database-settings.js';
import { pendingMigrations } from '../platform/database/migrations/migrations.js';
import { mayChangeSchema } from '../platform/database/migrations/service-role.js';
import { commandLine } from './called-as.js';
import { CommandFailed } from './command-failed.js';
import { explainDatabaseError } from './database-errors.js';

/**
 * Refuses what could start but not work: a pooler in transaction mode has no sessions, and some users may not change the schema.
 * @param runsJobs whether this process needs the worker's sessions
 * @throws CommandFailed with one sentence
 */
export async function requireUsableAddresses(
  { jobsDatabaseUrl, migrationDatabaseUrl }: Config,
  databaseUrl: string,
  runsJobs: boolean,
): Promise<void> {
  if (runsJobs && isPooled(jobsDatabaseUrl ?? databaseUrl))
    throw new CommandFailed(
      'DATABASE_URL is a pooler (pgbouncer=true), and the worker needs sessions of its own: set JOBS_DATABASE_URL to the ' +
        'address of PostgreSQL itself.',
    );
  const url = migrationDatabaseUrl ?? databaseUrl;
  const [missing] = await explained(url, () => pendingMigrations(url));
  // A process that finds nothing to migrate needs neither rights nor a session.
  if (missing === undefined) return;
  if (isPooled(url))
    throw new CommandFailed(
      'DATABASE_URL is a pooler (pgbouncer=true), and migrations need a session of their own: set MIGRATION_DATABASE_URL to ' +
        'the address of PostgreSQL itself.',
    );
  if (!(await explained(url, () => mayChangeSchema(url))))
    throw new CommandFailed(
      `The database does not have migration ${missing} yet, and the user of ` +
        `${migrationDatabaseUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL'} may not change the schema: ` +
        `run \`${commandLine('migrate')}\` with MIGRATION_DATABASE_URL, the address of the user who owns it.`,
    );
}

export async function explained<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

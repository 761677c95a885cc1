import type { Config } from '../platform/settings/config.js';
import type { DatabaseOptions } from '../platform/database/database.js';
import { pendingMigrations } from '../platform/database/migrations/migrations.js';
import { mayChangeSchema } from '../platform/database/migrations/service-role.js';
import { inspectAddress } from '../platform/database/connections/pooler.js';
import { CommandFailed } from './command-failed.js';
import { explainDatabaseError } from './database-errors.js';

/** How connections to `DATABASE_URL` are to be used. */
export type AddressOptions = Required<Pick<DatabaseOptions, 'pooled' | 'preparedStatements'>>;

/**
 * Tries what each address in the settings gives, because a pooler in transaction mode gives less than PostgreSQL.
 * @param runsJobs whether this process needs the worker's sessions
 * @throws CommandFailed with one sentence, if the service could start but not work
 */
export async function requireUsableAddresses(
  config: Config,
  databaseUrl: string,
  runsJobs: boolean,
): Promise<AddressOptions> {
  const address = await explained(databaseUrl, () => inspectAddress(databaseUrl));
  if (config.preparedStatements && !address.keepsPreparedStatements)
    throw new CommandFailed(
      'DATABASE_URL is a pooler that does not keep prepared statements: set PREPARED_STATEMENTS to false, or use ' +
        'PgBouncer 1.21 or newer with max_prepared_statements above 0.',
    );
  await requireMigrationsPossible(config, databaseUrl);
  if (runsJobs) await requireSessionsForJobs(config, databaseUrl);
  return { pooled: address.startSettings !== 'kept', preparedStatements: config.preparedStatements };
}

/** A process that finds nothing to migrate needs neither rights nor a session. */
async function requireMigrationsPossible(
  { migrationDatabaseUrl }: Config,
  databaseUrl: string,
): Promise<void> {
  const url = migrationDatabaseUrl ?? databaseUrl;
  const [missing] = await explained(url, () => pendingMigrations(url));
  if (missing === undefined) return;
  if (!(await explained(url, () => mayChangeSchema(url))))
    throw new CommandFailed(
      `The database does not have migration ${missing} yet, and the user of ` +
        `${migrationDatabaseUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL'} may not change the schema: ` +
        'run `holdfast migrate` with MIGRATION_DATABASE_URL, the address of the user who owns it.',
    );
  if ((await explained(url, () => inspectAddress(url))).keepsSessions) return;
  throw new CommandFailed(
    `${migrationDatabaseUrl === undefined ? 'DATABASE_URL' : 'MIGRATION_DATABASE_URL'} is a pooler in transaction mode, ` +
      'and migrations need a session of their own: set MIGRATION_DATABASE_URL to the address of PostgreSQL itself.',
  );
}

async function requireSessionsForJobs({ jobsDatabaseUrl }: Config, databaseUrl: string): Promise<void> {
  const url = jobsDatabaseUrl ?? databaseUrl;
  const { keepsSessions, startSettings } = await explained(url, () => inspectAddress(url));
  if (keepsSessions && startSettings !== 'refused') return;
  throw new CommandFailed(
    `${jobsDatabaseUrl === undefined ? 'DATABASE_URL' : 'JOBS_DATABASE_URL'} is a pooler, and the worker needs sessions ` +
      'of its own: set JOBS_DATABASE_URL to the address of PostgreSQL itself.',
  );
}

export async function explained<Result>(url: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw explainDatabaseError(error, url);
  }
}

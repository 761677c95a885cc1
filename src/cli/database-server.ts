import type { Config } from '../platform/settings/config.js';
import { isPooled } from '../platform/settings/database-settings.js';
import { PATIENT_CONNECT_TIMEOUT_MS } from '../platform/database/client.js';
import { Database, type DatabaseOptions } from '../platform/database/database.js';
import {
  migrate,
  type MigrationOptions,
  pendingMigrations,
} from '../platform/database/migrations/migrations.js';
import { grantToServiceRole } from '../platform/database/migrations/service-role.js';
import { findServerKind } from '../platform/database/connections/server-kind.js';
import { prepareJobs } from '../platform/jobs/jobs.js';
import { explained, requireUsableAddresses } from './database-addresses.js';
import { openEmbeddedDatabase } from '../embedded/embedded-database.js';
import { CommandFailed } from './command-failed.js';

/** The migrated database of the settings: the server at `DATABASE_URL`, or the embedded one, started if necessary. */
export interface DatabaseServer {
  readonly url: string;
  readonly isEmbedded: boolean;
  /** Opens a connection pool. The caller closes it before `release`. */
  open(options?: Partial<DatabaseOptions>): Database;
  /**
   * Resolves if the embedded server stops and cannot be started again.
   * @param log called with one line whenever the server stops or returns
   */
  watch(log: (line: string) => void): Promise<Error>;
  /** Releases the embedded server, which stops when no other process uses it. */
  release(): Promise<void>;
}

export interface AcquireOptions extends Pick<MigrationOptions, 'waitSeconds' | 'onWait'> {
  /** Whether this process is a worker, which needs sessions of its own. */
  readonly runsJobs?: boolean;
}

export async function acquireDatabaseServer(
  config: Config,
  { runsJobs = false, ...options }: AcquireOptions,
): Promise<DatabaseServer> {
  const server = await connect(config);
  try {
    const kind = await explained(server.url, () => findServerKind(server.url));
    if (!server.isEmbedded) await requireUsableAddresses(config, server.url, runsJobs);
    if (kind !== 'worker-node') {
      const migrationUrl = migrationUrlOf(config, server);
      await explained(migrationUrl, () => migrate(migrationUrl, options));
      await explained(migrationUrl, () => prepareJobs(migrationUrl));
      if (migrationUrl !== server.url)
        await explained(migrationUrl, () => grantToServiceRole(migrationUrl, server.url));
    } else if (config.role !== 'api') throw new CommandFailed(ONLY_REQUESTS);
    const pooled = isPooled(server.url);
    // Citus chooses the node by the library, so it must know the library when it plans.
    const customPlans = kind !== 'one-server';
    return {
      ...server,
      open: (given) =>
        new Database({ url: server.url, poolSize: config.poolSize, customPlans, pooled, ...given }),
    };
  } catch (error) {
    await server.release();
    throw error;
  }
}

/** The embedded server has one address only. */
function migrationUrlOf(config: Config, server: Pick<DatabaseServer, 'url' | 'isEmbedded'>): string {
  return server.isEmbedded ? server.url : (config.migrationDatabaseUrl ?? server.url);
}

/** Migrations, jobs and timers belong to the coordinator. */
const ONLY_REQUESTS =
  'DATABASE_URL names a worker of the Citus cluster, which answers requests only (ROLE=api). Set it to the coordinator.';

/** The names of the migrations that are not applied yet. */
export async function findPendingMigrations(config: Config): Promise<string[]> {
  const server = await connect(config);
  try {
    const url = migrationUrlOf(config, server);
    return await explained(url, () => pendingMigrations(url));
  } finally {
    await server.release();
  }
}

async function connect(config: Config): Promise<Omit<DatabaseServer, 'open'>> {
  if (config.databaseUrl !== undefined)
    return {
      url: config.databaseUrl,
      isEmbedded: false,
      watch: () => new Promise(() => undefined),
      release: () => Promise.resolve(),
    };
  const embedded = await openEmbeddedDatabase(config.dataDir);
  return {
    url: embedded.url,
    isEmbedded: true,
    watch: (log) => embedded.watch(log),
    release: () => embedded.release(),
  };
}

/** Signals that end a command. */
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Acquires the database for a command. A signal ends the command as usual, but only after the embedded server is released, which would
 * otherwise keep running unused.
 */
export function acquireForCommand(
  config: Config,
  options: Pick<AcquireOptions, 'waitSeconds'> = {},
): Promise<DatabaseServer> {
  const acquired = acquireDatabaseServer(config, { ...options, onWait: printWait });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await acquired.then((server) => server.release()).catch(() => undefined);
    process.kill(process.pid, signal);
  };
  if (config.databaseUrl === undefined)
    for (const signal of END_SIGNALS) process.once(signal, () => void end(signal));
  return acquired;
}

/** Writes to standard error, as programs read the output of commands. */
function printWait(sentence: string): void {
  console.error(sentence);
}

/** No limit for statements, because no request waits. Custom plans, because the work may fill tables that were empty before. */
export const BULK_WORK = {
  statementTimeout: 0,
  connectTimeout: PATIENT_CONNECT_TIMEOUT_MS,
  customPlans: true,
} as const;

/** Runs a command's `work` on the database, without a statement timeout. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const server = await acquireForCommand(config);
  const database = server.open(BULK_WORK);
  try {
    return await work(database);
  } finally {
    await database.close();
    await server.release();
  }
}

import type { Config } from '../platform/config.js';
import { Database, type DatabaseOptions } from '../platform/database/database.js';
import { migrate, pendingMigrations } from '../platform/database/migrations.js';
import { prepareJobs } from '../platform/jobs.js';
import { openEmbeddedDatabase } from '../embedded/embedded-database.js';

/** The database that the settings name, migrated: a given server, or the embedded one, started if nobody has yet. */
export interface DatabaseServer {
  readonly url: string;
  readonly isEmbedded: boolean;
  /** Opens a pool of this process's own on it; the caller closes it before `release`. */
  open(options?: Partial<DatabaseOptions>): Database;
  /** Lets go of the embedded server, which stops when nobody else uses it. */
  release(): Promise<void>;
}

export async function acquireDatabaseServer(config: Config): Promise<DatabaseServer> {
  const server = await reach(config);
  try {
    await migrate(server.url);
    await prepareJobs(server.url);
  } catch (error) {
    await server.release();
    throw error;
  }
  return {
    ...server,
    open: (options) => new Database({ url: server.url, poolSize: config.poolSize, ...options }),
  };
}

/** The names of the migrations that the database lacks; changes nothing. */
export async function findPendingMigrations(config: Config): Promise<string[]> {
  const server = await reach(config);
  try {
    return await pendingMigrations(server.url);
  } finally {
    await server.release();
  }
}

async function reach(config: Config): Promise<Omit<DatabaseServer, 'open'>> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, isEmbedded: false, release: () => Promise.resolve() };
  const embedded = await openEmbeddedDatabase(config.dataDir);
  return { url: embedded.url, isEmbedded: true, release: () => embedded.release() };
}

/** Nobody waits for it, and tables that were empty when it began are full before it ends. */
export const BULK_WORK = { statementTimeout: 0, plansByValue: true } as const;

/** Runs `work` on a database without anyone waiting for a request: statements may take their time. */
export async function withDatabase<Result>(
  config: Config,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  const inUse = await acquireDatabaseServer(config);
  const database = inUse.open(BULK_WORK);
  try {
    return await work(database);
  } finally {
    await database.close();
    await inUse.release();
  }
}

import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { logFile, logLength, logSince, openLog } from './log.js';
import { readState, type SupervisorAddress } from './state-file.js';
import { type Lease, type SupervisorOptions, type SupervisorStatus, takeLease } from './supervisor-link.js';

export { EmbeddedDatabaseError } from './embedded-database-error.js';

/** A running PostgreSQL, shared by all processes that open the same data folder. */
export interface EmbeddedDatabase {
  /** `postgres://…` URL of the database `holdfast`, including the password. */
  readonly url: string;
  /**
   * Stops using the database. Resolves at once if other processes still use it, otherwise after PostgreSQL has
   * stopped. A process that exits or is killed releases the database too.
   */
  release(): Promise<void>;
  /**
   * Watches over the database until it is released. If PostgreSQL ends by itself, its supervisor starts it again, at the
   * same URL; if the supervisor is killed, this starts another one. Resolves if the database cannot come back.
   *
   * @param log called with one line whenever the database goes or comes back
   */
  watch(log: (line: string) => void): Promise<EmbeddedDatabaseError>;
}

const ATTEMPTS = 20;
const RETRY_MS = 50;

const NOT_A_FOLDER = 'it, or one of its parents, is a file and not a folder';
const NOT_ALLOWED = 'the user that runs Holdfast may not write there';
const REASONS: Readonly<Record<string, string>> = {
  EEXIST: NOT_A_FOLDER,
  ENOTDIR: NOT_A_FOLDER,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'it is on a read-only file system',
};

/**
 * Opens the PostgreSQL database in a folder. Joins the server that already runs there, or starts one. Creates the
 * folder and an empty database if they do not exist.
 *
 * @param options.settings extra server settings, such as `{ fsync: 'off' }`; used only if this call starts the server
 * @throws EmbeddedDatabaseError if the database cannot be opened
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  options: { settings?: Record<string, string> } = {},
): Promise<EmbeddedDatabase> {
  const supervisor = { dataDir: prepareFolder(dataDir), settings: options.settings ?? {} };
  const { lease, url } = await takeRunningLease(supervisor);
  const held = { lease, url, isReleased: false };
  return {
    url,
    release: async () => {
      held.isReleased = true;
      await held.lease.release();
    },
    watch: (log) => watch(held, supervisor, log),
  };
}

/** A lease on a database that accepts connections. */
interface RunningLease {
  lease: Lease;
  readonly url: string;
}

interface HeldLease extends RunningLease {
  isReleased: boolean;
}

function watch(
  held: HeldLease,
  supervisor: SupervisorOptions,
  log: (line: string) => void,
): Promise<EmbeddedDatabaseError> {
  return new Promise((resolve) => {
    const look = (status: SupervisorStatus): void => {
      if (held.isReleased) return;
      if (status.state === 'failed') resolve(new EmbeddedDatabaseError(status.message));
      else if (status.state === 'gone') void reopen();
      else if (status.state === 'ready') log('The embedded database is back.');
      else if (status.restarting) log('The embedded database has stopped. It is being started again.');
    };
    const reopen = async (): Promise<void> => {
      log('The supervisor of the embedded database has ended. It is being started again, with the database.');
      try {
        await takeSameLease(held, supervisor);
        log('The embedded database is back.');
        held.lease.watch(look);
      } catch (error) {
        resolve(asExplained(error));
      }
    };
    held.lease.watch(look);
  });
}

/** After the supervisor has ended: no other process would stop PostgreSQL or start it again. */
async function takeSameLease(held: HeldLease, supervisor: SupervisorOptions): Promise<void> {
  const { lease, url } = await takeRunningLease({ ...supervisor, port: Number(new URL(held.url).port) });
  if (held.isReleased || url !== held.url) await lease.release();
  if (url !== held.url)
    throw new EmbeddedDatabaseError(
      'The embedded database runs at another address now, because its port was taken. Start Holdfast again.',
    );
  held.lease = lease;
}

async function takeRunningLease(options: SupervisorOptions): Promise<RunningLease> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const lease = (await joinSupervisor(options.dataDir)) ?? (await startSupervisor(options));
    const outcome = await lease?.outcome;
    if (lease && outcome?.state === 'ready') return { lease, url: outcome.url };
    await lease?.release();
    if (outcome?.state === 'failed') throw new EmbeddedDatabaseError(outcome.message);
    // That supervisor was shutting down, or lost the folder to another one that started at the same time.
    await sleep(RETRY_MS);
  }
  throw new EmbeddedDatabaseError(
    `The embedded database in ${options.dataDir} stopped ${String(ATTEMPTS)} times before it could be used. ` +
      `See its log, ${logFile(options.dataDir)}.`,
  );
}

function asExplained(error: unknown): EmbeddedDatabaseError {
  if (error instanceof EmbeddedDatabaseError) return error;
  return new EmbeddedDatabaseError(
    `The embedded database can't be started again: ${(error as Error).message}`,
  );
}

function prepareFolder(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `The data folder ${dataDir} can't be used: ${explain(error as NodeJS.ErrnoException)}. ` +
        'Set DATA_DIR to a folder that Holdfast can write to.',
    );
  }
}

function explain({ code = '', message }: NodeJS.ErrnoException): string {
  return REASONS[code] ?? message;
}

async function joinSupervisor(dataDir: string): Promise<Lease | undefined> {
  const address = readState(dataDir);
  return address && takeLease(address);
}

async function startSupervisor(options: SupervisorOptions): Promise<Lease | undefined> {
  const { dataDir } = options;
  const log = openLog(dataDir);
  const logged = logLength(dataDir);
  const program = fileURLToPath(new URL('./supervisor.js', import.meta.url));
  // Detached: Ctrl-C in the terminal must not reach the supervisor, which outlives this process to stop PostgreSQL cleanly.
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    cwd: dataDir,
    detached: true,
    env: {},
    stdio: ['ignore', 'ignore', log, 'ipc'],
    windowsHide: true,
  });
  closeSync(log);
  const address = await new Promise<SupervisorAddress | string>((resolve) => {
    child.once('message', (message) => resolve(message as SupervisorAddress));
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', () => resolve('it exited immediately'));
  });
  if (typeof address === 'string') {
    throw new EmbeddedDatabaseError(
      `The supervisor of the embedded database doesn't start: ${address}. ` +
        `The end of its log, ${logFile(dataDir)}:\n${logSince(dataDir, logged)}`,
    );
  }
  const lease = await takeLease(address);
  // Until now the open IPC channel kept the supervisor running; from here the lease does.
  if (child.connected) child.disconnect();
  child.unref();
  return lease;
}

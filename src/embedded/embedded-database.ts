import { spawn } from 'node:child_process';
import { accessSync, closeSync, constants, mkdirSync, realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './embedded-database-error.js';
import { logFile, logLength, logSince, openLog } from './log.js';
import { readState, type SupervisorAddress } from './state-file.js';
import { type Lease, type SupervisorPlan, takeLease } from './supervisor-link.js';

export { EmbeddedDatabaseError } from './embedded-database-error.js';

/** A running PostgreSQL, shared by all processes that opened the same data folder. */
export interface EmbeddedDatabase {
  /** `postgres://…` URL of the database `holdfast`, which carries the password. */
  readonly url: string;
  /**
   * Lets go of the database. Resolves when somebody else still uses it, or after PostgreSQL has stopped. A process
   * that ends without asking for this, even by being killed, lets go all the same.
   */
  release(): Promise<void>;
}

const ATTEMPTS = 20;
const RETRY_MS = 50;

const NOT_A_FOLDER = 'it, or what it lies in, is a file and not a folder';
const NOT_ALLOWED = "the user that runs Holdfast isn't allowed to write there";
const REASONS: Readonly<Record<string, string>> = {
  EEXIST: NOT_A_FOLDER,
  ENOTDIR: NOT_A_FOLDER,
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'it lies on a medium that can only be read',
};

/**
 * Opens the PostgreSQL database kept in a folder: joins the server that runs there already, or starts one, making
 * the folder and an empty database if need be.
 *
 * @param options.settings further server settings, such as `{ fsync: 'off' }`; only used if this call starts the server
 * @throws EmbeddedDatabaseError if that isn't possible
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  options: { settings?: Record<string, string> } = {},
): Promise<EmbeddedDatabase> {
  const folder = prepareFolder(dataDir);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const lease =
      (await joinSupervisor(folder)) ??
      (await startSupervisor({ dataDir: folder, settings: options.settings ?? {} }));
    const outcome = await lease?.outcome;
    if (lease && outcome?.state === 'ready') return { url: outcome.url, release: () => lease.release() };
    await lease?.release();
    if (outcome?.state === 'failed') throw new EmbeddedDatabaseError(outcome.message);
    // That supervisor was just ending, or gave way to another one that started at the same time.
    await sleep(RETRY_MS);
  }
  throw new EmbeddedDatabaseError(
    `The built-in database in ${folder} ends again and again before it can be used. Its log, ${logFile(folder)}, may say why.`,
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
        'Set DATA_DIR to a folder that Holdfast may write to.',
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

async function startSupervisor(plan: SupervisorPlan): Promise<Lease | undefined> {
  const log = openLog(plan.dataDir);
  const logged = logLength(plan.dataDir);
  const program = fileURLToPath(new URL('./supervisor.js', import.meta.url));
  // Detached, for Ctrl-C in our terminal is meant for us; the supervisor has to outlive us to stop PostgreSQL well.
  const child = spawn(process.execPath, [program, JSON.stringify(plan)], {
    cwd: plan.dataDir,
    detached: true,
    env: {},
    stdio: ['ignore', 'ignore', log, 'ipc'],
    windowsHide: true,
  });
  closeSync(log);
  const address = await new Promise<SupervisorAddress | string>((resolve) => {
    child.once('message', (message) => resolve(message as SupervisorAddress));
    child.once('error', ({ message }) => resolve(message));
    child.once('exit', () => resolve('it ends at once'));
  });
  if (typeof address === 'string') {
    throw new EmbeddedDatabaseError(
      `The supervisor of the built-in database doesn't start: ${address}. ` +
        `The end of its log, ${logFile(plan.dataDir)}:\n${logSince(plan.dataDir, logged)}`,
    );
  }
  const lease = await takeLease(address);
  // Until now the channel told the supervisor that it is needed; now the lease does.
  if (child.connected) child.disconnect();
  child.unref();
  return lease;
}

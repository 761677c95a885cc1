import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Database } from '../../../src/platform/database/database.js';
import { PatronClient } from '../../support/client.js';
import { freshDatabase, NO_TIMEOUTS, type TestDatabase } from '../../support/database.js';
import { freePort } from '../../support/free-port.js';
import type { TestRecord } from '../../support/records.js';
import { importAll, NO_LIMITS, tokenOf } from '../../support/service.js';

const PROGRAM = fileURLToPath(new URL('../../../dist/main.js', import.meta.url));

/** A process of the service, started as in production. */
export interface ServiceProcess {
  readonly url: string;
  readonly pid: number;
  /** What it has written to its standard output and standard error so far. */
  readonly output: () => string;
  /** Resolves to the exit code when the process ends, by itself or on request. */
  readonly ended: Promise<number | null>;
  /** Sends SIGHUP, and waits for what the process says to it. @returns that */
  reload(): Promise<string>;
  /** Sends SIGTERM, and waits for the end. @returns the exit code */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, and waits for the end. */
  kill(): Promise<void>;
}

/**
 * Starts `holdfast` with these arguments. Its environment is `settings` alone, and the folder where Node keeps compiled
 * modules (test/full/support/jest/global-setup.mjs).
 * @param program that of another release
 * @param stdin `pipe` if the test writes to its standard input
 */
export function spawnHoldfast(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  program = PROGRAM,
  stdin: 'ignore' | 'pipe' = 'ignore',
): ChildProcess {
  const child = spawn(process.execPath, [program, ...args], {
    env: { NODE_COMPILE_CACHE: process.env.HOLDFAST_TEST_COMPILE_CACHE, ...settings },
    stdio: [stdin, 'pipe', 'pipe'],
  });
  const end = (): boolean => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/** The result of a command that ran to its end. */
export interface CommandResult {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs `holdfast` with these arguments to its end, as {@link spawnHoldfast} starts it.
 * @param input what it reads from its standard input
 */
export async function runHoldfast(
  args: readonly string[],
  settings: Readonly<Record<string, string>> = {},
  program?: string,
  input?: string,
): Promise<CommandResult> {
  const child = spawnHoldfast(args, settings, program, input === undefined ? 'ignore' : 'pipe');
  child.stdin?.end(input);
  const [out, err] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: out(), err: err() };
}

type LongRunningCommand = 'serve' | 'worker';

/** Starts a process on a free port, and waits until it is ready. */
export async function startProcess(
  settings: Readonly<Record<string, string>>,
  command: LongRunningCommand = 'serve',
  program?: string,
): Promise<ServiceProcess> {
  for (;;) {
    const port = await freePort();
    const started = await startOn(port, settings, command, program);
    if (started !== undefined) return started;
  }
}

/** @returns undefined if another process has taken the port meanwhile */
async function startOn(
  port: number,
  settings: Readonly<Record<string, string>>,
  command: LongRunningCommand,
  program?: string,
): Promise<ServiceProcess | undefined> {
  const environment = {
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: String(port),
    ...NO_LIMITS,
    // Health and metrics on the same port, unless a test is about another one.
    METRICS_PORT: String(port),
    ...settings,
  };
  const child = spawnHoldfast([command], environment, program);
  const output = collectOutput(child.stdout, child.stderr);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const isReady = await new Promise<boolean>((resolve, reject) => {
    child.stdout?.on('data', () => {
      if (output().includes('Holdfast is ready')) resolve(true);
    });
    child.once('close', (code) => {
      if (output().includes(`Port ${port} on 127.0.0.1 is in use`)) resolve(false);
      else reject(new Error(`The service ended with ${code}: ${output()}`));
    });
  });
  if (!isReady) return undefined;
  const stopBy = async (signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal);
      await once(child, 'exit');
    }
    return child.exitCode;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? NaN,
    output,
    ended,
    reload: async () => {
      const before = output().length;
      const answered = (): boolean => /The settings were read again.*\n/.test(output().slice(before));
      child.kill('SIGHUP');
      while (!answered()) {
        if (child.exitCode !== null) throw new Error(`The service ended: ${output()}`);
        await sleep(20);
      }
      return output().slice(before);
    },
    stop: () => stopBy('SIGTERM'),
    kill: async () => void (await stopBy('SIGKILL')),
  };
}

export function collectOutput(...streams: readonly (Readable | null)[]): () => string {
  const pieces: Buffer[] = [];
  for (const stream of streams) stream?.on('data', (piece: Buffer) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString();
}

/** The URL of a database where a process waits for locks as long as it takes, or so long, instead of two seconds. */
export function urlWithLongTimeouts(databaseUrl: string, milliseconds = 600_000): string {
  const url = new URL(databaseUrl);
  for (const limit of ['lock_timeout', 'statement_timeout', 'query_timeout'])
    url.searchParams.set(limit, String(milliseconds));
  return url.href;
}

/** Several processes of the service on one database, as behind a load balancer. */
export interface Deployment {
  readonly databaseUrl: string;
  /** The test's pool on the service's database. */
  readonly database: Database;
  readonly processes: readonly ServiceProcess[];
  import(...records: TestRecord[]): Promise<void>;
  /** One client of the patron for each process, with the same token. */
  signIn(patronId: number): Promise<PatronClient[]>;
  close(): Promise<void>;
}

export interface DeploymentOptions {
  readonly processes?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** The clients of the patrons who sign in. */
  readonly client?: typeof PatronClient;
  /** By default a new one. */
  readonly on?: TestDatabase;
}

export async function startDeployment(
  records: readonly TestRecord[],
  { processes: number = 2, settings = {}, client: Client = PatronClient, on }: DeploymentOptions = {},
): Promise<Deployment> {
  const { url: databaseUrl, drop } = on ?? (await freshDatabase());
  const database = new Database({ url: databaseUrl, poolSize: 5, ...NO_TIMEOUTS });
  await importAll(database, records);
  const processes = await Promise.all(
    Array.from({ length: number }, () =>
      startProcess({ DATABASE_URL: databaseUrl, ROLE: 'api', ...settings }),
    ),
  );
  return {
    databaseUrl,
    database,
    processes,
    import: (...more) => importAll(database, more),
    signIn: async (patronId) => {
      const token = await tokenOf(database, patronId);
      return processes.map(({ url }) => new Client(url, token));
    },
    close: async () => {
      await Promise.all(processes.map((each) => each.stop()));
      await database.close();
      await drop();
    },
  };
}

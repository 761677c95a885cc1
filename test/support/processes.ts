import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Database } from '../../src/platform/database/database.js';
import { PatronClient } from './client.js';
import { freshDatabase, PATIENT, type TestDatabase } from './database.js';
import type { TestRecord } from './records.js';
import { importAll, tokenOf } from './service.js';

const PROGRAM = fileURLToPath(new URL('../../dist/main.js', import.meta.url));

/** One real process of the service, started as in production. */
export interface ServiceProcess {
  readonly url: string;
  /** All that it has written to its standard output and standard error. */
  readonly output: () => string;
  /** Asks it to stop (SIGTERM). @returns its exit code */
  stop(): Promise<number | null>;
  /** Ends it at once (SIGKILL): it can tidy nothing up. */
  kill(): Promise<void>;
}

/** Runs `holdfast` with these words. It sees no other environment than `settings`. */
export function runHoldfast(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    env: { ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = (): boolean => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

/** Starts a process that serves on a port of its own; resolves when it says that it is ready. */
export async function startProcess(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  for (;;) {
    const port = await freePort();
    const started = await startOn(port, settings);
    if (started !== undefined) return started;
  }
}

/** @returns undefined when somebody else has taken the port meanwhile */
async function startOn(
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<ServiceProcess | undefined> {
  const child = runHoldfast(['serve'], {
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: String(port),
    ...settings,
  });
  const output = collectOutput(child);
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
    output,
    stop: () => stopBy('SIGTERM'),
    kill: async () => void (await stopBy('SIGKILL')),
  };
}

export function collectOutput(child: ChildProcess): () => string {
  const pieces: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (piece: Buffer) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString();
}

/** The address of a database for a process that is to wait there as long as it takes, and not two seconds for a lock. */
export function patientUrl(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  for (const limit of ['lock_timeout', 'statement_timeout', 'query_timeout'])
    url.searchParams.set(limit, '600000');
  return url.href;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** Several processes of the service on one database, as behind a balancer. */
export interface Deployment {
  readonly databaseUrl: string;
  /** A pool of the test's own on the service's database. */
  readonly database: Database;
  readonly processes: readonly ServiceProcess[];
  import(...records: TestRecord[]): Promise<void>;
  /** One client of the patron for each process, all with the same token. */
  signIn(patronId: number): Promise<PatronClient[]>;
  close(): Promise<void>;
}

export interface DeploymentOptions {
  readonly processes?: number;
  readonly settings?: Readonly<Record<string, string>>;
  /** Of the patrons who sign in. */
  readonly client?: typeof PatronClient;
  /** By default a fresh one. */
  readonly on?: TestDatabase;
}

export async function startDeployment(
  records: readonly TestRecord[],
  { processes: number = 2, settings = {}, client: Client = PatronClient, on }: DeploymentOptions = {},
): Promise<Deployment> {
  const { url: databaseUrl, drop } = on ?? (await freshDatabase());
  const database = new Database({ url: databaseUrl, poolSize: 5, ...PATIENT });
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

import { execFile, spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { appendFile, chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { childrenOf, signalIfThere } from './dedicated-server.js';
import { freePort } from '../../../support/free-port.js';
import { serverFolder } from './server-folder.js';

const INSTALLED = '/usr/lib/postgresql';

/** The programs of the newest PostgreSQL that Debian's packages have installed: the embedded one has no pg_basebackup. */
function findPrograms(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED).sort((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(INSTALLED, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'postgres')) && existsSync(join(folder, 'pg_basebackup')));
}

const programs = findPrograms();

/** Debian's packages `postgresql` and `postgresql-client`. */
export const hasDebianPostgres = programs !== undefined;

/** PostgreSQL does not run as root. Where root runs the tests, it runs as Debian's user for it. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.geteuid?.() !== 0) return {};
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

/** A folder of PostgreSQL's user, which everybody can read. */
export async function makeServerFolder(): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(serverFolder());
  const { uid, gid } = serverUser();
  if (uid !== undefined && gid !== undefined) await chown(path, uid, gid);
  await chmod(path, 0o755);
  // Processes of a server that was killed may still write for a moment.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}

/**
 * Runs a program as PostgreSQL's user to its end: one of PostgreSQL's own by its name, or another by its path.
 * @throws Error with its output if it fails
 */
export async function runAsServer(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const file = program.includes('/') ? program : join(programs!, program);
  const { stdout } = await promisify(execFile)(file, args, {
    ...serverUser(),
    cwd: '/',
    env: { PATH: `${programs!}:${process.env.PATH ?? ''}`, LC_ALL: 'C', ...environment },
    maxBuffer: 1e8,
  });
  return stdout;
}

type Settings = Readonly<Record<string, string>>;

const SETTINGS: Settings = { fsync: 'off', shared_buffers: '32MB', max_connections: '60' };

/** A server of Debian's PostgreSQL with its own folder and port. It trusts every connection from this machine. */
export class DebianServer {
  private exited: Promise<unknown> | undefined;
  private pid: number | undefined;

  private constructor(
    readonly dataFolder: string,
    readonly port: number,
  ) {}

  /** A new server, which runs. */
  static async create(dataFolder: string, settings: Settings = {}): Promise<DebianServer> {
    await runAsServer('initdb', [
      '--pgdata',
      dataFolder,
      '--username=holdfast',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
    ]);
    await writeSettings(dataFolder, { ...SETTINGS, ...settings });
    return DebianServer.start(dataFolder);
  }

  /** The server of an existing folder. @param settings added to those that it has */
  static async start(dataFolder: string, settings: Settings = {}): Promise<DebianServer> {
    await writeSettings(dataFolder, settings);
    const server = new DebianServer(dataFolder, await freePort());
    await server.run();
    return server;
  }

  /** Address of one of its databases. */
  url(database = 'holdfast'): string {
    return `postgres://holdfast@127.0.0.1:${this.port}/${database}`;
  }

  async run(): Promise<void> {
    const options: SpawnOptions = { ...serverUser(), cwd: '/', env: { LC_ALL: 'C' }, stdio: 'ignore' };
    const args = ['-D', this.dataFolder, '-p', String(this.port), '-k', '', '-h', '127.0.0.1'];
    const child = spawn(join(programs!, 'postgres'), args, options);
    process.once('exit', () => child.kill('SIGQUIT'));
    this.pid = child.pid;
    this.exited = once(child, 'exit');
    let hasExited = false;
    void this.exited.then(() => (hasExited = true));
    while (!(await this.accepts()))
      if (hasExited) throw new Error(`PostgreSQL does not start from ${this.dataFolder}.`);
  }

  /** Runs one statement. */
  async query(sql: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(this.url(database));
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** A fast shutdown. */
  async stop(): Promise<void> {
    if (this.pid === undefined) return;
    process.kill(this.pid, 'SIGINT');
    await this.exited;
    this.pid = undefined;
  }

  /** Like a power failure: none of its processes does anything more. */
  async kill(): Promise<void> {
    if (this.pid === undefined) return;
    for (const each of [this.pid, ...childrenOf(this.pid)]) signalIfThere(each, 'SIGKILL');
    await this.exited;
    this.pid = undefined;
  }

  /** Makes a standby the primary. */
  async promote(): Promise<void> {
    await runAsServer('pg_ctl', ['promote', '--pgdata', this.dataFolder, '--wait', '--timeout=120']);
  }

  private async accepts(): Promise<boolean> {
    try {
      await this.query('SELECT 1');
      return true;
    } catch {
      return false;
    }
  }
}

async function writeSettings(dataFolder: string, settings: Settings): Promise<void> {
  const lines = Object.entries(settings).map(
    ([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`,
  );
  await appendFile(join(dataFolder, 'postgresql.auto.conf'), lines.join(''));
}

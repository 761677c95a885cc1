import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../support/clock.js';
import { freePort } from '../../../support/free-port.js';

/** Where Debian's package puts it, which is not on everybody's path. */
const PROGRAM = '/usr/sbin/pgbouncer';

export const hasPgBouncer = spawnSync(PROGRAM, ['--version']).status === 0;

/** PgBouncer in front of the server of a database. */
export class PgBouncer {
  private process: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    /** The database through PgBouncer. */
    readonly url: string,
  ) {}

  static async start(
    databaseUrl: string,
    /** How many sessions of PostgreSQL it has for a database. */
    { poolSize = 4 } = {},
  ): Promise<PgBouncer> {
    const folder = await mkdtemp(join(tmpdir(), 'holdfast-pgbouncer-'));
    // Where root runs the tests, PgBouncer runs as another user, who needs access to the folder.
    await chmod(folder, 0o755);
    const { hostname, port, username, password } = new URL(databaseUrl);
    const url = new URL(databaseUrl);
    url.port = String(await freePort());
    await writeFile(
      join(folder, 'users.txt'),
      `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
    );
    await writeFile(
      join(folder, 'pgbouncer.ini'),
      `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${url.port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 200
`,
    );
    const bouncer = new PgBouncer(folder, `${url.href}?pgbouncer=true`);
    await bouncer.start();
    return bouncer;
  }

  /** Resolves when it accepts connections, again at the same address. */
  async start(): Promise<void> {
    const asUser = process.getuid?.() === 0 ? ['--user=nobody'] : [];
    this.process = spawn(PROGRAM, [...asUser, join(this.folder, 'pgbouncer.ini')], { stdio: 'ignore' });
    const { port } = new URL(this.url);
    await eventually(async () => {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect').finally(() => socket.destroy());
    });
  }

  /** Ends it at once, and all connections with it. */
  async kill(): Promise<void> {
    if (this.process?.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGKILL');
    await once(this.process, 'exit');
  }

  async remove(): Promise<void> {
    await this.kill();
    await rm(this.folder, { recursive: true });
  }
}

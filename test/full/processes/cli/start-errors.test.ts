import { createServer, type AddressInfo, type Socket } from 'node:net';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DedicatedServer, startDedicatedServer } from '../../support/servers/dedicated-server.js';
import { freePort } from '../../../support/free-port.js';
import { freshDatabase, type TestDatabase } from '../../../support/database.js';
import { type CommandResult, runHoldfast, startProcess } from '../../support/processes.js';

const PASSWORD = 's3cret-canary';

let server: DedicatedServer;
/** Accepts every connection and stays silent. */
let silent: { readonly port: number; close(): Promise<void> };
beforeAll(async () => {
  server = await startDedicatedServer();
  silent = await startSilentServer();
});
afterAll(async () => {
  await silent.close();
  await server.remove();
});

async function startSilentServer(): Promise<typeof silent> {
  const sockets: Socket[] = [];
  const listener = createServer((socket) => void sockets.push(socket.on('error', () => undefined)));
  await once(listener.listen(0, '127.0.0.1'), 'listening');
  return {
    port: (listener.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await once(listener.close(), 'close');
    },
  };
}

/** The server's own address, with these parts replaced. */
function address(
  parts: Partial<Pick<URL, 'password' | 'username' | 'pathname' | 'host' | 'search'>>,
): string {
  return Object.assign(new URL(server.url), parts).href;
}

const at = (): string => new URL(server.url).host;

interface Unusable {
  readonly url: () => Promise<string> | string;
  readonly message: () => string | RegExp;
}

const UNUSABLE: Readonly<Record<string, Unusable>> = {
  'a wrong password': {
    url: () => address({ password: PASSWORD }),
    message: () =>
      `The database holdfast at ${at()} cannot be used: it refuses the password of user ${new URL(server.url).username}.`,
  },
  'no password': {
    url: () => address({ password: '' }),
    message: () =>
      `The database holdfast at ${at()} cannot be used: it requires a password, and DATABASE_URL has none.`,
  },
  'a certificate that is missing': {
    url: () => address({ search: '?sslrootcert=/nowhere/ca.pem' }),
    message: () =>
      `The database holdfast at ${at()} cannot be used: there is no such file: the server's socket, or a certificate that the address names.`,
  },
  'a missing database': {
    url: () => address({ pathname: '/library' }),
    message: () => `The database library at ${at()} cannot be used: the server has no database of this name.`,
  },
  'a host on which nothing listens': {
    url: async () => `postgres://holdfast:${PASSWORD}@127.0.0.1:${await freePort()}/library`,
    message: () => /^The database library at 127\.0\.0\.1:\d+ cannot be used: nothing listens there\.$/,
  },
  'a host that does not exist': {
    url: () => `postgres://holdfast:${PASSWORD}@database.invalid/library`,
    message: () =>
      /^The database library at database\.invalid:5432 cannot be used: (?:no host has this name|the name of the host cannot be looked up now)\.$/,
  },
  'a host that does not answer': {
    url: () => `postgres://holdfast:${PASSWORD}@127.0.0.1:${silent.port}/library`,
    message: () => `The database library at 127.0.0.1:${silent.port} cannot be used: it does not answer.`,
  },
};

test.each(Object.keys(UNUSABLE))(
  '%s ends the start with one sentence that explains it: in one line of the log, or of a command',
  async (what) => {
    const settings = { DATABASE_URL: await UNUSABLE[what]!.url() };
    const run = (command: string): Promise<CommandResult> => runHoldfast([command], settings);
    const results = await Promise.all(['serve', 'worker', 'migrate', 'doctor'].map(run));
    for (const [index, { code, out, err }] of results.entries()) {
      const isLogged = index < 2;
      expect([code, isLogged ? err : out]).toEqual([1, '']);
      expectMessage(isLogged ? (JSON.parse(out) as { msg: string }).msg : err.trimEnd(), what);
      if (isLogged) expect(JSON.parse(out)).toMatchObject({ level: 60 });
      for (const password of [PASSWORD, new URL(server.url).password])
        expect(out + err).not.toContain(password);
    }
  },
);

function expectMessage(text: string, what: string): void {
  const expected = UNUSABLE[what]!.message();
  if (typeof expected === 'string') expect(text).toBe(expected);
  else expect(text).toMatch(expected);
}

it('says in one sentence that Node.js is too old', async () => {
  const olderNode = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
  const { code, out, err } = await runHoldfast(['--version'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(olderNode)}`,
  });
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/^Holdfast needs Node\.js 24\.7 or newer, and this is 20\.20\.2: [^\n]+\n$/);
});

/** Of the line that ends the log of a start. */
const FATAL = 60;

describe('with a database, a line of the log says why the start ends', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await freshDatabase();
  });
  afterAll(() => database.drop());

  const reasonOf = async (settings: Readonly<Record<string, string>>): Promise<unknown> => {
    const all = { DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: '0', METRICS_PORT: '0', ...settings };
    const { code, out, err } = await runHoldfast(['serve'], all);
    expect([code, err]).toEqual([1, '']);
    const lines = out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { level: number; msg: unknown });
    // Nest reports a port that cannot be opened in a line of its own, before this one or behind it.
    return lines.find(({ level }) => level === FATAL)?.msg;
  };

  test.each([
    ['a name that leads nowhere', 'holds.invalid', 'ENOTFOUND'],
    ['an address with a port', '0.0.0.0:8080', 'ENOTFOUND'],
    ['the address of another machine', '192.0.2.1', 'EADDRNOTAVAIL'],
  ])('that names HOST, for %s', async (_, HOST, code) => {
    expect(await reasonOf({ HOST })).toBe(
      `This machine cannot listen at HOST "${HOST}" (${code}). Set HOST to one of its addresses, such as 0.0.0.0 or ::.`,
    );
  });

  test.each([
    ['all', '/dev/null/data/uploads'],
    ['api', '/dev/null/data/uploads'],
    ['worker', '/dev/null/data/mail'],
  ])('that names the folder in DATA_DIR that a process of ROLE %s needs', async (ROLE, folder) => {
    expect(await reasonOf({ ROLE, DATA_DIR: '/dev/null/data' })).toBe(
      `This user cannot write to the folder ${folder} (ENOTDIR). Set DATA_DIR to a folder where it can.`,
    );
  });

  test('a worker with a mail server needs no folder', async () => {
    const settings = { ROLE: 'worker', SMTP_URL: 'smtp://127.0.0.1:1', DATA_DIR: '/dev/null/data' };
    const worker = await startProcess({ DATABASE_URL: database.url, ...settings });
    expect(await worker.stop()).toBe(0);
  });
});

test('what the service says while it starts has the form of its log', async () => {
  const database = await freshDatabase();
  const DATA_DIR = await mkdtemp(join(tmpdir(), 'holdfast-start-'));
  // A folder where a file of the former process would be: it cannot be deleted as one.
  await mkdir(join(DATA_DIR, `uploads/holdfast-import-${randomUUID()}.ndjson`), { recursive: true });
  try {
    const service = await startProcess({ DATABASE_URL: database.url, ROLE: 'api', DATA_DIR });
    await service.stop();
    const lines = service
      .output()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 40,
        time: expect.any(Number),
        context: 'Uploads',
        msg: expect.any(String),
      }),
    );
  } finally {
    await rm(DATA_DIR, { recursive: true });
    await database.drop();
  }
});

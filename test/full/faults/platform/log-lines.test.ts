import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from '../../../support/clock.js';
import { freshDatabase, type TestDatabase } from '../../../support/database.js';
import { type DedicatedServer, startDedicatedServer } from '../../support/servers/dedicated-server.js';
import { freePort } from '../../../support/free-port.js';
import { collectOutput, spawnHoldfast, startProcess } from '../../support/processes.js';

type Line = Readonly<Record<string, unknown>>;

/** @throws if a line is not JSON. The last one may be incomplete, and is left out. */
function linesOf(output: string): Line[] {
  return output
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as Line);
}

describe('without a terminal, every line is JSON with its level and time', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'holdfast-lines-'));
    // If root runs the tests, the database server runs as another user, who needs access.
    await chmod(folder, 0o755);
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('when it starts with the embedded database, and no line has a token', async () => {
    const started = await startProcess({ DATA_DIR: join(folder, 'data'), LOG_LEVEL: 'info' });
    const token = (await readFile(join(folder, 'data', 'operator-token'), 'utf8')).trim();
    expect((await fetch(`${started.url}/openapi.json`)).status).toBe(200);
    await eventually(() => expect(started.output()).toContain('"msg":"request"'));
    expect(await started.stop()).toBe(0);
    const lines = linesOf(started.output());
    for (const line of lines)
      expect(line).toMatchObject({ level: expect.any(Number), time: expect.anything() });
    expect(lines.map(({ msg }) => msg)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Loaded the demo library: \d+ records\.$/),
        `Holdfast is ready at ${started.url.replace('127.0.0.1', 'localhost')}`,
        expect.stringMatching(/^A patron's token: node dist\/main\.js token 1001\. /),
        'request',
      ]),
    );
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(started.output()).not.toContain(token);
    expect(started.output()).not.toMatch(/TOKEN=/);
  });
});

describe('without a terminal, what Node itself writes is a log line', () => {
  let stored: TestDatabase;
  beforeEach(async () => {
    stored = await freshDatabase();
  });
  afterEach(() => stored.drop());

  /** Not the text itself: the log has the stack, and here the stack quotes the code. */
  const MESSAGE = '["can", "ary"].join("")';

  /** Settings that make the program run this code repeatedly, once it handles Node's own errors. */
  function run(code: string): Readonly<Record<string, string>> {
    const script = `setInterval(() => { if (process.listenerCount('uncaughtException')) ${code} }, 200).unref()`;
    return {
      DATABASE_URL: stored.url,
      ROLE: 'api',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(script)}`,
    };
  }

  test('a warning', async () => {
    const started = await startProcess(run(`process.emitWarning(${MESSAGE})`));
    try {
      await eventually(() =>
        expect(linesOf(started.output())).toContainEqual(
          expect.objectContaining({ level: 40, err: expect.objectContaining({ kind: 'Warning' }) }),
        ),
      );
      expect(await started.stop()).toBe(0);
      expect(started.output()).not.toContain('canary');
    } finally {
      await started.kill();
    }
  });

  test('an uncaught error, which ends the process', async () => {
    const child = spawnHoldfast(['serve'], { PORT: '0', ...run(`throw new RangeError(${MESSAGE})`) });
    const output = collectOutput(child.stdout, child.stderr);
    expect(await new Promise((resolve) => child.once('close', resolve))).toBe(1);
    expect(linesOf(output()).at(-1)).toMatchObject({
      level: 60,
      err: { kind: 'RangeError', at: expect.any(Array) },
    });
    expect(output()).not.toContain('canary');
  });
});

test('a log that cannot be written ends neither a request nor the process, and keeps it from no end', async () => {
  const stored = await freshDatabase();
  const port = await freePort();
  const full = await open('/dev/full', 'w');
  const child = spawn(process.execPath, ['dist/main.js', 'serve'], {
    env: { DATABASE_URL: stored.url, ROLE: 'api', HOST: '127.0.0.1', PORT: String(port) },
    stdio: ['ignore', full.fd, 'ignore'],
  });
  const ended = once(child, 'exit');
  try {
    const ask = async (): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/openapi.json`).catch(() => undefined))?.status ?? 0;
    await eventually(async () => expect(await ask()).toBe(200));
    // Its line is written within 0.1 s, or it ends the process.
    for (let request = 0; request < 50; request++) expect(await ask()).toBe(200);
    expect(child.exitCode).toBeNull();
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  } finally {
    child.kill('SIGKILL');
    await ended;
    await full.close();
    await stored.drop();
  }
});

/** Adds a job like that of a hold that has become ready. */
const NOTICE = `SELECT graphile_worker.add_job('ready-notice',
  '{"websiteId":37,"reserveId":"aaaaaaaa-0000-4000-8000-000000000001","ticket":1,"expiresAt":"2999-11-24T09:00:00Z"}')`;

describe('an error of the timers and of the jobs', () => {
  let server: DedicatedServer;
  beforeEach(async () => {
    server = await startDedicatedServer();
  });
  afterEach(() => server.remove());

  test('is logged with its kind, and with the kind and the code of its cause', async () => {
    const administrator = new pg.Client(server.url);
    administrator.on('error', () => undefined);
    await administrator.connect();
    // The timers fail now, and retry every second.
    await administrator.query('ALTER TABLE hold RENAME TO hold_out_of_reach');
    const worker = await startProcess({ DATABASE_URL: server.url, ROLE: 'worker', LOG_LEVEL: 'warn' });
    const errorsOf = (context: string): unknown[] =>
      linesOf(worker.output())
        .filter((line) => line.context === context && line.err !== undefined)
        .map(({ err }) => err);
    try {
      await administrator.query(NOTICE);
      for (const context of ['Timers', 'Worker'])
        await eventually(() =>
          expect(errorsOf(context)).toContainEqual(
            expect.objectContaining({ kind: 'DatabaseError', code: '42P01', at: expect.any(Array) }),
          ),
        );
      await server.crash();
      await eventually(() =>
        expect(errorsOf('Timers')).toContainEqual(
          expect.objectContaining({
            kind: 'DatabaseUnavailable',
            cause: expect.objectContaining({ kind: expect.any(String), code: 'ECONNREFUSED' }),
          }),
        ),
      );
      // The code is where it belongs, and not a second time beside the error.
      expect(linesOf(worker.output()).filter((line) => 'code' in line)).toEqual([]);
    } finally {
      await worker.kill();
      await administrator.end();
    }
  });
});

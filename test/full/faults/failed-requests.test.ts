import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, readlink, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { statement } from '../../../src/platform/database/statement.js';
import { setRoles } from '../../../src/staff/accounts/accounts.js';
import { addMachine } from '../../support/staff/staff-members.js';
import { type CommitProxy, startCommitProxy } from '../support/servers/commit-proxy.js';
import { eventually } from '../../support/clock.js';
import { type HeldConnection, holdConnection } from '../../support/requests/held-connections.js';
import { type Deployment, type ServiceProcess, startDeployment, startProcess } from '../support/processes.js';
import { patron, smallLibrary, title, toLines, WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { withConstants } from '../support/constants.js';

// What an outage, a client or an error does to one request ends that request, and nothing else.

/** Makes the program fail in the middle of a request, outside of what awaits it, in the way that the request asks for. */
const STRAY_ERRORS = `
  import { ServerResponse } from 'node:http';
  const ways = {
    timer: (error) => setTimeout(() => { throw error; }),
    promise: async (error) => { throw error; },
    tick: (error) => process.nextTick(() => { throw error; }),
  };
  const { setHeader } = ServerResponse.prototype;
  ServerResponse.prototype.setHeader = function (...header) {
    const way = ways[this.req.headers['x-stray']];
    delete this.req.headers['x-stray'];
    way?.(new RangeError('stray'));
    return setHeader.apply(this, header);
  };`;

const LAST_PATRON = statement('test-last-patron', 'SELECT FROM patron WHERE patron_id = 1999');

const UPLOAD = `/operator/v1/libraries/${WEBSITE_ID}/imports`;

let deployment: Deployment;
let proxy: CommitProxy;
let dataFolder: string;
let folder: string;
let service: ServiceProcess;
let deskToken: string;
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(1, [1]), { processes: 0 });
  deskToken = await addMachine(deployment, 'desk', ['desk'], WEBSITE_ID);
  proxy = await startCommitProxy(deployment.databaseUrl);
  dataFolder = await mkdtemp(join(tmpdir(), 'holdfast-bodies-'));
  folder = join(dataFolder, 'uploads');
  service = await startProcess({
    DATABASE_URL: proxy.url,
    ROLE: 'api',
    OPERATOR_TOKEN,
    DATA_DIR: dataFolder,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(STRAY_ERRORS)} ${withConstants({ uploadsAtOnce: 1, uploadsMaxMegabytes: 1 })}`,
  });
});
afterAll(async () => {
  await service.kill();
  await proxy.close();
  await deployment.close();
  await rm(dataFolder, { recursive: true, force: true });
});

/** The process that has borne it applies records as before. */
async function expectToLive(): Promise<void> {
  proxy.comeBack();
  await eventually(async () => {
    const { status } = await new OperatorClient(service.url).sendRecords(toLines(title(1)));
    expect(status).toBe(200);
  });
  expect(service.output()).not.toContain('ended unexpectedly');
}

/** Begins a request with a body of newline-delimited JSON that does not end by itself. */
function beginBody(path: string, token = OPERATOR_TOKEN, header = 'X-Test: 1'): Promise<HeldConnection> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: test',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/x-ndjson',
    'Transfer-Encoding: chunked',
    header,
    '\r\n',
  ];
  return holdConnection(service.url, head.join('\r\n'));
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

const someTitles = (count: number): string =>
  toLines(...Array.from({ length: count }, (_, index) => title(index + 1)));

test('a database that goes away during a stream of records is 503, and the connection is closed', async () => {
  proxy.goAwayAtCommit('before');
  const sent = await beginBody('/operator/v1/records');
  sent.write(chunk(someTitles(1_500)));
  await sent.ended;
  expect(sent.received()).toMatch(/^HTTP\/1\.1 503 [^]*^connection: close\r$[^]*"ServiceUnavailable"/im);
  sent.destroy();
  await expectToLive();
});

test.each([
  ['a stream of records', '/operator/v1/records'],
  ['an upload', UPLOAD],
])('%s whose client leaves in the middle is over', async (_, path) => {
  const sent = await beginBody(path, deskToken);
  sent.write(chunk(someTitles(1_500)));
  sent.destroy();
  await expectToLive();
});

test.each(['timer', 'promise', 'tick'])(
  'an error that nothing catches, in a %s of a request, cuts this request alone',
  async (way) => {
    const before = service.output().length;
    const other = await beginBody('/operator/v1/records');
    const stray = await beginBody('/operator/v1/records', OPERATOR_TOKEN, `X-Stray: ${way}`);
    await stray.ended;
    expect(stray.received()).toBe('');
    await eventually(() => expect(service.output().slice(before)).toMatch(/\n$/));
    expect(JSON.parse(service.output().slice(before).split('\n')[0]!)).toMatchObject({
      level: 50,
      msg: expect.stringContaining('A request was cut'),
      err: { kind: 'RangeError', at: expect.any(Array) },
    });
    other.write(`${chunk(someTitles(1))}0\r\n\r\n`);
    await eventually(() => expect(other.received()).toMatch(/^HTTP\/1\.1 200 /));
    for (const connection of [stray, other]) connection.destroy();
  },
);

test('a stream of records whose sender loses the role is 403 from there on', async () => {
  const leaver = await addMachine(deployment, 'leaver', ['desk'], WEBSITE_ID);
  const sent = await beginBody('/operator/v1/records', leaver);
  const patrons = (from: number): string =>
    chunk(toLines(...Array.from({ length: 1_000 }, (_, index) => patron(from + index))));
  sent.write(patrons(1_000));
  await eventually(async () => expect(await deployment.database.run(LAST_PATRON)).toHaveLength(1));
  await setRoles(deployment.database, 'leaver', WEBSITE_ID, []);
  sent.write(patrons(2_000));
  await sent.ended;
  expect(sent.received()).toMatch(/^HTTP\/1\.1 403 [^]*A role of the sender was taken away/);
  sent.destroy();
});

describe('an upload', () => {
  // Those of the test before.
  beforeEach(() => eventually(async () => expect(await openUploads()).toEqual([])));

  /** @returns the head and body of the answer to an upload that has sent these chunks, and would go on */
  async function answerTo(...chunks: readonly string[]): Promise<string> {
    const sent = await beginBody(UPLOAD, deskToken);
    for (const each of chunks) sent.write(chunk(each));
    await sent.ended;
    sent.destroy();
    return sent.received();
  }

  const lines = (bytes: number): string => `${' '.repeat(1_023)}\n`.repeat(bytes / 1024);

  test('that is too large is 413 while it is sent, with a sentence, and nothing of it is kept', async () => {
    const answer = await answerTo(lines(1024 * 1024), lines(1024));
    expect(answer).toMatch(/^HTTP\/1\.1 413 [^]*^connection: close\r$[^]*"PayloadTooLarge"/im);
    expect(answer).toContain('must not be larger than 1 MB');
    expect(await readdir(folder)).toEqual([]);
  });

  test('beyond those that the process may keep is 503 with Retry-After until one has ended', async () => {
    const first = await beginBody(UPLOAD, deskToken);
    first.write(chunk(lines(1024)));
    await eventually(async () => expect(await openUploads()).toEqual([1024]));
    expect(await answerTo(lines(1024))).toMatch(
      /^HTTP\/1\.1 503 [^]*^retry-after: [1-9][^]*No more than 1 uploads/im,
    );
    first.destroy();
    await expectUploads();
  });

  test('has no name in the folder, so that nothing is left of a killed process', async () => {
    const sent = await beginBody(UPLOAD, deskToken);
    sent.write(chunk(lines(1024 * 512)));
    await eventually(async () => expect(await openUploads()).toEqual([1024 * 512]));
    expect(await readdir(folder)).toEqual([]);
    sent.destroy();
    await expectUploads();
  });

  /** The sizes of the uploads that the process has open. */
  async function openUploads(): Promise<number[]> {
    const fds = `/proc/${service.pid}/fd`;
    const open = await Promise.all(
      (await readdir(fds)).map(async (fd) => {
        const path = await readlink(`${fds}/${fd}`).catch(() => '');
        return path.startsWith(folder) ? [(await stat(`${fds}/${fd}`)).size] : [];
      }),
    );
    return open.flat();
  }

  /** An upload is imported. */
  function expectUploads(): Promise<void> {
    return eventually(async () => {
      const answer = await new OperatorClient(service.url, deskToken).startImport(WEBSITE_ID, '\n');
      expect(answer.status).toBe(202);
    });
  }

  const withMounts = canMount() ? test : test.skip;

  withMounts('onto a full disk is 507 while it is sent, and the process lives', async () => {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', folder]);
    try {
      expect(await answerTo(lines(1024 * 512))).toMatch(
        /^HTTP\/1\.1 507 [^]*^connection: close\r$[^]*"InsufficientStorage"/im,
      );
      expect(await readdir(folder)).toEqual([]);
      await expectUploads();
      await expectToLive();
    } finally {
      await eventually(() => void execFileSync('umount', [folder], { stdio: 'ignore' }));
    }
  });
});

/** Only root may, and not in every container. */
function canMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'none', '/mnt'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

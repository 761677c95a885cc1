import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addApiToken } from '../../src/staff/accounts.js';
import { type CommitProxy, startCommitProxy } from '../support/commit-proxy.js';
import { eventually } from '../support/clock.js';
import { type HeldConnection, holdConnection } from '../support/held-connections.js';
import { type Deployment, type ServiceProcess, startDeployment, startProcess } from '../support/processes.js';
import { smallLibrary, title, toLines, WEBSITE_ID } from '../support/records.js';
import { OPERATOR_TOKEN } from '../support/sandbox-clock.js';
import { OperatorClient } from '../operator/operator-client.js';

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

const UPLOAD = `/operator/v1/libraries/${WEBSITE_ID}/imports`;

let deployment: Deployment;
let proxy: CommitProxy;
let folder: string;
let service: ServiceProcess;
let deskToken: string;
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(1, [1]), { processes: 0 });
  deskToken = await addApiToken(deployment.database, {
    name: 'desk',
    roles: ['desk'],
    websiteId: WEBSITE_ID,
    expiresAt: null,
  });
  proxy = await startCommitProxy(deployment.databaseUrl);
  folder = await mkdtemp(join(tmpdir(), 'holdfast-bodies-'));
  service = await startProcess({
    DATABASE_URL: proxy.url,
    ROLE: 'api',
    OPERATOR_TOKEN,
    TMPDIR: folder,
    LOG_LEVEL: 'warn',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(STRAY_ERRORS)}`,
  });
});
afterAll(async () => {
  await service.kill();
  await proxy.close();
  await deployment.close();
  await rm(folder, { recursive: true, force: true });
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

/* eslint-disable max-lines -- The whole stack starts once, for all of its tests. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { Database } from '../../../src/platform/database/database.js';
import { ChangeReader } from '../../support/changes/change-reader.js';
import { PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { freePort } from '../../support/free-port.js';
import {
  emptyDatabase,
  IS_CLUSTER,
  NO_TIMEOUTS,
  onTestServer,
  type TestDatabase,
} from '../../support/database.js';
import { brokenInvariants } from '../../support/invariants.js';
import { MailServer } from '../../support/mail-server.js';
import { holdPath, HOLDS, ME } from '../../support/paths.js';
import { runHoldfast, urlWithLongTimeouts } from '../support/processes.js';
import { smallLibrary, toLines } from '../../support/records.js';
import { NO_LIMITS, tokenOf } from '../../support/service.js';
import { Balancer, CAN_BALANCE, type Server } from '../support/deploy/balancer.js';
import {
  type ComposeService,
  inStartOrder,
  processOf,
  readComposeFile,
  ROOT,
} from '../support/deploy/compose-file.js';
import { answersBrokenStreams } from '../support/servers/haproxy.js';
import { PatronLoad } from '../support/runs/patron-load.js';
import { RestartedProcess } from './restarted-process.js';
import { UnreliableApi } from './unreliable-api.js';

const PATRON_IDS = [1, 2, 3, 4, 5, 6];
const PUBLIC_URL = 'https://holds.example.org';
const MAIL_FROM = 'holds@example.org';
const makeSecrets = `${ROOT}deploy/make-secrets.sh`;

let database: TestDatabase;
let pool: Database;
let mails: MailServer;
let folder: string;
let balancer: Balancer;
const running: Record<string, RestartedProcess> = {};
const secret = (name: string): string => readFileSync(join(folder, name), 'utf8').trim();

beforeAll(async () => {
  if (!CAN_BALANCE) return;
  database = await emptyDatabase();
  pool = new Database({ url: database.url, poolSize: 2, ...NO_TIMEOUTS });
  mails = await MailServer.start();
  folder = await mkdtemp(join(tmpdir(), 'holdfast-production-'));
  execFileSync('bash', [makeSecrets, folder], { env: { PATH: process.env.PATH, SMTP_URL: mails.url } });
  // The service that has the name `postgres` in the file is the tests' own server here.
  await onTestServer(`CREATE ROLE ${serviceRole()} LOGIN PASSWORD 'secret'`);
  await replaceSecret('migration_database_url', new URL(database.url));
  const ofService = new URL(database.url);
  if (!IS_CLUSTER) [ofService.username, ofService.password] = [serviceRole(), 'secret'];
  await replaceSecret('database_url', ofService);
  setDefaultCACertificates([...getCACertificates('default'), certificate()]);
  await up();
  balancer = await Balancer.start(folder, running);
  await eventually(async () => expect((await fetch(`${balancer.url(8081)}/openapi.json`)).status).toBe(200));
});
afterAll(async () => {
  if (!CAN_BALANCE) return;
  await balancer.stop();
  await Promise.all(Object.values(running).map((each) => each.stop()));
  expect(await brokenInvariants(pool)).toEqual([]);
  await pool.close();
  await mails.stop();
  await database.drop();
  await onTestServer(`DROP ROLE ${serviceRole()}`);
  await rm(folder, { recursive: true, force: true });
});

/** Names of roles are shared by all databases of a server. */
function serviceRole(): string {
  return `${new URL(database.url).pathname.slice(1)}_service`;
}

/** On a busy machine the database may take longer than the service waits for it. */
async function replaceSecret(name: string, address: URL): Promise<void> {
  await chmod(join(folder, name), 0o600);
  await writeFile(join(folder, name), `${urlWithLongTimeouts(address.href)}\n`);
}

function certificate(): string {
  return /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/.exec(secret('certificate.pem'))![0];
}

/** As the file says, with the secrets at another place. */
function environmentOf(service: ComposeService): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(processOf(service).environment).map(([name, value]) => [
      name,
      value.replace('/run/secrets', folder),
    ]),
  );
}

/** Starts everything as `docker compose up` does. */
async function up(): Promise<void> {
  // Without limits on how fast a patron may ask.
  const inEnvFile = { SECRETS_DIR: folder, PUBLIC_URL, MAIL_FROM, ...NO_LIMITS, LOG_LEVEL: 'error' };
  const file = readComposeFile('compose.production.yml', inEnvFile);
  for (const [name, service] of inStartOrder(file)) {
    const { args } = processOf(service);
    if (service.restart === 'no')
      expect(await runHoldfast(args, environmentOf(service))).toMatchObject({ code: 0, err: '' });
    else running[name] = await RestartedProcess.start(args, environmentOf(service));
  }
}

const ifBalanced = CAN_BALANCE ? test : test.skip;

function importOverHttp(url: string): Promise<Response> {
  return fetch(`${url}/operator/v1/records`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${secret('api/operator_token')}`,
      'content-type': 'application/x-ndjson',
    },
    body: toLines(...smallLibrary(PATRON_IDS.length, [2])),
  });
}

ifBalanced(
  'the operator imports at the door of the machine, a patron places a hold, and a worker mails',
  async () => {
    expect((await importOverHttp(balancer.url(8081))).status).toBe(200);
    const patron = new PatronClient(balancer.url(8443), await tokenOf(pool, 1));
    const placed = await patron.post(HOLDS, { id: 1, emailAddress: 'ada@example.org' });
    expect(placed.status).toBe(201);
    expect(placed.body.links.self.href).toMatch(`${PUBLIC_URL}/`);
    await eventually(() => expect(mails.acceptedFor('ada@example.org')).toHaveLength(1));
    expect(mails.acceptedFor('ada@example.org')[0]!.parsed.from).toMatchObject({ address: MAIL_FROM });
    // The answer goes on through the balancer.
    const reader = await ChangeReader.open(patron);
    await reader.untilChanges(1);
    expect((await patron.delete(holdPath(1))).status).toBe(204);
    await reader.untilChanges(2);
    reader.leave();
  },
);

ifBalanced.each([
  '/operator/v1/records',
  '/OPERATOR/v1/records',
  '//operator/v1/records',
  '/%6fperator/v1/records',
  '/%2foperator/v1/records',
  '/console',
  '/CONSOLE/sign-in',
  '/%63onsole/libraries/37/mail',
  '/sandbox/v1/clock',
  '/metrics',
  '/health/ready',
])('%s is closed to the public', async (path) => {
  const response = await fetch(`${balancer.url(8443)}${path}`, {
    headers: { authorization: `Bearer ${secret('api/operator_token')}` },
  });
  expect(response.status).toBe(404);
  expect(response.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  expect(await response.json()).toMatchObject({ errorCode: 'NotFound' });
  // The balancer has answered. Every answer of an API has this header.
  expect(response.headers.has('x-frame-options')).toBe(false);
});

ifBalanced('pages lead from HTTP to HTTPS, and requests of programs are refused', async () => {
  const page = await fetch(`${balancer.url(8080)}/shelf?a=b`, { redirect: 'manual' });
  expect(page.status).toBe(308);
  expect(page.headers.get('location')).toMatch(/^https:\/\/127\.0\.0\.1(?::\d+)?\/shelf\?a=b$/);
  const request = await fetch(`${balancer.url(8080)}${ME}`, { redirect: 'manual', method: 'POST' });
  expect(request.status).toBe(403);
  expect(await request.json()).toMatchObject({ errorCode: 'Forbidden' });
});

ifBalanced(
  'while every process restarts, one after the other, no request of a client that never retries fails',
  async () => {
    expect((await importOverHttp(balancer.url(8081))).status).toBe(200);
    const load = await PatronLoad.start(balancer.url(8443), pool, PATRON_IDS);
    const restart = async (name: string): Promise<void> => {
      expect(await running[name]!.stop()).toBe(0);
      await running[name]!.start();
    };
    for (const number of [1, 2]) {
      const api = running[`api-${number}`]!;
      await eventually(async () => expect(await api.placements()).toBeGreaterThan(0));
      await Promise.all([restart(`api-${number}`), restart(`worker-${number}`)]);
      // The balancer sends it requests again.
      await eventually(async () => expect(await api.placements()).toBeGreaterThan(10));
    }
    expect(await load.stop()).toEqual([]);
  },
);

ifBalanced('where no API passes its check, requests go to them nevertheless', async () => {
  const metricsPort = await freePort();
  const late = (name: string): [string, Server] => [name, { port: running[name]!.port, metricsPort }];
  const other = await Balancer.start(folder, Object.fromEntries([late('api-1'), late('api-2')]));
  try {
    await eventually(async () => {
      const metrics = await (await fetch(`${other.url(8404)}/metrics`)).text();
      for (const name of ['api-1', 'api-2'])
        expect(metrics).toContain(`haproxy_server_status{proxy="api",server="${name}",state="DOWN"} 1\n`);
    });
    for (const port of [8443, 8081])
      expect((await fetch(`${other.url(port)}/openapi.json`)).status).toBe(200);
  } finally {
    await other.stop();
  }
});

describe('with an API that breaks off', () => {
  let broken: UnreliableApi;
  let other: Balancer;
  let patron: PatronClient;
  beforeEach(async () => {
    if (!CAN_BALANCE) return;
    expect((await importOverHttp(balancer.url(8081))).status).toBe(200);
    broken = await UnreliableApi.start();
    other = await Balancer.start(folder, { 'api-1': broken, 'api-2': running['api-1']! });
    patron = new PatronClient(other.url(8443), await tokenOf(pool, 1), () => undefined);
    // Both are in use, once the broken one has received something.
    await eventually(async () => {
      expect((await patron.get(HOLDS)).status).toBe(200);
      expect(broken.received.length).toBeGreaterThan(0);
    });
    broken.received.length = 0;
  });
  afterEach(async () => {
    if (!CAN_BALANCE) return;
    await other.stop();
    await broken.stop();
  });

  /** Sends requests until the broken API has received one. @returns the statuses */
  async function untilReceived(request: (attempt: number) => Promise<number>): Promise<number[]> {
    const statuses: number[] = [];
    while (broken.received.length === 0) statuses.push(await request(statuses.length));
    return statuses;
  }

  ifBalanced('a request that reads is sent to the other one', async () => {
    const statuses = await untilReceived(async () => (await patron.get(HOLDS)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(broken.received).toEqual(['GET']);
  });

  ifBalanced('it gets the address of the client, and none that the client invents', async () => {
    const invented = { 'x-forwarded-for': '203.0.113.9', 'X-Forwarded-For': '203.0.113.10' };
    await untilReceived(async () => (await patron.send('GET', HOLDS, { headers: invented })).status);
    const named = [...broken.lastRequest.matchAll(/^x-forwarded-for: (.*)\r$/gim)].map(
      ([, address]) => address,
    );
    expect(named).toEqual(['127.0.0.1']);
  });

  ifBalanced('so is a POST with a key, which cannot have an effect twice', async () => {
    const statuses = await untilReceived(async (attempt) => {
      const placed = await patron.send('POST', HOLDS, {
        headers: { 'content-type': 'application/json', 'idempotency-key': `"key-of-attempt-${attempt}"` },
        body: JSON.stringify({
          fields: [
            { name: 'id', value: 1 },
            { name: 'ignoreHoldEmail', value: true },
          ],
        }),
      });
      const seen = broken.received.length;
      await eventually(async () => expect((await patron.delete(holdPath(1))).status).toBe(204));
      // What the removal made it receive does not count.
      broken.received.length = seen;
      return placed.status;
    });
    expect(new Set(statuses)).toEqual(new Set([201]));
    expect(broken.received).toEqual(['POST']);
  });

  const ifAnswered = CAN_BALANCE && answersBrokenStreams ? test : test.skip;
  ifAnswered('any other request may have been carried out: the client learns that nobody knows', async () => {
    const statuses = await untilReceived(async () => (await patron.delete(holdPath(1))).status);
    expect(statuses.at(-1)).toBe(502);
    expect(new Set(statuses.slice(0, -1))).not.toContain(502);
    expect(broken.received).toEqual(['DELETE']);
  });

  ifBalanced('any request that was refused a connection is sent to the other one', async () => {
    broken.refuseConnections();
    for (let attempt = 0; attempt < 10; attempt++) {
      const placed = await patron.post(HOLDS, { id: 1, ignoreHoldEmail: true });
      expect([placed.status, (await patron.delete(holdPath(1))).status]).toEqual([201, 204]);
    }
    expect(broken.received).toEqual([]);
  });
});

describe('the secrets', () => {
  const isInstalled = spawnSync('openssl', ['version']).status === 0;
  const run = (target: string, environment: Readonly<Record<string, string>>): ReturnType<typeof spawnSync> =>
    spawnSync('bash', [makeSecrets, target], {
      env: { PATH: process.env.PATH ?? '', ...environment },
      encoding: 'utf8',
    });

  (isInstalled ? test : test.skip)(
    'are made once, are what the file names, and stay among those who may enter',
    async () => {
      const target = await mkdtemp(join(tmpdir(), 'holdfast-secrets-'));
      try {
        const without = run(target, {});
        expect([without.status, without.stderr]).toEqual([
          1,
          expect.stringContaining('Set SMTP_URL to your mail server'),
        ]);
        const SMTP_URL = 'smtp://mail.example.org';
        const withoutSender = run(target, { SMTP_URL, ALERTS_TO: 'on-call@example.org' });
        expect([withoutSender.status, withoutSender.stderr]).toEqual([
          1,
          expect.stringContaining('Set MAIL_FROM to the sender of alerts'),
        ]);
        expect(run(target, { SMTP_URL }).status).toBe(0);
        const { secrets = {} } = readComposeFile('compose.production.yml', {
          SECRETS_DIR: target,
          PUBLIC_URL,
          MAIL_FROM,
        });
        const files = [
          ...Object.values(secrets).map(({ file }) => file),
          ...['api/operator_token', 'worker/smtp_url'].map((name) => join(target, name)),
        ];
        const contents = (): string[] => files.map((file) => readFileSync(file, 'utf8'));
        const first = contents();
        expect(new Set(first).size).toBe(first.length);
        expect(run(target, {}).status).toBe(0);
        expect(contents()).toEqual(first);
        expect((await stat(target)).mode & 0o777).toBe(0o700);
      } finally {
        await rm(target, { recursive: true, force: true });
      }
    },
  );
});

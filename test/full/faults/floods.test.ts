import { readFileSync } from 'node:fs';
import pg from 'pg';
import { eventually } from '../../support/clock.js';
import { type HeldConnection, holdConnections } from '../../support/requests/held-connections.js';
import {
  type Deployment,
  urlWithLongTimeouts,
  type ServiceProcess,
  startDeployment,
  startProcess,
} from '../support/processes.js';
import { sendRaw } from '../../support/requests/raw-request.js';
import { smallLibrary } from '../../support/records.js';
import { tokenOf } from '../../support/service.js';
import { HOLDS } from '../../support/paths.js';
import { metricsOf } from '../../support/metrics.js';
import { withConstants } from '../support/constants.js';

// One attacker with many connections. Others are still served, and the service frees what the attacker has taken.

let deployment: Deployment;
let token: string;
let service: ServiceProcess | undefined;
let settingsOfService: string;
let held: HeldConnection[] = [];
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(1, [1]), { processes: 0 });
  token = await tokenOf(deployment.database, 1);
});
afterEach(() => {
  for (const connection of held) connection.destroy();
  held = [];
});
afterAll(async () => {
  await service?.kill();
  await deployment.close();
});

/** The process of the test before goes on where the settings are the same: it has to bear more than one attack. */
async function start(settings: Readonly<Record<string, string>>): Promise<ServiceProcess> {
  const wanted = JSON.stringify(settings);
  if (service === undefined || settingsOfService !== wanted) {
    await service?.kill();
    service = await startProcess({
      // What waits on a busy machine would end in a 503.
      DATABASE_URL: urlWithLongTimeouts(deployment.databaseUrl),
      ROLE: 'api',
      ...settings,
    });
    settingsOfService = wanted;
  }
  return service;
}

/** The status that another client gets meanwhile. */
async function others(): Promise<number> {
  const headers = [['Authorization', `Bearer ${token}`]] as const;
  return (await sendRaw(service!.url, { method: 'GET', path: HOLDS, headers })).status;
}

/** How many sockets the service has open, to its clients and to its database. */
async function openSockets(): Promise<number> {
  return (await metricsOf(service!.url)).get('nodejs_active_resources{type="TCPSocketWrap"}') ?? NaN;
}

/** More than the service has open itself: to its database, and to the test that reads its metrics. */
const OWN_SOCKETS = 25;

/** Resolves when the service has freed their descriptors, although the clients close nothing. */
function allGone(): Promise<void> {
  return eventually(async () => expect(await openSockets()).toBeLessThan(OWN_SOCKETS));
}

/** How many files a process may have open here: Node takes as many as the system allows. */
const maxOpenFiles = Number(
  /^Max open files +\d+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? Infinity,
);
const withManyFiles = maxOpenFiles > 3_000 ? test : test.skip;

/** Ten minutes: what ends earlier did not wait for this limit. */
const LONG = { NODE_OPTIONS: withConstants({ requestTimeoutSeconds: 600 }) };

describe('500 bodies that never end, on routes that read none,', () => {
  const authorized = (): string => `Authorization: Bearer ${token}\r\n`;
  const json = 'Content-Type: application/json\r\n';
  const ROUTES: readonly (readonly [status: number, head: () => string])[] = [
    [200, () => `GET ${HOLDS} HTTP/1.1\r\n${authorized()}`],
    [404, () => `DELETE ${HOLDS}/1 HTTP/1.1\r\n${authorized()}`],
    [404, () => `POST /v1/nothing HTTP/1.1\r\n`],
    [405, () => `PUT ${HOLDS} HTTP/1.1\r\n`],
    [204, () => `OPTIONS ${HOLDS} HTTP/1.1\r\n`],
    [401, () => `POST ${HOLDS} HTTP/1.1\r\n${json}`],
    [415, () => `POST ${HOLDS} HTTP/1.1\r\n${authorized()}Content-Type: text/plain\r\n`],
    [200, () => 'GET /health/live HTTP/1.1\r\n'],
  ];
  const BUSY = 503;
  const LENGTHS = ['Content-Length: 1000000000', 'Transfer-Encoding: chunked'];

  test('are answered and cut', async () => {
    const { url } = await start(LONG);
    const asked = (index: number): string =>
      `${ROUTES[index % ROUTES.length]![1]()}Host: test\r\n${LENGTHS[Math.floor(index / 8) % 2]}\r\n\r\n1\r\nx\r\n`;
    held = await holdConnections(500, url, asked);
    // They keep sending, slowly.
    const dripping = setInterval(() => {
      for (const connection of held) connection.write('1\r\nx\r\n');
    }, 500);
    try {
      await Promise.all(held.map(({ ended }) => ended));
    } finally {
      clearInterval(dripping);
    }
    await allGone();
    for (const [index, connection] of held.entries()) {
      const [status] = ROUTES[index % ROUTES.length]!;
      const answered = Number(/^HTTP\/1\.1 (\d+)/.exec(connection.received())?.[1]);
      // A busy machine lets some wait for the database too long.
      expect([status, BUSY]).toContain(answered);
    }
    for (const connection of held) expect(connection.received()).toMatch(/^connection: close\r$/im);
    expect(await others()).toBe(200);
  });
});

describe('a client that is silent or slow', () => {
  const SILENT: Readonly<Record<string, string>> = {
    'says nothing': '',
    'sends half a head': `GET ${HOLDS} HTTP/1.1\r\nHost: te`,
    'sends what is not HTTP, and stays': 'hello\r\n\r\n',
    'asks for a tunnel, and stays': 'CONNECT example.org:443 HTTP/1.1\r\nHost: example.org\r\n\r\n',
    'asks to close, and does not': `GET ${HOLDS} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`,
  };

  test.each(Object.keys(SILENT))('and %s is cut in time', async (what) => {
    const { url } = await start({ NODE_OPTIONS: withConstants({ requestTimeoutSeconds: 1 }) });
    held = await holdConnections(50, url, () => SILENT[what]!);
    await allGone();
    expect(await others()).toBe(200);
  });

  test.each([
    ['alone', ''],
    ['after a request', 'GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n'],
  ])('and resets its connection after a CONNECT %s does not end the process', async (_, before) => {
    const { url } = await start(LONG);
    held = await holdConnections(50, url, () => before + SILENT['asks for a tunnel, and stays']!);
    for (const connection of held) connection.reset();
    await allGone();
    expect(await others()).toBe(200);
  });

  test('and does not read its answers is cut in time', async () => {
    const { url } = await start({ NODE_OPTIONS: withConstants({ requestTimeoutSeconds: 1 }) });
    // More than the system buffers for a client: some megabytes.
    const page = 'GET /openapi.json HTTP/1.1\r\nHost: test\r\n\r\n';
    held = await holdConnections(50, url);
    for (const connection of held) {
      connection.stopReading();
      connection.write(page.repeat(90));
    }
    await allGone();
    expect(await others()).toBe(200);
  });

  withManyFiles('2,000 times at once leaves others alone, and takes no descriptor for long', async () => {
    const { url } = await start({
      NODE_OPTIONS: withConstants({ requestTimeoutSeconds: 3 }),
      MAX_CONNECTIONS: '2500',
    });
    held = await holdConnections(2_000, url);
    expect(await others()).toBe(200);
    await allGone();
    // Where a process may open few files, the test has too many otherwise.
    for (const connection of held) connection.destroy();
    held = await holdConnections(2_000, url);
    expect(await others()).toBe(200);
  });
});

describe('with more connections than MAX_CONNECTIONS', () => {
  test('a client is answered 503 and cut, until others have gone', async () => {
    const { url } = await start({ ...LONG, MAX_CONNECTIONS: '20' });
    held = await holdConnections(20, url);
    const [one, ...many] = await holdConnections(5, url);
    held.push(one!, ...many);
    await Promise.all([one!, ...many].map(({ ended }) => ended));
    expect(one!.received()).toMatch(/^HTTP\/1\.1 503 .*\r\n/);
    expect(one!.received()).toMatch(/^Retry-After: \d+\r$/m);
    expect(one!.received()).toMatch(
      /\r\n\r\n\{"errorCode":"ServiceUnavailable","message":".*","token":".*"\}$/,
    );
    // Only some of those above the limit get an answer.
    const more = await holdConnections(300, url);
    held.push(...more);
    await Promise.all(more.map(({ ended }) => ended));
    for (const connection of held) connection.destroy();
    await eventually(async () => expect(await others()).toBe(200));
  });
});

describe('requests that a client sends ahead of their answers', () => {
  const ahead = (count: number): string =>
    `GET ${HOLDS} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer ${token}\r\n\r\n`.repeat(count);

  test('are dropped when the client has left: 20 times 40', async () => {
    const { url, output } = await start({
      LOG_LEVEL: 'info',
      POOL_SIZE: '6',
    });
    const requests = (): number => (output().match(/"msg":"request"/g) ?? []).length;
    const locker = new pg.Client(deployment.databaseUrl);
    await locker.connect();
    try {
      // While the lock is held no token can be looked up, so no request is answered.
      await locker.query('BEGIN; LOCK TABLE access_token');
      held = await holdConnections(20, url, () => ahead(40));
      for (const connection of held) connection.destroy();
      await locker.query('COMMIT');
    } finally {
      await locker.end();
    }
    expect(await others()).toBe(200);
    await eventually(() => expect(requests()).toBeGreaterThanOrEqual(20));
    // The first of each connection had begun, and the test itself sent two.
    expect(await others()).toBe(200);
    await eventually(() => expect(requests()).toBe(22));
  });

  test('cut connections when all clients together send too many', async () => {
    const { url } = await start({
      POOL_SIZE: '6',
    });
    const locker = new pg.Client(deployment.databaseUrl);
    await locker.connect();
    try {
      await locker.query('BEGIN; LOCK TABLE access_token');
      held = await holdConnections(100, url, () => ahead(100));
      await Promise.race(held.map(({ ended }) => ended));
    } finally {
      await locker.end();
    }
    expect(await others()).toBe(200);
  });

  test('are 1,000 on one connection until the client is asked for another', async () => {
    const { url } = await start({});
    const request = 'GET /health/live HTTP/1.1\r\nHost: test\r\n\r\n';
    held = await holdConnections(1, url);
    const connection = held[0]!;
    const answers = (): number => connection.received().match(/HTTP\/1\.1 200 /g)?.length ?? 0;
    for (let sent = 50; sent <= 1_000; sent += 50) {
      expect(connection.received()).not.toMatch(/^connection: close\r$/im);
      connection.write(request.repeat(50));
      await eventually(() => expect(answers()).toBe(sent));
    }
    expect(connection.received().match(/^connection: close\r$/gim)).toHaveLength(1);
  });
});

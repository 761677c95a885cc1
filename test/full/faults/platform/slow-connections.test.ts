import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { PatronClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { HOLDS, ME } from '../../../support/paths.js';
import { runHoldfast } from '../../support/processes.js';
import { emptyLibrary, smallLibrary, toLines } from '../../../support/records.js';
import { OPERATOR_TOKEN } from '../../../support/sandbox-clock.js';
import { type ServiceUnderTest, startService, tokenOf } from '../../../support/service.js';

/** Instead of 1.5 s. */
const CONNECT_TIMEOUT_MS = 500;

let service: ServiceUnderTest;
/** The same service, whose database takes its time. */
let behindProxy: ServiceUnderTest;
let proxy: Server;
/** So many connections from now on are accepted and never answered. */
let unanswered = 0;
/** So many milliseconds later, from now on, connections are passed on. */
let lateBy = 0;
/** The address of the proxy. */
let slowUrl: string;
const sockets = new Set<Socket>();

beforeEach(async () => {
  service = await startService(smallLibrary(1, [1]));
  const { port, hostname } = new URL(service.databaseUrl);
  proxy = createServer((client) => {
    client.on('error', () => undefined);
    sockets.add(client);
    if (unanswered > 0) {
      unanswered -= 1;
      return;
    }
    const server = connect(Number(port), hostname);
    server.on('error', () => client.destroy());
    client.on('close', () => server.destroy());
    setTimeout(() => client.pipe(server).pipe(client), lateBy);
  }).listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const database = new URL(service.databaseUrl);
  database.port = String((proxy.address() as AddressInfo).port);
  slowUrl = database.href;
  const timeouts = { connectTimeout: CONNECT_TIMEOUT_MS, statementTimeout: 0 };
  behindProxy = await startService([], { DATABASE_URL: slowUrl, OPERATOR_TOKEN }, timeouts);
});
afterEach(async () => {
  jest.restoreAllMocks();
  lateBy = 0;
  await behindProxy.close();
  for (const socket of sockets) socket.destroy();
  proxy.close();
  await service.close();
});

/** As when a process has just started, on a busy machine. */
describe('while connections are not made in time, the service tries again', () => {
  beforeEach(async () => {
    // The service has reached its database before.
    const patron = new PatronClient(behindProxy.url, await tokenOf(service.database, 1));
    await eventually(async () => expect((await patron.get(ME)).status).toBe(200));
    // It waits for 5 s at most, and this machine may be busy itself.
    jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    unanswered = 2;
  });
  afterEach(() => {
    expect(unanswered).toBe(0);
  });

  test('and a placement succeeds', async () => {
    const patron = new PatronClient(behindProxy.url, await tokenOf(service.database, 1));
    const placed = await patron.post(HOLDS, { id: 1, emailAddress: 'reader@example.org' });
    expect(placed.status).toBe(201);
  });

  test('and so does an import', async () => {
    const imported = await new PatronClient(behindProxy.url, OPERATOR_TOKEN).send(
      'POST',
      '/operator/v1/records',
      { headers: { 'content-type': 'application/x-ndjson' }, body: toLines(...emptyLibrary(38)) },
    );
    expect([imported.status, imported.body]).toMatchObject([200, { rejected: 0 }]);
  });
});

test('a command waits longer for a connection than a request does', async () => {
  lateBy = 2_500;
  const { code, err } = await runHoldfast(['library', 'list'], { DATABASE_URL: slowUrl });
  expect([code, err]).toEqual([0, '']);
});

import { setTimeout as sleep } from 'node:timers/promises';
import { fields, mustSucceed, type PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { type HeldConnection, holdConnection } from '../../support/requests/held-connections.js';
import { HOLDS } from '../../support/paths.js';
import { smallLibrary } from '../../support/records.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

// Requests that a client sends before it has the answers to those before.

let service: ServiceUnderTest;
let patron: PatronClient;
let connection: HeldConnection;
beforeEach(async () => {
  service = await startService(smallLibrary(1, [1, 1]));
  patron = await service.signIn(1);
});
afterEach(async () => {
  connection.destroy();
  await service.close();
});

function head(method: string, path: string, ...headers: readonly string[]): string {
  const common = ['Host: test', `Authorization: Bearer ${patron.token}`];
  return [`${method} ${path} HTTP/1.1`, ...common, ...headers, '', ''].join('\r\n');
}

function placeHold(id: number): string {
  const body = fields({ id, emailAddress: 'reader@example.org' });
  return head('POST', HOLDS, 'Content-Type: application/json', `Content-Length: ${body.length}`) + body;
}

function statuses(): number[] {
  return [...connection.received().matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));
}

async function heldTitles(): Promise<number> {
  const { body } = await mustSucceed(patron.get(HOLDS));
  return body.holds.length;
}

test('are answered one after the other, in their order', async () => {
  const get = head('GET', HOLDS);
  connection = await holdConnection(
    service.url,
    get + placeHold(1) + head('GET', '/v1/nothing') + placeHold(2) + get,
  );
  await eventually(() => expect(statuses()).toEqual([200, 201, 404, 201, 200]));
  expect(await heldTitles()).toBe(2);
});

test('are not carried out after an answer with Connection: close', async () => {
  // The body comes only when the answer is out, which nobody reads it for.
  connection = await holdConnection(service.url, head('GET', HOLDS, 'Content-Length: 5'));
  await eventually(() => expect(connection.received()).toMatch(/\r\nConnection: close\r\n[^]*\r\n\r\n\{/i));
  connection.write(`12345${placeHold(1)}`);
  await connection.ended;
  // Longer than the service keeps the connection, so that it would have come to the request.
  await sleep(1_500);
  expect(statuses()).toEqual([200]);
  expect(await heldTitles()).toBe(0);
});

test('do not lose their answers to what follows them and is not HTTP', async () => {
  connection = await holdConnection(service.url, `${placeHold(1)}${head('GET', HOLDS)}hello\r\n\r\n`);
  await connection.ended;
  expect(statuses()).toEqual([201, 200, 400]);
  expect(connection.received()).toContain('"errorCode":"InvalidRequestBody"');
});

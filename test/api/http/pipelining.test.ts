import { fields, mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { type HeldConnection, holdConnection } from '../../support/requests/held-connections.js';
import { HOLDS } from '../../support/paths.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

// Requests that a client sends before it has the answers to those before.

let library: TestLibrary;
let patron: TestPatron;
let connection: HeldConnection;
beforeAll(async () => {
  library = await TestLibrary.open();
});
beforeEach(async () => {
  patron = await library.addPatron();
});
afterEach(() => connection.destroy());

function head(method: string, path: string, ...headers: readonly string[]): string {
  const common = ['Host: test', `Authorization: Bearer ${patron.token}`];
  return [`${method} ${path} HTTP/1.1`, ...common, ...headers, '', ''].join('\r\n');
}

async function placeHold(): Promise<string> {
  const { crossRefId } = await library.addTitle(1);
  const body = fields({ crossRefId, emailAddress: 'reader@example.org' });
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
    library.service.url,
    get + (await placeHold()) + head('GET', '/v1/nothing') + (await placeHold()) + get,
  );
  await eventually(() => expect(statuses()).toEqual([200, 201, 404, 201, 200]));
  expect(await heldTitles()).toBe(2);
});

test('are not carried out after an answer with Connection: close', async () => {
  const placement = await placeHold();
  // The body comes only when the answer is out, which nobody reads it for.
  connection = await holdConnection(library.service.url, head('GET', HOLDS, 'Content-Length: 5'));
  await eventually(() => expect(connection.received()).toMatch(/\r\nConnection: close\r\n[^]*\r\n\r\n\{/i));
  connection.write(`12345${placement}`);
  await connection.ended;
  // The service keeps the connection for a second, so that it would have come to the request.
  await eventually(() => {
    connection.write('\r\n');
    expect(connection.isCut()).toBe(true);
  });
  expect(statuses()).toEqual([200]);
  expect(await heldTitles()).toBe(0);
});

test('do not lose their answers to what follows them and is not HTTP', async () => {
  connection = await holdConnection(
    library.service.url,
    `${await placeHold()}${head('GET', HOLDS)}hello\r\n\r\n`,
  );
  await connection.ended;
  expect(statuses()).toEqual([201, 200, 400]);
  expect(connection.received()).toContain('"errorCode":"InvalidRequestBody"');
});

test('do not lose their answers to a CONNECT that follows them', async () => {
  connection = await holdConnection(
    library.service.url,
    (await placeHold()) + head('GET', HOLDS) + head('CONNECT', 'example.org:443'),
  );
  await connection.ended;
  expect(statuses()).toEqual([201, 200, 400]);
});

test('are carried out up to the thousandth of a connection, whose answer says that it is the last', async () => {
  connection = await holdConnection(library.service.url, head('GET', '/v1/nothing').repeat(1_001));
  await connection.ended;
  expect(statuses()).toEqual(Array.from({ length: 1_000 }, () => 404));
  expect(connection.received().match(/^connection: close\r$/gim)).toHaveLength(1);
});

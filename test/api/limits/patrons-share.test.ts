import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { expectCreated, expectOk, expectRefusal } from '../../support/answers.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import type { Answer } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { metricsOf } from '../../support/metrics.js';
import { holdPath } from '../../support/paths.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

/** Of nine connections three are for lookups; alone, a patron leaves two of the other six. */
const ALONE = 4;
const BESIDE_OTHERS = 3;

let library: TestLibrary;
let locker: pg.Client;
beforeAll(async () => {
  library = await TestLibrary.alone({}, { POOL_SIZE: '9' });
  locker = new pg.Client(library.service.databaseUrl);
  await locker.connect();
});
afterAll(async () => {
  await locker.end();
  await library.close();
});

const untilWaitingForLocks = (requests: number): Promise<void> =>
  eventually(async () =>
    expect(await statementsWaitingForLocks(library.service.database)).toHaveLength(requests),
  );

/** Until COMMIT. */
async function lockQueues(...titles: readonly TestTitle[]): Promise<void> {
  await locker.query('BEGIN');
  const ids = titles.map(({ reserveId }) => reserveId);
  await locker.query(
    'SELECT FROM title_queue WHERE website_id = $1 AND reserve_id = ANY($2::uuid[]) FOR UPDATE',
    [library.websiteId, ids],
  );
}

function expectPlacedOnce(answers: readonly Answer[]): void {
  const placed = answers.filter(({ status }) => status === 201);
  expect(placed).toHaveLength(1);
  for (const answer of answers) if (answer !== placed[0]) expectRefusal(answer, 'AlreadyOnWaitList');
}

test('the slow requests of a patron alone leave connections, and another patron’s go on', async () => {
  const [flooder, other] = await library.addPatrons(2);
  const [blocked, free] = [await library.addTitle(), await library.addTitle()];
  await lockQueues(blocked);
  const flood = Array.from({ length: 60 }, () => flooder.place(blocked));
  await untilWaitingForLocks(ALONE);

  expectCreated(await other.place(free));
  expect((await other.list()).body.holds).toHaveLength(1);
  expect(await statementsWaitingForLocks(library.service.database)).toHaveLength(ALONE);

  await locker.query('COMMIT');
  expectPlacedOnce(await Promise.all(flood));
});

test('while another patron has a request, one patron’s take a third of the pool', async () => {
  const [flooder, other] = await library.addPatrons(2);
  const blocked = await library.addTitle();
  await lockQueues(blocked);
  const slow = other.place(blocked);
  await untilWaitingForLocks(1);
  const flood = Array.from({ length: 60 }, () => flooder.place(blocked));
  await untilWaitingForLocks(1 + BESIDE_OTHERS);

  // These wait for their turns behind the flood, and show that all of it has come.
  const lists = Array.from({ length: 20 }, () => flooder.list());
  expectOk(await other.list());
  expect(await statementsWaitingForLocks(library.service.database)).toHaveLength(1 + BESIDE_OTHERS);

  await locker.query('COMMIT');
  expectCreated(await slow);
  expectPlacedOnce(await Promise.all(flood));
  for (const list of await Promise.all(lists)) expectOk(list);
});

test('more than 200 waiting requests of one patron are refused at once', async () => {
  const patron = await library.addPatron();
  const title = await library.addTitle();
  await lockQueues(title);
  const flood = Array.from({ length: 250 }, () => patron.place(title));
  const first = await Promise.race(flood);
  expectRefusal(first, 'TooManyRequests');
  expect(first.headers.get('retry-after')).toBe('1');
  const answered: number[] = [];
  for (const each of flood) void each.then(({ status }) => answered.push(status));
  await eventually(() => expect(answered).toEqual(Array.from({ length: 250 - 200 - ALONE }, () => 429)));
  const counted = await metricsOf(library.service.url);
  expect(counted.get('holdfast_refused_requests_total{limit="in-progress"}')).toBe(250 - 200 - ALONE);
  await locker.query('COMMIT');
  await Promise.all(flood);
});

test('a request whose client has left before its turn is not worked on', async () => {
  const [patron, other] = await library.addPatrons(2);
  const later = await library.addTitle();
  const blocked = [];
  for (let title = 0; title < ALONE; title++) blocked.push(await library.addTitle());
  expectCreated(await patron.place(later));
  await lockQueues(...blocked);
  const placements = blocked.map((title) => patron.place(title));
  await untilWaitingForLocks(ALONE);
  await sendAndLeave(patron, holdPath(later), other);
  await locker.query('COMMIT');
  for (const answer of await Promise.all(placements)) expectCreated(answer);
  // Each of these takes its turn after the one that was left.
  for (let time = 0; time < 6; time++) expectOk(await patron.list());
  expectOk(await patron.find(later));
});

/** Sends a DELETE, behind another request whose answer shows that both have come, and closes the connection. */
async function sendAndLeave(patron: TestPatron, path: string, other: TestPatron): Promise<void> {
  const { hostname, port } = new URL(library.service.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `GET /health/live HTTP/1.1\r\nHost: here\r\n\r\n` +
      `DELETE ${path} HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer ${patron.token}\r\n\r\n`,
  );
  await once(socket, 'data');
  // While these are answered, the service finds out whose token it is.
  for (let time = 0; time < 5; time++) expectOk(await other.list());
  socket.destroy();
  for (let time = 0; time < 5; time++) expectOk(await other.list());
}

import { once } from 'node:events';
import { connect } from 'node:net';
import pg from 'pg';
import { expectCreated, expectOk, expectRefusal } from '../support/answers.js';
import { statementsWaitingForLocks } from '../support/database-sessions.js';
import { eventually } from '../support/clock.js';
import { metricsOf } from '../support/metrics.js';
import { holdPath } from '../support/paths.js';
import { TestLibrary, type TestPatron } from '../support/test-library.js';

let library: TestLibrary;
let locker: pg.Client;
beforeEach(async () => {
  library = await TestLibrary.open({}, { POOL_SIZE: '9' });
  locker = new pg.Client(library.service.databaseUrl);
  await locker.connect();
});
afterEach(async () => {
  await locker.end();
  await library.close();
});

test('one patron’s slow requests take a third of the pool, and another patron’s go on', async () => {
  const [flooder, other] = await library.addPatrons(2);
  const [blocked, free] = [await library.addTitle(), await library.addTitle()];
  await locker.query('BEGIN');
  await locker.query('SELECT FROM title_queue WHERE reserve_id = $1 FOR UPDATE', [blocked.reserveId]);
  const flood = Array.from({ length: 150 }, () => flooder.place(blocked));
  await eventually(async () =>
    expect(await statementsWaitingForLocks(library.service.database)).toHaveLength(3),
  );

  expectCreated(await other.place(free));
  expect((await other.list()).body.holds).toHaveLength(1);
  expect(await statementsWaitingForLocks(library.service.database)).toHaveLength(3);

  await locker.query('COMMIT');
  const answers = await Promise.all(flood);
  const placed = answers.filter(({ status }) => status === 201);
  expect(placed).toHaveLength(1);
  for (const answer of answers) if (answer !== placed[0]) expectRefusal(answer, 'AlreadyOnWaitList');
});

test('more than 200 waiting requests of one patron are refused at once', async () => {
  const patron = await library.addPatron();
  const title = await library.addTitle();
  await locker.query('BEGIN');
  await locker.query('SELECT FROM title_queue WHERE reserve_id = $1 FOR UPDATE', [title.reserveId]);
  const flood = Array.from({ length: 250 }, () => patron.place(title));
  const first = await Promise.race(flood);
  expectRefusal(first, 'TooManyRequests');
  expect(first.headers.get('retry-after')).toBe('1');
  const answered: number[] = [];
  for (const each of flood) void each.then(({ status }) => answered.push(status));
  await eventually(() => expect(answered).toEqual(Array.from({ length: 250 - 203 }, () => 429)));
  const counted = await metricsOf(library.service.url);
  expect(counted.get('holdfast_refused_requests_total{limit="in-progress"}')).toBe(250 - 203);
  await locker.query('COMMIT');
  await Promise.all(flood);
});

test('a request whose client has left before its turn is not worked on', async () => {
  const [patron, other] = await library.addPatrons(2);
  const [later, ...blocked] = [
    await library.addTitle(),
    await library.addTitle(),
    await library.addTitle(),
    await library.addTitle(),
  ];
  expectCreated(await patron.place(later));
  await locker.query('BEGIN');
  await locker.query('SELECT FROM title_queue WHERE reserve_id = ANY($1::uuid[]) FOR UPDATE', [
    blocked.map(({ reserveId }) => reserveId),
  ]);
  const placements = blocked.map((title) => patron.place(title));
  await eventually(async () =>
    expect(await statementsWaitingForLocks(library.service.database)).toHaveLength(3),
  );
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

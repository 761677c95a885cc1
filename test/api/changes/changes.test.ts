import { metricsOf } from '../../support/metrics.js';
import { revokeTokensOf } from '../../../src/access/tokens/tokens.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { waitUntilPublished } from '../../support/events/event-reader.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';
import { ChangeReader, CHANGES } from '../../support/changes/change-reader.js';

/** Half of them may be streams. */
const MAX_CONNECTIONS = 60;
const OF_A_PATRON = 10;

const END_LISTENING_SESSION = statement<{ ended: number }>(
  'test-changes-end-session',
  `SELECT count(pg_terminate_backend(pid, 60000))::int AS ended FROM pg_stat_activity
   WHERE datname = current_database() AND application_name = 'holdfast-events'`,
);

let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  library = await TestLibrary.alone(
    {},
    { ROLE: 'all', OPERATOR_TOKEN, MAX_CONNECTIONS: String(MAX_CONNECTIONS) },
  );
  operator = new OperatorClient(library.service.url);
});
afterAll(() => library.close());

const readers: ChangeReader[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.leave();
});

async function follow(
  patron: TestPatron,
  headers: Readonly<Record<string, string>> = {},
): Promise<ChangeReader> {
  const reader = await ChangeReader.open(patron, headers);
  readers.push(reader);
  return reader;
}

/** One who has had a hold, so that there is an event to know of. */
async function patronWithHold(): Promise<TestPatron> {
  const patron = await library.addPatron();
  await mustSucceed(patron.place(await library.addTitle(0)));
  await waitUntilPublished(library.service);
  return patron;
}

describe('a patron’s changes', () => {
  test('are told as they happen, and say neither what nor which', async () => {
    const [patron, other, title] = [
      await library.addPatron(),
      await library.addPatron(),
      await library.addTitle(0),
    ];
    await mustSucceed(patron.place(title));
    await waitUntilPublished(library.service);
    const [reader, ofOther] = [await follow(patron), await follow(other)];
    await reader.untilChanges(1);
    await ofOther.untilChanges(1);
    const { reserveId } = title;
    await library.setCopiesOwned(title, 1);
    await reader.untilChanges(2);
    expect(JSON.stringify((await patron.find(title)).body)).toContain('"checkout"');
    expect(reader.changes[1]).toEqual({
      event: 'changed',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      data: '{}',
    });
    expect(JSON.stringify(reader.changes)).not.toContain(reserveId);
    expect(ofOther.changes).toEqual([{ event: 'changed', id: 'none', data: '{}' }]);
    expect(reader.retry).toBeGreaterThanOrEqual(1_000);
  });

  test('that are known already are not told again; others are told at once', async () => {
    const patron = await patronWithHold();
    const first = await follow(patron);
    await first.untilChanges(1);
    const { lastId = '' } = first;
    first.leave();
    const again = await follow(patron, { 'Last-Event-ID': lastId });
    await mustSucceed(patron.place(await library.addTitle(0)));
    await again.untilChanges(1);
    expect(again.changes[0]?.id).not.toBe(lastId);
    const missed = await follow(patron, { 'Last-Event-ID': lastId });
    await missed.untilChanges(1);
    expect(missed.lastId).toBe(again.lastId);
  });

  test('that were published while the session that listens was lost are told when there is another', async () => {
    const patron = await patronWithHold();
    const reader = await follow(patron);
    await reader.untilChanges(1);
    const { database } = library.service;
    expect((await database.run(END_LISTENING_SESSION))[0]?.ended).toBe(1);
    await mustSucceed(patron.place(await library.addTitle(0)));
    await waitUntilPublished(library.service);
    await reader.untilChanges(2);
    await eventually(async () => expect((await database.run(END_LISTENING_SESSION))[0]?.ended).toBe(1));
    await mustSucceed(patron.place(await library.addTitle(0)));
    await reader.untilChanges(3);
  });

  test('are not told to HEAD, which has the headers alone', async () => {
    const patron = await library.addPatron();
    const answer = await patron.send('HEAD', CHANGES);
    expect(answer).toMatchObject({ status: 200, text: '' });
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
  });
});

test('a stream ends when its token is revoked or expires, or its patron is forgotten, and no other does', async () => {
  const patrons = [await patronWithHold(), await patronWithHold(), await patronWithHold()] as const;
  const [revoked, expired, forgotten] = patrons;
  const staying = await follow(await patronWithHold());
  const ended = await Promise.all(patrons.map((patron) => follow(patron)));
  await revokeTokensOf(library.service.database, WEBSITE_ID, [revoked.patronId]);
  await library.service.database.run(EXPIRE_TOKEN, [expired.patronId]);
  await mustSucceed(operator.forget(forgotten));
  // The service looks at tokens every few seconds.
  for (const reader of ended) await reader.untilEnd();
  expect(staying.hasEnded).toBe(false);
  // The client that comes back is told so.
  for (const patron of patrons) await expect(follow(patron)).rejects.toThrow('401');
});

const EXPIRE_TOKEN = statement(
  'test-changes-expire-token',
  'UPDATE access_token SET expires_at = service_now() WHERE patron_id = $1',
);

describe('open streams', () => {
  test('of a patron are ten at most, which leave the patron’s turns to other requests', async () => {
    const patron = await patronWithHold();
    for (let open = 0; open < OF_A_PATRON; open++) await follow(patron);
    await Promise.all(Array.from({ length: 20 }, () => mustSucceed(patron.list())));
    await expect(follow(patron)).rejects.toThrow('The patron has 10 streams of changes already');
    const limit = 'holdfast_refused_requests_total{limit="streams"}';
    expect((await metricsOf(library.service.url)).get(limit)).toBeGreaterThan(0);
    readers.at(-1)?.leave();
    await eventually(async () => void (await follow(patron)));
  });

  test('of a process are half of its connections at most, and a metric counts them', async () => {
    const patrons = await library.addPatrons(4);
    const metrics = (): Promise<Map<string, number>> => metricsOf(library.service.url);
    const open = async (): Promise<number | undefined> => (await metrics()).get('holdfast_change_streams');
    const ANSWERED = '{method="GET",route="/v1/patrons/me/changes",status="200"}';
    const secondsIn = (found: Map<string, number>): number =>
      found.get(`holdfast_request_seconds_sum${ANSWERED}`) ?? 0;
    await eventually(async () => expect(await open()).toBe(0));
    const secondsBefore = secondsIn(await metrics());
    const begun = performance.now();
    const followAll = async (): Promise<void> => {
      for (;;) for (const patron of patrons) await follow(patron);
    };
    await expect(followAll()).rejects.toThrow(
      '503: {"errorCode":"ServiceUnavailable","message":"Too many streams',
    );
    const secondsToOpen = (performance.now() - begun) / 1000;
    expect(readers.length).toBe(MAX_CONNECTIONS / 2);
    expect(await open()).toBe(MAX_CONNECTIONS / 2);
    for (const reader of readers) reader.leave();
    await eventually(async () => {
      const found = await metrics();
      expect(found.get('holdfast_change_streams')).toBe(0);
      expect(found.get(`holdfast_request_seconds_count${ANSWERED}`)).toBeGreaterThanOrEqual(
        MAX_CONNECTIONS / 2,
      );
      // Not how long they were open: the first was for longer than all of them took to open.
      expect(secondsIn(found) - secondsBefore).toBeLessThanOrEqual(secondsToOpen);
    });
  });
});

import { EventFeed, placeBefore, placeNow } from '../../../src/events/event-feed.service.js';
import type { CloudEvent } from '../../../src/events/cloud-event.representation.js';
import { EVENT_TYPES } from '../../../src/events/event-types.js';
import { readStreams, type WantedEvents } from '../../../src/events/feed.store.js';
import { writePatronEvent, writePatronForgotten } from '../../../src/events/outbox.store.js';
import type { PublishedEvents } from '../../../src/events/published-events.js';
import { EventPublisher } from '../../../src/events/publisher.service.js';
import type { Database } from '../../../src/platform/database/database.js';
import { definedStatements, type Statement, statement } from '../../../src/platform/database/statement.js';
import { expectRefusal } from '../../support/answers.js';
import { advanceClock, eventually, HOUR } from '../../support/clock.js';
import { EventReader, named } from '../../support/events/event-reader.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { reserveIdOf, WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { addMachine } from '../../support/staff/staff-members.js';
import { TestLibrary } from '../../support/test-library.js';

/** Without a worker: the test publishes. */
let library: TestLibrary;
let database: Database;
let operator: OperatorClient;
let publisher: EventPublisher;
beforeAll(async () => {
  library = await TestLibrary.alone({}, { OPERATOR_TOKEN });
  ({ database } = library.service);
  operator = new OperatorClient(library.service.url);
  publisher = new EventPublisher(database);
});
afterAll(() => library.close());

const ELSEWHERE = WEBSITE_ID + 1;

async function happened(patronIds: readonly number[], websiteId = WEBSITE_ID): Promise<void> {
  for (const patronId of patronIds) await writePatronEvent(database, 'hold.ready', { websiteId, patronId });
  await publisher.publish();
}

async function readerNow(reader = operator, query = {}): Promise<EventReader> {
  const made = new EventReader(reader, query);
  await made.next({ iterator: 'now' });
  return made;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('who builds the collections is told of titles, and who works at the desk of patrons, too; each of their libraries', async () => {
  const { service } = library;
  const machine = async (name: string, ...roles: Parameters<typeof addMachine>[2]): Promise<EventReader> =>
    readerNow(new OperatorClient(service.url, await addMachine(service, name, roles)));
  const readers = { operator: await readerNow(), desk: await machine('at-desk', 'desk') };
  const builders = [await machine('builder', 'collections'), await machine('both', 'collections', 'desk')];
  await database.run(
    statement(
      'test-readers-titles',
      `INSERT INTO title_event_outbox (website_id, type, subject) VALUES ($1, 'title.changed', $2)`,
    ),
    [WEBSITE_ID, reserveIdOf(1)],
  );
  await happened([1]);
  await happened([2], ELSEWHERE);
  const told = async (reader: EventReader): Promise<string[]> => named(await reader.rest()).sort();
  const [own, title] = ['hold.ready patrons/1', `title.changed titles/${reserveIdOf(1)}`];
  expect(await told(readers.operator)).toEqual([own, 'hold.ready patrons/2', title]);
  expect(await told(readers.desk)).toEqual([own, title]);
  expect(await Promise.all(builders.map(told))).toEqual([[title], [own, title]]);
  const asked = await builders[0]!.operator.get(
    `/operator/v1/events?types=hold.ready&websiteId=${WEBSITE_ID}`,
  );
  expect(asked).toMatchObject({ status: 200, body: { data: [], done: true } });
});

test('who stands in the middle of an hour misses nothing when it is shuffled, and patrons are forgotten', async () => {
  await advanceClock(library.service, HOUR);
  await publisher.shuffle();
  const reader = await readerNow();
  await happened(range(101, 140));
  const first = (await reader.next({ limit: 20 })).data;
  await advanceClock(library.service, HOUR);
  await publisher.shuffle();
  const all = await new EventReader(operator, { types: 'hold.ready' }).rest();
  const shuffled = all.slice(-40);
  // None that comes behind the reader's place is left: no event tells that it is in the middle.
  const gone = shuffled.slice(20).map(({ data }) => data.patronId ?? 0);
  for (const patronId of gone) await writePatronForgotten(database, { websiteId: WEBSITE_ID, patronId });
  await publisher.publish();
  const read = new Set([...first, ...(await reader.rest())].map(({ id }: CloudEvent) => id));
  expect(shuffled.slice(0, 20).filter(({ id }) => !read.has(id))).toEqual([]);
});

describe('an iterator', () => {
  test('of before a restore is refused, and the answer says where to begin; one of the release before has no life', async () => {
    const { iterator = '' } = await readerNow();
    const [patrons, titles, shuffledTo, epoch] = Buffer.from(iterator, 'base64url').toString().split(' ');
    expect(epoch).toMatch(/^[0-9a-f]{8}$/);
    const reader = new EventReader(operator);
    const written = (...parts: unknown[]): string => Buffer.from(parts.join(' ')).toString('base64url');
    const refused = await reader.page({ iterator: written(patrons, titles, shuffledTo, '00000000') });
    expectRefusal(refused, 'IteratorExpired');
    expect(JSON.stringify(refused.body)).toMatch(/was restored.*begin without iterator/);
    expect(await reader.next({ iterator: written(patrons, titles, shuffledTo) })).toMatchObject({ iterator });
    const restored = await database.transaction(async (connection) => {
      await connection.run(
        statement('test-readers-restored', `SELECT set_config('holdfast.restored', 'now', true)`),
      );
      return readStreams(connection);
    });
    expect(restored.epoch).not.toBe(epoch);
  });
});

describe('who waits', () => {
  let announce: () => void;
  let reads = 0;
  const announced = {
    listen: (listener: () => void) => (announce = listener),
    stopped: new AbortController().signal,
  } as unknown as PublishedEvents;
  const counted = (): Database =>
    Object.create(database, {
      run: {
        value: (sent: Statement, values?: readonly unknown[]) => {
          if (sent.name === 'events-find') reads++;
          return database.run(sent, values);
        },
      },
    }) as Database;
  const ALL = { patrons: undefined, titles: undefined };
  const wanted = (types = EVENT_TYPES): WantedEvents => ({ types, websiteIds: ALL, limit: 100 });

  test('is answered with all others by one read, and begins again with them; what others want ends no wait', async () => {
    const feed = new EventFeed(counted(), announced);
    const left = new AbortController();
    const wait = { waitSeconds: 30, left: left.signal };
    const place = await placeNow(database);
    const all = range(1, 200).map(() => feed.read(place, wanted(), wait));
    const others = feed.read(place, wanted(['title.withdrawn']), wait);
    await eventually(() => expect(reads).toBeGreaterThan(0));
    await happened([301]);
    announce();
    const pages = await Promise.all(all);
    expect(pages.every(({ events }) => events.length === 1 && events[0]?.patronId === 301)).toBe(true);
    const again = pages.map((page) => feed.read(page.place, wanted(), wait));
    await happened([302]);
    announce();
    expect((await Promise.all(again)).map(({ events }) => events[0]?.patronId)).toEqual(Array(200).fill(302));
    expect(reads).toBeLessThan(20);
    // A client that is gone waits no more.
    left.abort();
    expect(await others).toMatchObject({ events: [], done: true });
  });

  test('a reader of a rare type comes past all others, page by page', async () => {
    const feed = new EventFeed(database, announced);
    await database.run(FILL, [WEBSITE_ID, 2_500]);
    const left = new AbortController().signal;
    const page = await feed.read('oldest', wanted(['title.withdrawn']), { left });
    expect(page).toMatchObject({ events: [], done: true });
    expect(page.place.patrons).toBe((await readStreams(database)).patrons.last);
  });
});

/** Events of many patrons, each an hour after the one before, up to now. */
const FILL = statement(
  'test-readers-fill',
  `WITH counted AS (UPDATE event_stream SET last_position = last_position + $2::int RETURNING stream, last_position - $2::int AS before)
   INSERT INTO event (stream, position, website_id, type, patron_id, reserve_id, detail, moment)
   SELECT stream, before + number, $1, CASE stream WHEN 'patrons' THEN 'hold.placed' ELSE 'title.changed' END,
     CASE stream WHEN 'patrons' THEN 7 END, CASE stream WHEN 'titles' THEN gen_random_uuid() END, '{}',
     date_trunc('hour', service_now())
   FROM counted CROSS JOIN generate_series(1, $2::int) AS number`,
);
const ADD_WEBHOOK = statement(
  'test-readers-webhook',
  `INSERT INTO webhook (website_id, url, types, secret, patrons_position, titles_position, shuffled_to, created_at)
   SELECT $1, 'https://receiver.example.org/', '{hold.placed}', 'x', $2, $2, 0, service_now() FROM generate_series(1, 20)`,
);

describe('beside 40,000 events of another library, of one patron', () => {
  beforeAll(async () => {
    await happened([5], ELSEWHERE);
    await database.run(FILL, [WEBSITE_ID, 20_000]);
    const { patrons } = await readStreams(database);
    await database.run(ADD_WEBHOOK, [WEBSITE_ID, patrons.last + 1_000_000]);
    await database.run(statement('', 'ANALYZE event'));
  });

  /** Pages of the database that a statement reads. */
  async function pagesRead(name: string, values: readonly unknown[]): Promise<number> {
    const { text = '' } = definedStatements.find((each) => each.name === name) ?? {};
    const explained = statement<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      '',
      `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
    );
    const [row] = await database.run(explained, values);
    const { Plan: plan } = row!['QUERY PLAN'][0];
    return plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!;
  }

  test.each([
    ['a small library’s page of the feed', 'events-find-of-libraries', ['patrons', 0, 100, [ELSEWHERE]], 60],
    ['the latest event of a patron', 'changes-latest-events', [[WEBSITE_ID], [7]], 30],
    ['which of 20 webhooks are due', 'webhook-deliveries-find-due', [[], 500], 400],
  ])('%s is found by a few steps', async (_, name, values, most) => {
    expect(await pagesRead(name, values)).toBeLessThan(most);
  });

  test('a moment is found by halving', async () => {
    const { patrons, titles } = await readStreams(database);
    const place = await placeBefore(database, new Date(Date.now() + 1_000 * HOUR * 1_000));
    expect(place).toMatchObject({ patrons: patrons.last, titles: titles.last });
    expect(await placeBefore(database, new Date(0))).toMatchObject({ patrons: 0, titles: 0 });
  });
});

import type { CloudEvent } from '../../../src/events/cloud-event.representation.js';
import { statement } from '../../../src/platform/database/statement.js';
import { writePatronEvent } from '../../../src/events/outbox.store.js';
import { publishEvents } from '../../../src/events/publisher.store.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../support/clock.js';
import { patron as patronRecord, WEBSITE_ID } from '../../support/records.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';
import { EventReader, named, waitUntilPublished } from '../../support/events/event-reader.js';

let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  library = await TestLibrary.alone({ pickupHours: 72 }, { ROLE: 'all', OPERATOR_TOKEN });
  operator = new OperatorClient(library.service.url);
});
afterAll(() => library.close());

const WAKE = statement('test-wake', `SELECT graphile_worker.add_job('clock-moved')`);

const published = (): Promise<void> => waitUntilPublished(library.service);

/** Behind all that has happened. */
async function reader(query: Readonly<Record<string, string | number>> = {}): Promise<EventReader> {
  await published();
  const made = new EventReader(operator, query);
  await made.next({ iterator: 'now' });
  return made;
}

async function newEvents(from: EventReader): Promise<string[]> {
  await published();
  return named(await from.rest());
}

const of = ({ patronId }: TestPatron): string => `patrons/${patronId}`;
const changed = ({ reserveId }: TestTitle): string => `title.changed titles/${reserveId}`;

describe('what happens to a patron is told', () => {
  test('from the placement of a hold to the return of the loan', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const feed = await reader();
    await mustSucceed(patron.place(title));
    expect(new Set(await newEvents(feed))).toEqual(
      new Set([`hold.placed ${of(patron)}`, `hold.ready ${of(patron)}`, changed(title)]),
    );
    await mustSucceed(patron.borrow(title));
    await published();
    expect(named(await feed.rest()).filter((event) => !event.startsWith('title.'))).toEqual([
      `hold.ended ${of(patron)} borrowed`,
      `loan.begun ${of(patron)}`,
    ]);
    await mustSucceed(patron.returnTitle(title));
    expect(await newEvents(feed)).toEqual([`loan.ended ${of(patron)}`, changed(title)]);
  });

  test('a suspension, its end, a missed pickup, and the end of a loan by time', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(0)];
    const feed = await reader({ types: 'hold.suspended,hold.resumed,hold.missed,hold.ended,loan.ended' });
    await mustSucceed(patron.place(title));
    await mustSucceed(patron.suspend(title));
    await mustSucceed(patron.release(title));
    await library.setCopiesOwned(title, 1);
    await advanceClock(library.service, 4 * DAY);
    await mustSucceed(patron.find(title));
    await mustSucceed(patron.remove(title));
    await mustSucceed(patron.borrow(title));
    await advanceClock(library.service, 40 * DAY);
    const other = await library.addPatron();
    await mustSucceed(other.place(title));
    expect(await newEvents(feed)).toEqual([
      ...['suspended', 'resumed', 'missed', 'suspended'].map((type) => `hold.${type} ${of(patron)}`),
      `hold.ended ${of(patron)} removed-by-patron`,
      `loan.ended ${of(patron)}`,
    ]);
  });

  test('that two cards became one, and that a patron was forgotten, of whom nothing else is left', async () => {
    const [from, into] = await library.addPatrons(2);
    const title = await library.addTitle(0);
    await mustSucceed(from.place(title));
    const feed = await reader({ types: 'patron.merged,patron.forgotten' });
    await mustSucceed(operator.merge(from, into.patronId));
    await published();
    const merged = await feed.rest();
    expect(named(merged)).toEqual([`patron.merged ${of(into)}`, `patron.forgotten ${of(from)}`]);
    expect(merged[0]?.data).toEqual({
      websiteId: WEBSITE_ID,
      patronId: into.patronId,
      mergedPatronId: from.patronId,
    });
    await mustSucceed(operator.forget(into));
    await published();
    const subjects = [of(from), of(into)];
    const left = (await new EventReader(operator).rest()).filter(({ subject }) => subjects.includes(subject));
    expect(named(left).sort()).toEqual(subjects.map((subject) => `patron.forgotten ${subject}`).sort());
  });
});

test('of a title: that its copies changed, once a second, and that it was withdrawn', async () => {
  const [title, patrons] = [await library.addTitle(0), await library.addPatrons(6)];
  const feed = await reader({ types: 'title.changed,title.withdrawn' });
  await Promise.all(patrons.map((patron) => mustSucceed(patron.place(title))));
  const { reserveId } = title;
  const events = await newEvents(feed);
  expect(new Set(events)).toEqual(new Set([changed(title)]));
  expect(events.length).toBeLessThan(6);
  await library.import({ record: 'withdrawal', websiteId: WEBSITE_ID, reserveId, reason: 'lost' });
  expect(await newEvents(feed)).toContain(`title.withdrawn titles/${reserveId}`);
});

test('that records were imported, with the number of the report', async () => {
  const feed = await reader();
  const started = await operator.startImport(WEBSITE_ID, `${JSON.stringify(patronRecord(900))}\n`);
  const { importId } = started.body as { importId: string };
  await eventually(async () => {
    const imported = (await feed.rest()).find(({ type }) => type === 'records.imported');
    expect(imported).toMatchObject({ subject: `libraries/${WEBSITE_ID}`, data: { importId } });
  });
});

describe('an event', () => {
  test('has the attributes of CloudEvents, and names a patron or a title, and never both', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const feed = await reader();
    await mustSucceed(patron.place(title));
    await mustSucceed(patron.remove(title));
    await published();
    const events = await feed.rest();
    expect(events.length).toBeGreaterThan(3);
    for (const event of events) {
      expect(event).toMatchObject({
        specversion: '1.0',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
        source: `/operator/v1/libraries/${WEBSITE_ID}`,
        datacontenttype: 'application/json',
      });
      const text = JSON.stringify(event);
      expect(text.includes(title.reserveId)).toBe(event.data.patronId === undefined);
      expect(text).not.toContain('@');
      const time = Date.parse(event.time);
      expect(time % (event.data.patronId === undefined ? 60_000 : HOUR * 1000)).toBe(0);
    }
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  test('is read again as it was, in pages of any size', async () => {
    const feed = await reader();
    const { iterator } = feed;
    const title = await library.addTitle(2);
    await library.fillQueue(title, 5);
    await published();
    const all = await feed.rest();
    feed.iterator = iterator;
    const inPages = await feed.rest(1);
    expect(all.length).toBeGreaterThan(7);
    expect(inPages).toEqual(all);
  });

  test('comes in the order of the commits, and none is passed, however long a transaction is open', async () => {
    const { database } = library.service;
    const [first, second] = [1001, 1002].map((patronId) => ({ websiteId: WEBSITE_ID, patronId }));
    const feed = await reader({ types: 'hold.ready' });
    const later = Promise.withResolvers<void>();
    const written = Promise.withResolvers<void>();
    const open = database.transaction(async (connection) => {
      await writePatronEvent(connection, 'hold.ready', first!);
      written.resolve();
      await later.promise;
    });
    await written.promise;
    await writePatronEvent(database, 'hold.ready', second!);
    await eventually(async () => {
      expect(named((await feed.next()).data)).toEqual(['hold.ready patrons/1002']);
    });
    later.resolve();
    await open;
    expect(await newEvents(feed)).toEqual(['hold.ready patrons/1001']);
    // Nothing is told of a change that failed.
    const failing = database.transaction(async (connection) => {
      await writePatronEvent(connection, 'hold.ready', first!);
      throw new Error('No.');
    });
    await expect(failing).rejects.toThrow('No.');
    expect(await newEvents(feed)).toEqual([]);
  });
});

describe('when an hour is over, the order of patrons in it', () => {
  const MOMENTS = statement<{ shuffledTo: number; last: number }>(
    'test-shuffled',
    `SELECT shuffled_to::int AS "shuffledTo", last_position::int AS last FROM event_stream WHERE stream = 'patrons'`,
  );
  const moments = async (): Promise<{ shuffledTo: number; last: number }> =>
    (await library.service.database.run(MOMENTS))[0]!;

  test('is another, that of each patron’s events is the same, and no reader misses any', async () => {
    const { database } = library.service;
    const patronIds = Array.from({ length: 40 }, (_, index) => 2001 + index);
    const half = new EventReader(operator, { types: 'hold.placed,hold.ended' });
    await half.next({ iterator: 'now' });
    for (const type of ['hold.placed', 'hold.ended'] as const) {
      for (const patronId of patronIds)
        await writePatronEvent(database, type, { websiteId: WEBSITE_ID, patronId });
      await published();
    }
    const ours = async (): Promise<CloudEvent[]> =>
      (await new EventReader(operator, { types: 'hold.placed,hold.ended' }).rest()).filter(({ data }) =>
        patronIds.includes(data.patronId ?? 0),
      );
    const before = await ours();
    const firstHalf = (await half.next({ limit: 45 })).data;
    const { last } = await moments();
    await advanceClock(library.service, HOUR);
    await library.service.database.run(WAKE);
    // What has become due meanwhile is told after these, in the hour that goes on.
    await eventually(async () => expect((await moments()).shuffledTo).toBeGreaterThanOrEqual(last));
    const after = await ours();
    const ids = (events: readonly CloudEvent[]): string[] => events.map(({ id }) => id);
    expect(ids(after)).not.toEqual(ids(before));
    expect(ids(after).sort()).toEqual(ids(before).sort());
    for (const patronId of patronIds)
      expect(after.filter(({ data }) => data.patronId === patronId).map(({ type }) => type)).toEqual([
        'hold.placed',
        'hold.ended',
      ]);
    const secondHalf = await half.rest();
    const both = new Set([...firstHalf, ...secondHalf].map(({ id }) => id));
    expect(ids(after).filter((id) => !both.has(id))).toEqual([]);
  });

  test('is another also where much has happened in it', async () => {
    const { database } = library.service;
    const event = { websiteId: WEBSITE_ID, type: 'hold.placed', reserveId: null, detail: {} };
    const events = Array.from({ length: 10_000 }, (_, index) => ({ ...event, patronId: 10_001 + index }));
    await database.transaction((connection) => publishEvents(connection, 'patrons', events));
    const { last } = await moments();
    await advanceClock(library.service, HOUR);
    await library.service.database.run(WAKE);
    await eventually(async () => expect((await moments()).shuffledTo).toBeGreaterThanOrEqual(last));
  });
});

describe('an iterator', () => {
  test('that is too old is refused, and the answer says where to begin', async () => {
    const feed = await reader();
    await mustSucceed((await library.addPatron()).place(await library.addTitle(0)));
    await published();
    await advanceClock(library.service, 31 * DAY);
    await library.service.database.run(WAKE);
    await eventually(async () => {
      const refused = await feed.page();
      expectRefusal(refused, 'IteratorExpired');
      expect(JSON.stringify(refused.body)).toContain('begin without iterator');
    });
  });

  test.each([
    ['iterator', 'nonsense', 'iterator must be the iterator of an earlier answer, or now'],
    ['iterator', Buffer.from('99999 0 0').toString('base64url'), 'iterator must be one that this service'],
    ['types', 'hold.placed,hold.lost', 'types must be one or more of hold.placed'],
    ['limit', '0', 'limit must be a whole number from 1 to 1000'],
    ['wait', '31', 'wait must be a whole number from 0 to 30'],
    ['websiteId', 'x', 'websiteId must be a whole number'],
  ])('or another field that is wrong is named: %s=%s', async (name, value, message) => {
    const refused = await new EventReader(operator).page({ [name]: value });
    expectRefusal(refused, 'InvalidFieldValue');
    expect((refused.body as { message: string }).message).toContain(message);
  });
});

describe('who waits', () => {
  test('gets the next event when it comes, and needs no connection to the database meanwhile', async () => {
    const feed = await reader({ types: 'hold.ready' });
    // More than the pool has.
    const waiting = Array.from({ length: 30 }, () => feed.page({ wait: 30 }));
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    await mustSucceed(patron.place(title));
    for (const answer of await Promise.all(waiting))
      expect(named((answer.body as { data: [] }).data)).toEqual([`hold.ready ${of(patron)}`]);
  });

  test('gets an empty page when the time is over', async () => {
    const feed = await reader({ types: 'hold.ready' });
    expect(await feed.next({ wait: 1 })).toMatchObject({ data: [], done: true });
  });
});

test('staff see the events of their libraries only', async () => {
  const { iterator } = await reader();
  const other = WEBSITE_ID + 1;
  await writePatronEvent(library.service.database, 'hold.ready', { websiteId: other, patronId: 5 });
  await writePatronEvent(library.service.database, 'hold.ready', { websiteId: WEBSITE_ID, patronId: 6 });
  await published();
  const behind = (query: Readonly<Record<string, number>>): EventReader => {
    const made = new EventReader(operator, query);
    made.iterator = iterator;
    return made;
  };
  const subjects = async (query: Readonly<Record<string, number>>): Promise<string[]> =>
    (await behind(query).rest()).filter(({ type }) => type === 'hold.ready').map(({ subject }) => subject);
  // Those of different libraries have no order.
  expect((await subjects({})).sort()).toEqual(['patrons/5', 'patrons/6']);
  expect(await subjects({ websiteId: WEBSITE_ID })).toEqual(['patrons/6']);
});

import { writePatronEvent, writePatronForgotten } from '../../../src/events/outbox.store.js';
import { EventPublisher } from '../../../src/events/publisher.service.js';
import { countObservations } from '../../../src/waits/observations.store.js';
import type { Database } from '../../../src/platform/database/database.js';
import { DatabaseUnavailable } from '../../../src/platform/database/failures.js';
import { LibraryGroups } from '../../../src/platform/database/library-groups.js';
import { type Statement, statement } from '../../../src/platform/database/statement.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { named, EventReader } from '../../support/events/event-reader.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { mustSucceed } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { publisherOf } from '../../support/runs/wait-curves.js';
import { WEBSITE_ID } from '../../support/records.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { TestLibrary } from '../../support/test-library.js';

/** Without a worker: the test publishes. */
let library: TestLibrary;
let feed: EventReader;
let publisher: EventPublisher;
beforeAll(async () => {
  library = await TestLibrary.alone({}, { OPERATOR_TOKEN });
  publisher = publisherOf(library.service.database);
});
afterAll(() => library.close());
beforeEach(async () => {
  await publisher.publish();
  feed = new EventReader(new OperatorClient(library.service.url));
  await feed.next({ iterator: 'now' });
});

async function published(): Promise<string[]> {
  await publisher.publish();
  return named(await feed.rest());
}

const SOME = statement(
  'test-publication-write',
  `INSERT INTO patron_event_outbox (website_id, type, subject, detail)
   SELECT $1, 'hold.ready', subject, detail FROM unnest($2::text[], $3::jsonb[]) AS given (subject, detail)`,
);
const write = (websiteId: number, subjects: readonly (string | number)[], details: readonly object[] = []) =>
  library.service.database.run(SOME, [
    websiteId,
    subjects.map(String),
    subjects.map((_, index) => JSON.stringify(details[index] ?? {})),
  ]);

/** As the former release writes. */
const FORMER = statement(
  'test-publication-write-former',
  `INSERT INTO event_outbox (website_id, type, subject) VALUES ($1, 'hold.ended', '12')`,
);

const FORGET_NOBODY = statement(
  'test-publication-forget-nobody',
  `INSERT INTO patron_event_outbox (website_id, type, subject) VALUES ($1, 'patron.forgotten', 'no number')`,
);

const FAILURES = statement<{ subject: string; failure: string | null }>(
  'test-publication-failures',
  'SELECT subject, failure FROM patron_event_outbox ORDER BY number',
);
const left = (): Promise<object[]> => library.service.database.run(FAILURES);

const OBSERVED = { formatClass: 'eBook', hasOnlyWaited: true, waited: 60, toldLikely: null };
const ready = (...patronIds: number[]): string[] => patronIds.map((id) => `hold.ready patrons/${id}`);

describe('an event that cannot be published', () => {
  it('is put aside with the reason, and stops no other: of a library that is gone, only what was observed', async () => {
    const elsewhere = WEBSITE_ID + 7;
    await write(elsewhere, [1], [{ observed: OBSERVED }]);
    await write(WEBSITE_ID, [2, 'nobody', 3], []);
    await write(WEBSITE_ID, [4], [{ observed: { ...OBSERVED, waited: 1e30 } }]);
    await write(WEBSITE_ID, [5, 6], [{}, { observed: null }]);
    await library.service.database.run(FORGET_NOBODY, [WEBSITE_ID]);
    await write(WEBSITE_ID, [8]);
    expect(await published()).toEqual(ready(1, 2, 3, 5, 8));
    expect(await left()).toEqual([
      { subject: 'nobody', failure: 'event_in_stream' },
      { subject: '4', failure: 'SQLSTATE 22003' },
      { subject: '6', failure: expect.stringContaining('null') as unknown },
      { subject: 'no number', failure: 'SQLSTATE 22P02' },
    ]);
  });
});

const at = { websiteId: WEBSITE_ID };

it('is tried again by the next worker, which may know better', async () => {
  const { database } = library.service;
  await database.run(
    statement(
      'test-publication-mend',
      `UPDATE patron_event_outbox SET type = 'hold.ready', subject = '6', detail = '{}'`,
    ),
  );
  publisher = publisherOf(database);
  expect(await published()).toEqual(ready(6, 6, 6, 6));
  expect(await left()).toEqual([]);
});

it('what one patron does comes in its order, also when the clock of the database is set back, and each time', async () => {
  await write(WEBSITE_ID, [11, 11, 11]);
  await library.service.database.run(
    statement(
      'test-publication-clock',
      `UPDATE patron_event_outbox SET type = 'hold.missed', written_at = 'infinity'`,
    ),
  );
  await writePatronEvent(library.service.database, 'hold.ended', { ...at, patronId: 11 });
  const missed = 'hold.missed patrons/11';
  expect(await published()).toEqual([missed, missed, missed, 'hold.ended patrons/11']);
});

it('a number that comes again has the events that came with it, and none from before', async () => {
  const patron = { ...at, patronId: 12 };
  await write(WEBSITE_ID, [12, 13]);
  await published();
  await write(WEBSITE_ID, [12, 14]);
  await library.service.database.run(FORMER, [WEBSITE_ID]);
  await library.service.database.transaction((connection) => writePatronForgotten(connection, patron));
  await write(WEBSITE_ID, [12]);
  const after = [...ready(14), 'patron.forgotten patrons/12', ...ready(12)];
  expect(await published()).toEqual(after);
  const all = named(await new EventReader(feed.operator).rest());
  expect(all.slice(-4)).toEqual([...ready(13), ...after]);
});

it('all is kept of when an event was written is the full minute, and no number that patrons and titles have in common', async () => {
  await mustSucceed((await library.addPatron()).place(await library.addTitle(0)));
  const rows = await library.service.database.run(OUTBOXES);
  expect(new Set(rows.map(({ outbox }) => outbox))).toEqual(new Set(['patrons', 'titles']));
  for (const { seconds } of rows) expect(seconds % 60).toBe(0);
});

const OUTBOXES = statement<{ outbox: string; seconds: number }>(
  'test-publication-outboxes',
  `SELECT 'patrons' AS outbox, extract(epoch FROM written_at)::float8 AS seconds FROM patron_event_outbox
   UNION ALL SELECT 'titles', extract(epoch FROM written_at)::float8 FROM title_event_outbox`,
);

describe('with libraries on several nodes', () => {
  afterEach(() => jest.restoreAllMocks());

  it('titles of each are told in one round', async () => {
    const nodes = [1, 2, 3].map((node) => WEBSITE_ID + 10 * node);
    jest.spyOn(LibraryGroups.prototype, 'list').mockResolvedValue(nodes.map((websiteId) => [websiteId]));
    await library.service.database.run(TITLES_ON, [nodes]);
    await published();
    expect(await library.service.database.run(TITLES_LEFT, [nodes])).toEqual([]);
  });

  it('those without patrons, which no group has, are told as well', async () => {
    jest.spyOn(LibraryGroups.prototype, 'list').mockResolvedValue([[WEBSITE_ID + 10]]);
    await write(WEBSITE_ID, [20]);
    expect(await published()).toEqual(ready(20));
  });

  it('one that is down, and what else fails of a round, holds up no other', async () => {
    const { database } = library.service;
    const down = [WEBSITE_ID + 10];
    jest.spyOn(LibraryGroups.prototype, 'list').mockResolvedValue([down, [WEBSITE_ID]]);
    const failing = /^event-outbox-(?:take-up|former)/;
    const run = (sent: Statement, values: readonly unknown[] = []) =>
      failing.test(sent.name) || values.includes(down)
        ? Promise.reject(new DatabaseUnavailable(sent.name))
        : database.run(sent, values);
    await write(WEBSITE_ID, [21]);
    const round = new EventPublisher(Object.create(database, { run: { value: run } }) as Database).publish();
    await expect(round).rejects.toMatchObject({ cause: 'event-outbox-take-up-patrons' });
    expect(named(await feed.rest())).toEqual(ready(21));
  });
});

const TITLES_ON = statement(
  'test-publication-titles',
  `WITH rested AS (UPDATE event_stream SET published_at = NULL)
   INSERT INTO title_event_outbox (website_id, type, subject, detail)
   SELECT website_id, 'title.changed', gen_random_uuid()::text, '{}' FROM unnest($1::int[]) AS website_id`,
);
const TITLES_LEFT = statement<{ websiteId: number }>(
  'test-publication-titles-left',
  `SELECT website_id AS "websiteId" FROM title_event_outbox WHERE website_id = ANY ($1::int[])`,
);

const LOANS = statement(
  'test-publication-loans',
  `SELECT website_id AS "websiteId", count FROM observation WHERE bucket = 2`,
);

it('of a library that is being removed, what was observed fails for no other', async () => {
  const { database } = library.service;
  const leaving = { websiteId: WEBSITE_ID - 1 };
  await database.prisma.library.create({ data: { ...leaving, name: 'Leaving' } });
  const observed = {
    measure: 'loan',
    formatClass: 'eBook',
    period: 1,
    bucket: 2,
    count: 1,
    amount: 0,
  } as const;
  const client = await database.pool.connect();
  await client.query('BEGIN');
  await client.query('DELETE FROM library WHERE website_id = $1', [leaving.websiteId]);
  const counted = countObservations(
    database,
    [leaving, at].map((of) => ({ ...of, ...observed })),
  );
  await eventually(async () => expect(await statementsWaitingForLocks(database)).toHaveLength(1));
  await client.query('COMMIT');
  client.release();
  await counted;
  expect(await database.run(LOANS)).toEqual([{ ...at, count: 1 }]);
});

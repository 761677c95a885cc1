import type { Notice } from '../../../src/notifications/notice-types/notice.js';
import { findNotices } from '../../../src/notifications/notice-types/notice-content.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { tellWatchers } from '../../../src/watches/watch-news.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY } from '../../support/clock.js';
import { ME } from '../../support/paths.js';
import { patron } from '../../support/records.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const TOLD = statement<{ patronId: number; reason: string; inOutbox: boolean }>(
  'test-told-watchers',
  `SELECT e.patron_id AS "patronId", e.reason, EXISTS (
     SELECT FROM notice_outbox o WHERE o.website_id = e.website_id AND o.reserve_id = e.reserve_id AND o.ticket = e.ticket
       AND o.expires_at = e.ended_at) AS "inOutbox"
   FROM ended_notice e WHERE e.website_id = $1 AND e.reserve_id = $2 AND e.reason LIKE 'watched-%' ORDER BY e.ended_at, e.patron_id`,
);

const TICKETS = statement<{ ticket: number }>(
  'test-tickets-of-watchers',
  'SELECT ticket FROM notice_outbox WHERE website_id = $1 AND reserve_id = $2',
);

/** As a worker does now and then. @returns what was told of the title so far */
async function told({ reserveId }: TestTitle): Promise<[number | null, string][]> {
  const { database } = library.service;
  await tellWatchers(database, [library.websiteId]);
  const rows = await database.run(TOLD, [library.websiteId, reserveId]);
  expect(rows.every(({ inOutbox }) => inOutbox)).toBe(true);
  return rows.map(({ patronId, reason }) => [patronId, reason]);
}

async function watchedBy(title: TestTitle, number: number): Promise<TestPatron[]> {
  const patrons = await library.addPatrons(number);
  for (const patron of patrons)
    await mustSucceed(
      patron.post(`${ME}/watches`, { reserveId: title.reserveId, emailAddress: patron.emailAddress }),
    );
  return patrons;
}

test('one watcher is told of a free copy, the next a day later, and nobody while somebody waits', async () => {
  const title = await library.addTitle(1);
  const borrower = await library.addPatron();
  await mustSucceed(borrower.borrow(title));
  const [one, two] = await watchedBy(title, 2);
  expect(await told(title)).toEqual([]);
  await mustSucceed(borrower.returnTitle(title));
  // However many workers look.
  await Promise.all(
    Array.from({ length: 40 }, () => tellWatchers(library.service.database, [library.websiteId])),
  );
  const first = [one!.patronId, 'watched-free'];
  expect(await told(title)).toEqual([first]);
  await advanceClock(library.service, DAY + 1_000);
  await mustSucceed(borrower.borrow(title));
  const [waiting] = await library.fillQueue(title, 1);
  expect(await told(title)).toEqual([first]);
  await mustSucceed(borrower.returnTitle(title));
  expect(await told(title)).toEqual([first]);
  await mustSucceed(waiting.remove(title));
  expect(await told(title)).toEqual([first, [two!.patronId, 'watched-free']]);
});

test('a free copy is told to nobody who has the title, a hold on it, or may not borrow', async () => {
  const title = await library.addTitle(3);
  const borrower = await library.addPatron();
  await mustSucceed(borrower.borrow(title));
  const [reader, ready, blocked, expired, free] = (await watchedBy(title, 5)) as [
    TestPatron,
    TestPatron,
    TestPatron,
    TestPatron,
    TestPatron,
  ];
  await mustSucceed(reader.borrow(title));
  await mustSucceed(ready.place(title));
  await mustSucceed(
    ready.post(`${ME}/watches`, { reserveId: title.reserveId, emailAddress: ready.emailAddress }),
  );
  await library.import(
    patron(blocked.patronId, { blocked: { reason: 'fines' } }),
    patron(expired.patronId, { expiresOn: '2020-01-01' }),
  );
  await mustSucceed(borrower.returnTitle(title));
  expect(await told(title)).toEqual([[free.patronId, 'watched-free']]);
});

test('of 40 watchers each free copy tells one a day, while 40 patrons borrow and return and 40 workers look', async () => {
  const title = await library.addTitle(2);
  const watchers = await watchedBy(title, 40);
  const borrowers = await library.addPatrons(40);
  await Promise.all([
    ...borrowers.map(async (borrower) => {
      if ((await borrower.borrow(title)).status === 201) await mustSucceed(borrower.returnTitle(title));
    }),
    ...borrowers.map(() => tellWatchers(library.service.database, [library.websiteId])),
  ]);
  const own = await told(title);
  expect(own.map(([, reason]) => reason)).toEqual(['watched-free', 'watched-free']);
  const patronIds = own.map(([patronId]) => patronId);
  expect(new Set(patronIds).size).toBe(2);
  expect(watchers.map(({ patronId }) => patronId)).toEqual(expect.arrayContaining(patronIds));
  await advanceClock(library.service, DAY + 1_000);
  expect(await told(title)).toHaveLength(4);
});

test('watchers are told that a title is bought, and that it is gone', async () => {
  const title = await library.addTitle(0);
  const [one] = await watchedBy(title, 1);
  expect(await told(title)).toEqual([]);
  await library.setCopiesOwned(title, 1);
  expect(await told(title)).toEqual([[one!.patronId, 'watched-bought']]);
  await library.setCopiesOwned(title, 0);
  expect(await told(title)).toEqual([
    [one!.patronId, 'watched-bought'],
    [one!.patronId, 'watched-gone'],
  ]);
});

test('a title that is removed is told as gone, and nothing of the watch is left', async () => {
  const title = await library.addTitle(1);
  const [one] = await watchedBy(title, 1);
  await library.import({ record: 'title', reserveId: title.reserveId, delete: true });
  expect(await told(title)).toEqual([[one!.patronId, 'watched-gone']]);
  expect(
    await library.service.database.prisma.watch.count({
      where: { websiteId: library.websiteId, reserveId: title.reserveId },
    }),
  ).toBe(0);
});

test('who watches the title no more is not told what waits to be sent; no ticket names a patron', async () => {
  const title = await library.addTitle(1);
  const [patron] = await watchedBy(title, 1);
  expect(await told(title)).toEqual([[patron!.patronId, 'watched-free']]);
  const tickets = await library.service.database.run(TICKETS, [library.websiteId, title.reserveId]);
  expect(tickets.map(({ ticket }) => ticket)).toEqual([1]);
  await mustSucceed(patron!.delete(`${ME}/watches/${title.reserveId}`));
  expect(await told(title)).toEqual([]);
});

test('who was told that a title is gone is not told again when its record goes', async () => {
  const title = await library.addTitle(1);
  const [one] = await watchedBy(title, 1);
  await library.setCopiesOwned(title, 0);
  const gone = [[one!.patronId, 'watched-gone']];
  expect(await told(title)).toEqual(gone);
  await library.import({ record: 'title', reserveId: title.reserveId, delete: true });
  expect(await told(title)).toEqual(gone);
});

test('what is no longer true when the daily mail is sent is not told', async () => {
  const title = await library.addTitle(1);
  const [one] = await watchedBy(title, 1);
  expect(await told(title)).toEqual([[one!.patronId, 'watched-free']]);
  const [notice] = await library.service.database.run(
    statement<Notice>(
      '',
      `SELECT website_id AS "websiteId", reserve_id AS "reserveId", ticket, occasion, to_jsonb(expires_at) #>> '{}' AS "expiresAt"
       FROM notice_outbox WHERE website_id = $1 AND reserve_id = $2`,
    ),
    [library.websiteId, title.reserveId],
  );
  const toSend = async (): Promise<number> => (await findNotices(library.service.database, [notice!])).length;
  expect(await toSend()).toBe(1);
  const borrower = await library.addPatron();
  await mustSucceed(borrower.borrow(title));
  expect(await toSend()).toBe(0);
  await mustSucceed(borrower.returnTitle(title));
  expect(await toSend()).toBe(1);
});

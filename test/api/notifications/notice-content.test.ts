import { composeNotices } from '../../../src/notifications/composing/notice.mail.js';
import {
  findNotices,
  type NoticeContent,
} from '../../../src/notifications/notice-types/notice-content.store.js';
import type { Notice } from '../../../src/notifications/notice-types/notice.js';
import { writeEndedNotices } from '../../../src/notifications/sending/notice-outbox.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClockToNoon, serviceTime } from '../../support/clock.js';
import { TestLibrary } from '../../support/test-library.js';

/** What the database says for a notice. */

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open({ name: 'Harbour Library' });
});

async function contentOf(notice: Notice): Promise<NoticeContent | undefined> {
  return (await findNotices(library.service.database, [notice]))[0]?.content;
}

const READY = statement<{ ticket: number; expiresAt: Date }>(
  'test-ready-hold',
  'SELECT ticket, expires_at AS "expiresAt" FROM hold WHERE website_id = $1 AND reserve_id = $2',
);
const ENDED_AT = new Date('2026-11-22T13:30:00Z');

/** @param meanwhile what happens before the notice is sent */
async function contentOfEnded(
  reserveId: string,
  meanwhile: () => Promise<unknown> = () => Promise.resolve(),
): Promise<NoticeContent | undefined> {
  const { database } = library.service;
  const ended = {
    websiteId: library.websiteId,
    reserveId,
    ticket: 7,
    patronId: 7,
    emailAddress: 'a@example.org',
  };
  await database.transaction((connection) =>
    writeEndedNotices(connection, [
      { ...ended, language: null, reason: 'removed-by-staff', endedAt: ENDED_AT },
    ]),
  );
  await meanwhile();
  const { websiteId, ticket } = ended;
  const notice = {
    occasion: 'ended' as const,
    websiteId,
    reserveId,
    ticket,
    expiresAt: ENDED_AT.toISOString(),
  };
  return contentOf(notice);
}

test('what a title is comes from its formats, also when the hold has ended', async () => {
  const magazine = await library.addTitle(0, { formats: ['magazine-overdrive'] });
  expect((await contentOfEnded(magazine.reserveId))?.kinds).toEqual(['magazine']);
  const audiobook = await library.addTitle(0, { formatClass: 'Audiobook', formats: [] });
  expect((await contentOfEnded(audiobook.reserveId))?.kinds).toEqual(['audiobook']);
});

test('the cover and the authors are those of the title’s record', async () => {
  const link = (size: number): object => ({ href: `https://covers.example/${size}.jpg`, type: 'image/jpeg' });
  const { reserveId } = await library.addTitle(0, {
    creators: [
      { role: 'Author', name: 'Terry Pratchett' },
      { role: 'Author', name: 'Neil Gaiman' },
    ],
    images: { cover: link(1), cover150Wide: link(150) },
  });
  expect(await contentOfEnded(reserveId)).toMatchObject({
    creators: ['Terry Pratchett', 'Neil Gaiman'],
    cover: 'https://covers.example/150.jpg',
  });
});

test('what a title is is not told once its record is gone', async () => {
  const { reserveId } = await library.addTitle({});
  const gone = statement('test-remove-title', 'DELETE FROM title WHERE reserve_id = $1 RETURNING 1 AS one');
  const content = await contentOfEnded(reserveId, async () => {
    expect(await library.service.database.run(gone, [reserveId])).toHaveLength(1);
  });
  expect(content).toMatchObject({ kinds: [], creators: [], cover: null });
});

const STORE = statement(
  'test-store-wait',
  `UPDATE title_queue SET waits_made_at = service_now(), wait_categories = '{adult}', wait_gaps = '{0}',
     wait_keys = ARRAY[2 * 2::bigint ^ 32 - 1],
     wait_ends = ARRAY[(extract(epoch FROM service_now()) / 60)::int + $2::int * 1440],
     wait_likely = (SELECT CASE WHEN $3::int IS NOT NULL THEN
       ARRAY[(extract(epoch FROM service_now()) / 60)::int + $3::int * 1440] END)
   WHERE reserve_id = $1 AND website_id = $4`,
);
const MOMENT = statement<{ moment: Date }>(
  'test-suspended-since',
  'SELECT suspended_since AS moment FROM hold WHERE reserve_id = $1',
);

test('the wait that is stored with the queue is told as what is likely, as the worst case, or not at all', async () => {
  // Days are counted from noon: none may begin meanwhile.
  await advanceClockToNoon(library.service);
  const { reserveId } = (await library.suspended()).title;
  const { database } = library.service;
  const now = await serviceTime(library.service);
  const day = (days: number): string => {
    const time = new Date(now.getTime() + days * 86_400_000);
    const year = time.getUTCFullYear() === now.getUTCFullYear() ? undefined : ('numeric' as const);
    return time.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
  };
  const mailText = async (): Promise<string> => {
    const [row] = await database.run(MOMENT, [reserveId]);
    const notice = {
      ...{ websiteId: library.websiteId, reserveId, ticket: 1 },
      ...{ occasion: 'pickup-missed' as const, expiresAt: row!.moment.toISOString() },
    };
    const content = (await contentOf(notice))!;
    const sender = { address: 'library@example.org', name: null, replyTo: null, bouncesTo: null };
    return composeNotices([{ notice, content }], content.library, sender).text;
  };
  expect(await mailText()).not.toContain('today');
  await database.run(STORE, [reserveId, 40, 20, library.websiteId]);
  expect(await mailText()).toContain(
    `likely by ${day(20)}; at the latest, nine times in ten, by ${day(40)}.`,
  );
  await database.run(STORE, [reserveId, 30, null, library.websiteId]);
  expect(await mailText()).toContain(`expected by ${day(30)}, often sooner.`);
});

test.each([
  ['21000000001234', '1234'],
  ['1234567', null],
])('of the card %s it says the end, also when the hold has ended: %s', async (cardNumber, cardEnding) => {
  const { database } = library.service;
  const title = await library.addTitle(1);
  const patron = await library.addPatron({ cardNumber });
  await mustSucceed(patron.place(title));
  const { websiteId } = library;
  const [hold] = await database.run(READY, [websiteId, title.reserveId]);
  const key = { websiteId, reserveId: title.reserveId, ticket: hold!.ticket };
  const ready = { ...key, occasion: 'ready' as const, expiresAt: hold!.expiresAt.toISOString() };
  expect((await contentOf(ready))?.cardEnding).toBe(cardEnding);
  const ended = { ...key, patronId: patron.patronId, emailAddress: 'a@example.org', language: null };
  await database.transaction((connection) =>
    writeEndedNotices(connection, [{ ...ended, reason: 'removed-by-staff', endedAt: ENDED_AT }]),
  );
  const notice = { ...key, occasion: 'ended' as const, expiresAt: ENDED_AT.toISOString() };
  expect((await contentOf(notice))?.cardEnding).toBe(cardEnding);
});

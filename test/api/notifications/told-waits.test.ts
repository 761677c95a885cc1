import { LANGUAGES } from '../../../src/domain/languages.js';
import { composeNotice, wordsOf, writeOut } from '../../../src/notifications/composing/notice.mail.js';
import {
  findNotice,
  type NoticeLibrary,
  type ToldWait,
} from '../../../src/notifications/occasions/notice-content.store.js';
import { type Occasion, OCCASIONS } from '../../../src/notifications/occasions/occasions.js';
import { statement } from '../../../src/platform/database/statement.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

/** What notices about a hold that waits say of its wait. */

const LIBRARY: NoticeLibrary = {
  ...{ libraryName: 'Harbour Library', senderAddress: null, senderName: null, replyTo: null, homepage: null },
  ...{ logo: null, color: null, timeZone: null, languages: [...LANGUAGES], titleUrl: null },
};
const TIME = new Date('2026-11-22T12:00:00Z');
const WAIT = {
  now: TIME,
  likelyBy: new Date('2026-12-12T09:00:00Z'),
  latestBy: new Date('2027-01-03T09:00:00Z'),
};

function textOf(
  occasion: Occasion,
  wait: ToldWait | null,
  language = 'en',
  timeZone: string | null = null,
): string {
  const facts = { reserveId: 'x', title: 'T', kinds: [], expiresAt: TIME, reason: null, wait, language };
  return writeOut(wordsOf(occasion, facts, { ...LIBRARY, timeZone }), LIBRARY).text;
}

test.each([
  [
    'en',
    'If you release it today, you will get a copy: likely by 12 December, at the latest by 3 January 2027.',
  ],
  ['en-US', 'likely by December 12, at the latest by January 3, 2027.'],
  ['es', 'probablemente antes del 12 de diciembre, a más tardar el 3 de enero de 2027.'],
  ['fr', 'attribué\u00a0: probablement d’ici le 12 décembre, au plus tard le 3 janvier 2027.'],
  [
    'de',
    'bekommen Sie ein Exemplar: wahrscheinlich bis zum 12. Dezember, spätestens bis zum 3. Januar 2027.',
  ],
  ['ar', 'على الأرجح بحلول'],
])('in %s, a notice names the likely day and the latest one', (language, expected) => {
  for (const occasion of ['pickup-missed', 'suspension-ends'] as const)
    expect(textOf(occasion, WAIT, language)).toContain(expected);
});

test.each([
  ['en', 'If you release it today, a copy is expected by 12 December, often sooner.'],
  ['es', 'está previsto un ejemplar para el 12 de diciembre, a menudo antes.'],
  ['fr', 'un exemplaire est attendu d’ici le 12 décembre, souvent plus tôt.'],
  ['de', 'wird ein Exemplar bis zum 12. Dezember erwartet, oft früher.'],
  ['ar', 'وغالبًا قبل ذلك.'],
])('in %s, the worst case is one day', (language, expected) => {
  const worst = { ...WAIT, latestBy: WAIT.likelyBy };
  expect(textOf('pickup-missed', worst, language)).toContain(expected);
  // So is what is likely, on the same day.
  const sameDay = { ...WAIT, latestBy: new Date('2026-12-12T20:00:00Z') };
  expect(textOf('pickup-missed', sameDay, language)).toContain(expected);
});

test('days are those of the library', () => {
  const evening = { ...WAIT, likelyBy: new Date('2026-12-12T20:00:00Z') };
  expect(textOf('suspension-ends', evening, 'en', 'Asia/Tokyo')).toContain('likely by 13 December,');
  const midnight = {
    now: new Date('2026-12-31T20:00:00Z'),
    likelyBy: TIME,
    latestBy: new Date('2027-01-03T09:00:00Z'),
  };
  expect(textOf('suspension-ends', midnight, 'en', 'Asia/Tokyo')).toContain('at the latest by 3 January.');
});

test('no other notice tells a wait, nor one for which none is known', () => {
  for (const occasion of OCCASIONS.filter((each) => each !== 'pickup-missed' && each !== 'suspension-ends'))
    expect(textOf(occasion, WAIT)).toBe(textOf(occasion, null));
  expect(textOf('pickup-missed', null)).not.toContain('today');
  expect(textOf('suspension-ends', null)).not.toContain('today');
});

describe('what is stored with the queue', () => {
  let library: TestLibrary;
  let held: PatronAndTitle;
  beforeAll(async () => {
    library = await TestLibrary.open({ name: 'Harbour Library' });
  });
  beforeEach(async () => {
    held = await library.suspended();
  });
  afterAll(() => library.close());

  interface StoredWait {
    readonly latest: number;
    readonly likely: number | null;
  }

  const STORE = statement<StoredWait>(
    'test-store-wait',
    `UPDATE title_queue SET waits_made_at = service_now(), wait_categories = '{adult}', wait_gaps = '{0}',
       wait_keys = ARRAY[2 * 2::bigint ^ 32 - 1],
       wait_ends = ARRAY[(extract(epoch FROM service_now()) / 60)::int + $2::int * 1440],
       wait_likely = CASE WHEN $3::int IS NOT NULL THEN
         ARRAY[(extract(epoch FROM service_now()) / 60)::int + $3::int * 1440] END
     WHERE reserve_id = $1 RETURNING wait_ends[1] AS latest, wait_likely[1] AS likely`,
  );

  /** As a worker does it, of adults, in so many days. @returns the days as a notice tells them */
  async function storeWait(
    latestDays: number,
    likelyDays: number | null,
  ): Promise<{ latest: string; likely: string }> {
    const values = [held.title.reserveId, latestDays, likelyDays];
    const [stored] = await library.service.database.run(STORE, values);
    return { latest: dayOf(stored!.latest), likely: dayOf(stored!.likely ?? 0) };
  }

  function dayOf(minute: number): string {
    const [time, now] = [new Date(minute * 60_000), new Date()];
    const year = time.getUTCFullYear() === now.getUTCFullYear() ? undefined : ('numeric' as const);
    return time.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year, timeZone: 'UTC' });
  }

  const MOMENT = statement<{ moment: Date | null }>(
    'test-suspended-since',
    'SELECT suspended_since AS moment FROM hold WHERE reserve_id = $1',
  );

  async function mailText(): Promise<string> {
    const { database } = library.service;
    const [row] = await database.run(MOMENT, [held.title.reserveId]);
    const notice = {
      ...{ websiteId: library.websiteId, reserveId: held.title.reserveId, ticket: 1 },
      ...{ occasion: 'pickup-missed' as const, expiresAt: row!.moment!.toISOString() },
    };
    const content = await findNotice(database, notice);
    const sender = { address: 'library@example.org', name: null, replyTo: null, bouncesTo: null };
    return composeNotice(notice, content!, sender).text;
  }

  test('is told as what is likely, or as the worst case, or not at all', async () => {
    expect(await mailText()).not.toContain('today');
    const { likely, latest } = await storeWait(40, 20);
    expect(await mailText()).toContain(`likely by ${likely}, at the latest by ${latest}.`);
    const { latest: expected } = await storeWait(30, null);
    expect(await mailText()).toContain(`expected by ${expected}, often sooner.`);
  });
});

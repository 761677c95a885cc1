import { type LanguageCode, LANGUAGES } from '../../../src/domain/languages.js';
import { KINDS, type Kind } from '../../../src/domain/titles/kind.js';
import { KIND_WORDS } from '../../../src/notifications/composing/kind-words.js';
import { wordsOf, writeOut } from '../../../src/notifications/composing/notice.mail.js';
import { findNotice, type NoticeLibrary } from '../../../src/notifications/occasions/notice-content.store.js';
import { OCCASIONS } from '../../../src/notifications/occasions/occasions.js';
import { writeEndedNotices } from '../../../src/notifications/sending/notice-outbox.store.js';
import { statement } from '../../../src/platform/database/statement.js';
import { catalog as arabic } from '../../../src/shelf/browser/words/ar.js';
import { catalog as german } from '../../../src/shelf/browser/words/de.js';
import { catalog as english } from '../../../src/shelf/browser/words/en.js';
import { catalog as spanish } from '../../../src/shelf/browser/words/es.js';
import { catalog as french } from '../../../src/shelf/browser/words/fr.js';
import { reserveIdOf, title as titleRecord } from '../../support/records.js';
import { TestLibrary } from '../../support/test-library.js';

/** Two holds on one name, an e-book and an audiobook, are told apart in every notice. */

const SHELF = { en: english, es: spanish, fr: french, de: german, ar: arabic };
const LIBRARY: NoticeLibrary = {
  ...{ libraryName: 'Harbour Library', senderAddress: null, senderName: null, replyTo: null, homepage: null },
  ...{ logo: null, color: null, timeZone: null, languages: [...LANGUAGES], titleUrl: null },
};

function noticeOf(
  occasion: (typeof OCCASIONS)[number],
  language: string,
  kinds: readonly Kind[],
): { subject: string; text: string; html: string } {
  const facts = { reserveId: 'x', title: 'Emma', expiresAt: new Date(), reason: null, wait: null };
  return writeOut(wordsOf(occasion, { ...facts, kinds, language }, LIBRARY), LIBRARY);
}

describe.each(LANGUAGES)('in %s', (language: LanguageCode) => {
  test.each(KINDS)('every notice says of a title that it is: %s', (kind) => {
    const said = ` (${KIND_WORDS[kind][language]})`;
    for (const occasion of OCCASIONS) {
      const { subject, text, html } = noticeOf(occasion, language, [kind]);
      expect(subject.endsWith(`Emma${said}`)).toBe(true);
      // Behind the quotation mark, or the mark that keeps the title's own direction.
      expect(text).toMatch(new RegExp(`Emma\\P{L}{1,3}${said.replaceAll(/[()]/g, '\\$&')}`, 'u'));
      expect(html.split(said)).toHaveLength(4);
    }
  });

  test('it is called as on the shelf', () => {
    for (const kind of KINDS)
      expect(KIND_WORDS[kind][language].toLowerCase()).toBe(SHELF[language].kinds[kind]?.toLowerCase());
  });
});

test('a title that is two things is called both, and one of which nothing is known neither', () => {
  expect(noticeOf('ready', 'en', ['ebook', 'audiobook']).subject).toBe(
    'Ready to borrow: Emma (e-book and audiobook)',
  );
  expect(noticeOf('ready', 'de', ['ebook', 'audiobook']).subject).toContain('Emma (E-Book und Hörbuch)');
  const { subject, text } = noticeOf('ready', 'en', []);
  expect(subject).toBe('Ready to borrow: Emma');
  expect(text).toContain('"Emma" is ready for you to borrow from Harbour Library.');
});

describe('what a title is', () => {
  let library: TestLibrary;
  beforeAll(async () => {
    library = await TestLibrary.open();
  });
  afterAll(() => library.close());

  const ENDED_AT = new Date('2026-11-22T13:30:00Z');

  /** @param meanwhile what happens before the notice is sent */
  async function kindsOfEnded(
    reserveId: string,
    meanwhile: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<readonly Kind[] | undefined> {
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
    return (await findNotice(database, notice))?.kinds;
  }

  test('comes from its formats, also when the hold has ended', async () => {
    const magazine = await library.addTitle(0, { formats: ['magazine-overdrive'] });
    expect(await kindsOfEnded(magazine.reserveId)).toEqual(['magazine']);
    const audiobook = await library.addTitle(0, { formatClass: 'Audiobook', formats: [] });
    expect(await kindsOfEnded(audiobook.reserveId)).toEqual(['audiobook']);
  });

  test('is not told once the record of the title is gone', async () => {
    await library.import(titleRecord(99));
    const gone = statement('test-remove-title', 'DELETE FROM title WHERE reserve_id = $1 RETURNING 1 AS one');
    const kinds = await kindsOfEnded(reserveIdOf(99), async () => {
      expect(await library.service.database.run(gone, [reserveIdOf(99)])).toHaveLength(1);
    });
    expect(kinds).toEqual([]);
  });
});

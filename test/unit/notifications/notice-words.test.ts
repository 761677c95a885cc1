import { type LanguageCode, LANGUAGES } from '../../../src/domain/languages.js';
import { KINDS, type Kind } from '../../../src/domain/titles/kind.js';
import { KIND_WORDS } from '../../../src/notifications/composing/kind-words.js';
import { wordsOf, writeOut } from '../../../src/notifications/composing/notice.mail.js';
import type { NoticeWords } from '../../../src/notifications/composing/notice-words.js';
import type { MailText } from '../../../src/notifications/sending/mail.js';
import type {
  NoticeLibrary,
  NoticeWait,
} from '../../../src/notifications/notice-types/notice-content.store.js';
import { type NoticeType, NOTICE_TYPES } from '../../../src/notifications/notice-types/notice-types.js';
import { catalog as arabic } from '../../../src/shelf/words/ar.js';
import { catalog as german } from '../../../src/shelf/words/de.js';
import { catalog as english } from '../../../src/shelf/words/en.js';
import { catalog as spanish } from '../../../src/shelf/words/es.js';
import { catalog as french } from '../../../src/shelf/words/fr.js';

const SHELF = { en: english, es: spanish, fr: french, de: german, ar: arabic };
const LIBRARY: NoticeLibrary = {
  ...{ libraryName: 'Harbour Library', senderAddress: null, senderName: null, replyTo: null, homepage: null },
  ...{ logo: null, color: null, timeZone: null, languages: [...LANGUAGES], titleUrl: null },
  ...{ daysWithoutCopies: null, namesCard: false },
};
const TIME = new Date('2026-11-22T12:00:00Z');

function noticeOf(
  noticeType: NoticeType,
  language: string,
  { kinds = [], wait = null }: { readonly kinds?: readonly Kind[]; readonly wait?: NoticeWait | null } = {},
  timeZone: string | null = null,
): { subject: string; text: string; html: string } {
  const about = { reserveId: 'x', title: 'Emma', creators: ['Jane Austen'], cover: null };
  const told = { ...about, expiresAt: TIME, reason: null, holdEnds: null, cardEnding: '1234' };
  const facts = { ...told, wait, kinds, language };
  return writeOut([wordsOf(noticeType, facts, { ...LIBRARY, timeZone })], LIBRARY);
}

test.each(LANGUAGES)('in %s, the end of the card stands at the end if the library wishes', (language) => {
  const facts = {
    reserveId: 'x',
    title: 'Emma',
    creators: [],
    cover: null,
    kinds: [],
    expiresAt: TIME,
    language,
  };
  const textOf = (namesCard: boolean, cardEnding: string | null): string => {
    const library = { ...LIBRARY, namesCard };
    const told = { ...facts, wait: null, reason: null, holdEnds: null, cardEnding };
    return writeOut([wordsOf('ready', told, library)], library).text;
  };
  expect(textOf(true, '1234')).toMatch(/\b1234\b/);
  expect(textOf(false, '1234')).not.toContain('1234');
  expect(textOf(true, null)).toBe(textOf(false, null));
});

describe('a mail about several holds', () => {
  const facts = {
    ...{
      reserveId: 'x',
      creators: ['Jane Austen'],
      cover: null,
      kinds: [] as const,
      expiresAt: TIME,
      language: 'de',
    },
    ...{ wait: null, reason: null, holdEnds: null, cardEnding: null },
  };
  const mailOf = (
    notices: readonly [NoticeType, string][],
    members: Partial<NoticeLibrary> = {},
  ): MailText => {
    const library = { ...LIBRARY, ...members };
    const words = notices.map(([noticeType, title], index) =>
      wordsOf(noticeType, { ...facts, reserveId: `x${index}`, title }, library, { isOneOfSeveral: true }),
    );
    return writeOut(words, library);
  };

  test.each([
    ['en', 'Ready to borrow: 2 titles'],
    ['es', 'Listo para el préstamo: 2 títulos'],
    ['fr', 'Prêt à emprunter\u00a0: 2 titres'],
    ['de', 'Zur Ausleihe bereit: 2 Titel'],
    ['ar', 'جاهز للإعارة: عنوانان'],
  ])('has their number in its subject, in %s', (language, subject) => {
    const words = ['Emma', 'Persuasion'].map((title) =>
      wordsOf('ready', { ...facts, title, language }, LIBRARY),
    );
    expect(writeOut(words, LIBRARY).subject).toBe(subject);
  });

  test('leads to what can be done about a hold that is ready too early, if there is a shelf', () => {
    const mail = (members: Partial<NoticeLibrary>): string =>
      mailOf(
        [
          ['soon', 'Emma'],
          ['ready', 'Persuasion'],
        ],
        members,
      ).text;
    const text = mail({ shelfUrl: 'https://holds.example/shelf?library=37' });
    const holds = 'https://holds.example/shelf/holds?library=37&hold=x0&action=';
    expect(text).toContain(`Vormerkung aussetzen: ${holds}addSuspension\n`);
    expect(text).toContain(`Vormerkung entfernen: ${holds}removeHold\n`);
    expect(text.split('&action=')).toHaveLength(3);
    expect(mail({})).not.toContain('Vormerkung aussetzen:');
  });

  test('tells of each by its name, and says why it came and where the holds are once, at the end', () => {
    const shelfUrl = 'https://holds.example/shelf?library=37';
    const { text, html } = mailOf(
      [
        ['ready', 'Emma'],
        ['ready', '<b>Persuasion</b>'],
      ],
      { shelfUrl },
    );
    for (const part of [text, html!]) {
      expect(part).toMatch(/Emma[^]*Jane Austen[^]*Persuasion[^]*Jane Austen/);
      expect(part.split('22. November 2026')).toHaveLength(3);
      expect(part.split('Meine Vormerkungen ansehen')).toHaveLength(2);
      expect(part.split('diese Titel vorgemerkt')).toHaveLength(2);
    }
    expect(html).toContain('&lt;b>Persuasion');
    expect(html!.split('<h1>')).toHaveLength(2);
    expect(html).not.toContain('<h2>');
  });

  test('has each title’s own address, and a heading for each kind of news', () => {
    const titleUrl = 'https://library.example/t/{id}';
    const { subject, text, html } = mailOf(
      [
        ['ready', 'Emma'],
        ['ended', 'Persuasion'],
      ],
      { titleUrl },
    );
    expect(subject).toBe('Zur Ausleihe bereit: 1 Titel · Ihre Vormerkung ist beendet: 1 Titel');
    for (const part of [text, html!])
      expect(part).toMatch(
        /Zur Ausleihe bereit[^]*Emma[^]*\/t\/x0[^]*Ihre Vormerkung ist beendet[^]*Persuasion[^]*\/t\/x1/,
      );
    expect(html!.split('<h2>')).toHaveLength(3);
  });
});

test('a mail about several watched titles says that they are watched, beside a hold as well', () => {
  const facts = {
    ...{ reserveId: 'x', creators: [], cover: null, kinds: [], expiresAt: TIME, language: 'en' },
    ...{ wait: null, holdEnds: null, cardEnding: null },
  };
  const watched = (title: string): NoticeWords =>
    wordsOf('ended', { ...facts, title, reason: 'watched-bought' }, LIBRARY, { isOneOfSeveral: true });
  const hold = wordsOf('ready', { ...facts, title: 'Persuasion', reason: null }, LIBRARY, {
    isOneOfSeveral: true,
  });
  const [watch, placed] = ['because you watch titles at', 'because you placed holds on these titles'];
  const { text } = writeOut([watched('Emma'), watched('Sanditon')], LIBRARY);
  expect(text.split(watch)).toHaveLength(2);
  expect(text).not.toContain(placed);
  const { text: both } = writeOut([hold, watched('Emma')], LIBRARY);
  expect([both.includes(watch), both.includes(placed)]).toEqual([true, true]);
});

/** Two holds on one name, an e-book and an audiobook, are told apart in every notice. */
describe.each(LANGUAGES)('in %s', (language: LanguageCode) => {
  test.each(KINDS)('every notice says of a title that it is: %s', (kind) => {
    const said = KIND_WORDS[kind][language];
    const badge = said.charAt(0).toUpperCase() + said.slice(1);
    for (const noticeType of NOTICE_TYPES) {
      const { subject, text, html } = noticeOf(noticeType, language, { kinds: [kind] });
      expect(subject.endsWith(`Emma (${said})`)).toBe(true);
      // Arabic has marks that keep a title's own direction.
      expect(text.replaceAll(/[\u2068\u2069]/g, '')).toMatch(`Emma\nJane Austen\n${badge}\n\n`);
      expect(html).toContain(`<bdi><strong>Emma</strong></bdi><br/><bdi>Jane Austen</bdi><br/>${badge}</p>`);
    }
  });

  test('it is called as on the shelf', () => {
    for (const kind of KINDS)
      expect(KIND_WORDS[kind][language].toLowerCase()).toBe(SHELF[language].kinds[kind]?.toLowerCase());
  });
});

test('the title is named once, beside the subject', () => {
  for (const noticeType of NOTICE_TYPES) {
    const { text, html } = noticeOf(noticeType, 'en');
    expect(text.match(/Emma/g)).toHaveLength(1);
    expect(html.replace(/<head>.*<\/head>/s, '').match(/Emma/g)).toHaveLength(1);
  }
});

test('a title that is two things is called both, and one of which nothing is known neither', () => {
  const kinds = ['ebook', 'audiobook'] as const;
  expect(noticeOf('ready', 'en', { kinds }).subject).toBe('Ready to borrow: Emma (e-book and audiobook)');
  expect(noticeOf('ready', 'de', { kinds }).subject).toContain('Emma (E-Book und Hörbuch)');
  const { subject, text } = noticeOf('ready', 'en');
  expect(subject).toBe('Ready to borrow: Emma');
  expect(text).toContain('Emma\nJane Austen\n\nThis title is ready for you to borrow from Harbour Library.');
});

/** What notices about a hold that waits say of its wait. */
const WAIT = {
  now: TIME,
  likelyBy: new Date('2026-12-12T09:00:00Z'),
  latestBy: new Date('2027-01-03T09:00:00Z'),
};

const textOf = (
  noticeType: NoticeType,
  wait: NoticeWait | null,
  language = 'en',
  timeZone?: string,
): string => noticeOf(noticeType, language, { wait }, timeZone).text;

test.each([
  [
    'en',
    'If you resume it today, you will get a copy: likely by 12 December; at the latest, nine times in ten, by 3 January 2027.',
  ],
  ['en-US', 'likely by December 12; at the latest, nine times in ten, by January 3, 2027.'],
  [
    'es',
    'probablemente antes del 12 de diciembre; a más tardar, nueve de cada diez veces, el 3 de enero de 2027.',
  ],
  [
    'fr',
    'attribué\u00a0: probablement d’ici le 12 décembre\u00a0; au plus tard, neuf fois sur dix, le 3 janvier 2027.',
  ],
  [
    'de',
    'bekommen Sie ein Exemplar: wahrscheinlich bis zum 12. Dezember; spätestens, in neun von zehn Fällen, bis zum 3. Januar 2027.',
  ],
  ['ar', 'على الأرجح بحلول'],
])('in %s, a notice names the likely day and the latest one', (language, expected) => {
  for (const noticeType of ['pickup-missed', 'suspension-ends'] as const)
    expect(textOf(noticeType, WAIT, language)).toContain(expected);
});

test.each([
  ['en', 'If you resume it today, a copy is expected by 12 December, often sooner.'],
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

test('a day that is more than a year away is not named', () => {
  const inYears = new Date('2030-01-01T00:00:00Z');
  const said = [WAIT.likelyBy, inYears].map((likelyBy) =>
    textOf('suspension-ends', { ...WAIT, likelyBy, latestBy: inYears }),
  );
  expect(said).toEqual([
    expect.stringContaining('likely by 12 December; it may take more than a year.'),
    expect.stringContaining('it may take more than a year until you get a copy.'),
  ]);
});

test('days are those of the library', () => {
  const evening = { ...WAIT, likelyBy: new Date('2026-12-12T20:00:00Z') };
  expect(textOf('suspension-ends', evening, 'en', 'Asia/Tokyo')).toContain('likely by 13 December;');
  const midnight = {
    now: new Date('2026-12-31T20:00:00Z'),
    likelyBy: TIME,
    latestBy: new Date('2027-01-03T09:00:00Z'),
  };
  expect(textOf('suspension-ends', midnight, 'en', 'Asia/Tokyo')).toContain(
    'nine times in ten, by 3 January.',
  );
});

test('no other notice tells a wait, nor one for which none is known', () => {
  for (const noticeType of NOTICE_TYPES.filter(
    (each) => !['pickup-missed', 'suspension-ends', 'soon'].includes(each),
  ))
    expect(textOf(noticeType, WAIT)).toBe(textOf(noticeType, null));
  expect(textOf('pickup-missed', null)).not.toContain('today');
  expect(textOf('suspension-ends', null)).not.toContain('today');
});

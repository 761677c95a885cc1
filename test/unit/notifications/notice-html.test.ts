import { HtmlValidate } from 'html-validate';
import { LANGUAGES } from '../../../src/domain/languages.js';
import type { NoticeLibrary } from '../../../src/notifications/notice-types/notice-content.store.js';
import { writeOut, wordsOf } from '../../../src/notifications/composing/notice.mail.js';
import { NOTICE_TYPES } from '../../../src/notifications/notice-types/notice-types.js';
import { previewNotice } from '../../../src/notifications/composing/notice-preview.js';
import { withServiceLinks } from '../../../src/notifications/composing/service-links.js';
import { FULL, PLAIN } from '../../support/notifications/notice-libraries.js';

const NOTICES = [PLAIN, FULL].flatMap((library) =>
  NOTICE_TYPES.flatMap((noticeType) => LANGUAGES.map((language) => [noticeType, language, library] as const)),
);

// The title of a mail is its subject, which no search engine cuts; Preact closes elements that may stay open.
const rules = { 'long-title': 'off', 'void-style': 'off' } as const;
const validator = new HtmlValidate({
  extends: ['html-validate:recommended', 'html-validate:document'],
  rules,
});

test('every notice is valid HTML, with its language and direction', async () => {
  for (const [noticeType, language, library] of NOTICES) {
    const { html, subject, direction } = previewNotice(library, noticeType, language);
    const { results } = await validator.validateString(html);
    expect(
      results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => [ruleId, message])),
    ).toEqual([]);
    expect(html).toContain(`<html lang="${language}" dir="${direction}">`);
    expect(subject).not.toMatch(/[\r\n]/);
  }
});

test('only Arabic runs from right to left, and its values keep their own direction', () => {
  const directions = LANGUAGES.map((language) => previewNotice(FULL, 'ready', language).direction);
  expect(directions).toEqual(['ltr', 'ltr', 'ltr', 'ltr', 'rtl']);
  const { html, text } = previewNotice(FULL, 'ready', 'ar');
  expect(html).toContain('<html lang="ar" dir="rtl">');
  expect(html).toContain('<bdi><strong>Frankenstein; or, The Modern Prometheus</strong></bdi>');
  expect(html).toMatch(/<h1>\P{Script=Latin}+<\/h1>/u);
  expect(text).toContain('\u2068Frankenstein; or, The Modern Prometheus\u2069');
  expect(previewNotice(FULL, 'ready', 'en').text).not.toMatch(/[\u2066-\u2069]/);
});

test('nothing is fetched but the cover and the logo, whose text is the library’s name', () => {
  for (const [noticeType, language, library] of NOTICES) {
    const { html } = previewNotice(library, noticeType, language);
    expect(html).not.toMatch(/url\(|@import|<link|<script|<iframe|background=/);
    const images = [...html.matchAll(/<img src="([^"]*)" alt="([^"]*)"/g)].map(([, src, alt]) => [src, alt]);
    expect(images).toEqual(
      library.logo === null
        ? []
        : [
            [
              'https://library.example/logo.png?size=&quot;big&quot;',
              'Bücherei &quot;Am Markt&quot; &lt;Nord> &amp; Süd',
            ],
          ],
    );
  }
});

test('a logo in a data: address, which mail programs do not show, is left to pages', () => {
  const { html } = previewNotice({ ...FULL, logo: 'data:image/png;base64,AAAA' }, 'ready', 'en');
  expect(html).not.toContain('data:image/png');
  expect(html).toContain('Am Markt');
});

test('a button leads to the title at the library’s address, and is in the text too', () => {
  const { html, text } = previewNotice(FULL, 'ready', 'en');
  const address = 'https://library.example/titles/53be238e-d4d2-5efd-8241-c596634d055e?from=notice&x=1';
  expect(html).toContain(`<a class="button" href="${address.replace('&', '&amp;')}">Open the title</a>`);
  expect(html).toContain('background: #ffd400; color: #000000');
  expect(text).toContain(`Open the title: ${address}`);
  expect(previewNotice(PLAIN, 'ready', 'en').html).not.toContain('class="button"');
});

test('French has a space before each colon, and it does not break', () => {
  const mails = NOTICE_TYPES.map((noticeType) =>
    previewNotice({ ...FULL, libraryName: 'Hafen' }, noticeType, 'fr'),
  );
  for (const { subject, text } of mails) {
    const words = `${subject}\n${text}`.replaceAll(/https?:\S+|\d\d:\d\d|Frankenstein.*?Prometheus/g, '');
    expect(words).toMatch(/\u00a0:/);
    expect(words).not.toMatch(/[^\u00a0][:;!?»]|«[^\u00a0]/);
  }
});

describe('the language is', () => {
  const FACTS = {
    reserveId: 'x',
    title: 'T',
    creators: [],
    cover: null,
    kinds: [],
    expiresAt: new Date('2026-11-22T12:00:00Z'),
    reason: null,
    holdEnds: null,
    cardEnding: null,
    wait: null,
  };
  test.each([
    ['English, if nobody says anything', null, [], 'en'],
    ['the patron’s, if the library says nothing', 'fr', [], 'fr'],
    ['that of the patron’s country', 'fr-CA', [], 'fr-CA'],
    ['the library’s first, if the patron has none', null, ['de', 'en'], 'de'],
    ['the library’s first, if it does not offer the patron’s', 'fr', ['de', 'en'], 'de'],
    ['the patron’s, if the library offers it', 'en-US', ['de', 'en'], 'en-US'],
    ['not one that nobody reviewed, unless the library asks for it', 'ar', [], 'en'],
    ['one that the library asks for', 'ar', ['en', 'ar'], 'ar'],
    ['the library’s, if there is no catalog', 'sv', ['es'], 'es'],
  ])('%s', (_, wanted, languages, expected) => {
    const words = wordsOf('ready', { ...FACTS, language: wanted }, { ...PLAIN, languages });
    expect(words.language.locale).toBe(expected);
    expect(writeOut([words], PLAIN).html).toContain(`<html lang="${expected}"`);
  });
});

test.each<[string, NoticeLibrary, boolean, string | undefined]>([
  ['the shelf', PLAIN, true, 'See my holds: https://holds.example/shelf?library=37'],
  ['nothing without a shelf', PLAIN, false, undefined],
  ['the library’s own address of the title', FULL, true, 'Open the title: https://library.example/titles/'],
])('the button leads to %s, and says so', (_, library, shelf, expected) => {
  const config = {
    publicUrl: 'https://holds.example',
    catalogUrl: 'https://holds.example',
    drawnCovers: false,
  };
  const linked = withServiceLinks(library, 37, { ...config, shelf });
  const { text } = previewNotice(linked, 'ready', 'en');
  const [button] = /^[A-Z][a-z ]+: https:\/\/\S+/m.exec(text) ?? [];
  if (expected === undefined) expect(button).toBeUndefined();
  else expect(button).toContain(expected);
});

test.each([
  [
    'that its record names',
    true,
    'https://covers.example/1.jpg?a=1&b=2',
    'https://covers.example/1.jpg?a=1&amp;b=2',
  ],
  ['that the service draws, without one', true, null, 'https://catalog.example/covers/x.svg'],
  ['not at all, if the service draws none', false, null, undefined],
])('the cover is the one %s', (_, drawnCovers, cover, expected) => {
  const config = { shelf: false, publicUrl: 'https://holds.example', catalogUrl: 'https://catalog.example' };
  const library = withServiceLinks(PLAIN, 37, { ...config, drawnCovers });
  const facts = { reserveId: 'x', title: 'T', creators: ['A', 'B', 'C', 'D'], cover, kinds: [] };
  const told = {
    expiresAt: new Date('2026-11-27T12:00:00Z'),
    reason: null,
    holdEnds: null,
    cardEnding: null,
    wait: null,
    language: null,
  };
  const { html } = writeOut([wordsOf('ready', { ...facts, ...told }, library)], library);
  expect(/<img src="([^"]*)" alt /.exec(html)?.[1]).toBe(expected);
  expect(html).toContain('<bdi>A, B, C</bdi>');
});

test('links have the library’s color, darker on white and as it is in the dark', () => {
  const { html } = previewNotice(FULL, 'ready', 'en');
  expect(html).toContain('a { color: #856e00; }');
  expect(html).toContain('@media (prefers-color-scheme: dark) { a:not(.button) { color: #ffd400; } }');
});

import { globSync, readFileSync } from 'node:fs';
import { LANGUAGES, type LanguageCode } from '../../../src/domain/languages.js';
import { formatName, KNOWN_FORMATS } from '../../../src/domain/titles/format.js';
import { ERROR_STATUS } from '../../../src/http/errors/error-status.js';
import { OCCASION_DEFINITIONS } from '../../../src/notifications/occasions/occasions.js';
import { catalog as arabic } from '../../../src/shelf/browser/words/ar.js';
import type { Catalog } from '../../../src/shelf/browser/words/catalog.js';
import { catalog as german } from '../../../src/shelf/browser/words/de.js';
import { catalog as english } from '../../../src/shelf/browser/words/en.js';
import { catalog as spanish } from '../../../src/shelf/browser/words/es.js';
import { catalog as french } from '../../../src/shelf/browser/words/fr.js';
import { say, speak } from '../../../src/shelf/browser/words/say.js';
import { ownWordsIn, sentencesSaidIn } from './own-words.js';

const CATALOGS: Readonly<Record<LanguageCode, Catalog>> = {
  en: english,
  es: spanish,
  fr: french,
  de: german,
  ar: arabic,
};
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

const CATALOG = /\/words\/[a-z]{2}\.ts$/;
const sources = globSync(['src/shelf/browser/**/*.{ts,tsx}', 'src/shelf/page/*.tsx'])
  .filter((name) => !CATALOG.test(name))
  .map((name) => ({ name, source: readFileSync(name, 'utf8') }));

describe('the texts of the shelf', () => {
  test('stand in the catalogs: the components have none', () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.flatMap(({ name, source }) => ownWordsIn(source, name))).toEqual([]);
  });

  test.each([
    ['text', '<p class="quiet">Loans</p>', 'Loans'],
    ['a label', "<button aria-label='Close' />", 'Close'],
    ['a label in braces', '<input placeholder={"Title"} />', 'Title'],
    ['a choice', "<p>{isOpen ? say('a') : 'shut'}</p>", 'shut'],
    ['what comes under a condition', "<p>{isOpen && 'open'}</p>", 'open'],
    ['a template', '<p>{`${count} days`}</p>', 'days'],
    ['a property of a component', '<Choice label="Kind" />', 'Kind'],
    ['a sentence for later', "announce('The command is copied.')", 'The command is copied.'],
    ['a sentence with values', 'announce(`The clock shows ${time}.`)', 'The clock shows'],
  ])('would be found among components: %s', (_, source, text) => {
    expect(ownWordsIn(source)).toEqual([text]);
  });

  test.each([
    "<p class={isOpen ? 'is-open' : 'is shut'}>{say('open')}</p>",
    '<select name="sort" aria-labelledby="by-card">{names.map((name) => <b key="x y">{name}</b>)}</select>',
    "throw new Error('No language was chosen.')",
    "if (kind === 'who is signed in?') send({ kind: 'signed in' })",
  ])('are none in %s', (source) => {
    expect(ownWordsIn(source)).toEqual([]);
  });

  test('are all shown somewhere', () => {
    const said = new Set(sources.flatMap(({ source }) => sentencesSaidIn(source)));
    expect(Object.keys(english.sentences).filter((name) => !said.has(name))).toEqual([]);
  });

  test('name the formats that the service knows, as it does in English', () => {
    expect(english.formats).toEqual(Object.fromEntries(KNOWN_FORMATS.map((id) => [id, formatName(id)])));
  });

  test('refuse by codes that the service has', () => {
    expect(Object.keys(english.refusals).filter((code) => !(code in ERROR_STATUS))).toEqual([]);
  });
});

/** Each text of a catalog, with the names by which it is found. The forms of a plural are texts of their own. */
function textsOf(part: object, path = ''): [path: string, text: string][] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' ? [[`${path}${name}`, value]] : textsOf(value as object, `${path}${name}.`),
  );
}

function valuesIn(text: string): string[] {
  return [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();
}

/** Up to where patrons count holds, loans, days and titles. */
const NUMBERS = Array.from({ length: 1000 }, (_, number) => number);

describe.each(OTHERS)('the texts in %s', (language) => {
  const { sentences } = CATALOGS[language];
  const names = Object.keys(sentences) as (keyof typeof sentences)[];

  test('have the values of the English ones, and no others', () => {
    const valuesOf = (message: Catalog['sentences'][keyof typeof sentences]): string[] =>
      valuesIn(typeof message === 'string' ? message : message.other);
    for (const name of names)
      expect([name, valuesOf(sentences[name])]).toEqual([name, valuesOf(english.sentences[name])]);
  });

  test('have a form for each kind of number, with the values that are no numbers', () => {
    const plurals = new Intl.PluralRules(language);
    const kinds = [...new Set(NUMBERS.map((number) => plurals.select(number)))].sort();
    for (const name of names) {
      const message = sentences[name];
      if (typeof message === 'string') continue;
      expect([name, Object.keys(message).sort()]).toEqual([name, kinds]);
      const needed = valuesIn(message.other).filter((value) => value !== 'count');
      for (const form of Object.values(message))
        expect([form, valuesIn(form).filter((value) => value !== 'count')]).toEqual([form, needed]);
    }
  });

  test('put in the number unless there is one number of the kind', () => {
    const plurals = new Intl.PluralRules(language);
    for (const name of names) {
      const message = sentences[name];
      if (typeof message === 'string') continue;
      for (const [kind, form] of Object.entries(message)) {
        const numbers = NUMBERS.filter((number) => plurals.select(number) === kind);
        if (numbers.length > 1) expect([name, kind, form.includes('{count}')]).toEqual([name, kind, true]);
      }
    }
  });

  test('mark in bold what English marks', () => {
    const marks = (text: string): number => text.split('**').length;
    const others = new Map(textsOf(english));
    for (const [path, text] of textsOf(CATALOGS[language]))
      if (others.has(path)) expect([path, marks(text)]).toEqual([path, marks(others.get(path)!)]);
  });

  test('are not English', () => {
    const others = new Map(textsOf(english));
    const same = textsOf(CATALOGS[language]).filter(
      ([path, text]) => /\p{L} \p{L}/u.test(text) && others.get(path) === text,
    );
    expect(same).toEqual([]);
  });
});

describe('a sentence', () => {
  test('has the form of its number, and numbers as they are written', () => {
    speak(german, 'de');
    expect([1, 2, 1234].map((count) => say('peopleWait', { count }))).toEqual([
      '1 Person wartet.',
      '2 Personen warten.',
      '1.234 Personen warten.',
    ]);
    speak(french, 'fr');
    expect(say('peopleWait', { count: 0 })).toBe('0 personne attend.');
  });

  test('from the right keeps a title from turning the order of its words', () => {
    speak(arabic, 'ar', true);
    expect(say('moreActions', { title: 'Villette (1)' })).toBe(
      'المزيد من الإجراءات: \u2068Villette (1)\u2069',
    );
    expect([0, 1, 2, 3, 11, 100].map((count) => say('peopleWait', { count }))).toEqual([
      'لا أحد ينتظر.',
      'ينتظر شخص واحد.',
      'ينتظر شخصان.',
      'ينتظر 3 أشخاص.',
      'ينتظر 11 شخصًا.',
      'ينتظر 100 شخص.',
    ]);
  });
});

/** What notices and the shelf must call the same, as it begins in each language: a hold, suspended, to borrow, a copy. */
const WORDS: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: ['hold', 'suspended', 'borrow', 'set aside'],
  es: ['reserva', 'suspendida', 'préstamo', 'apartado'],
  fr: ['réservation', 'suspendue', 'emprunt', 'mis de côté'],
  de: ['Vormerkung', 'ausgesetzt', 'ausleihen', 'für Sie'],
  ar: ['حجز', 'معلّق', 'استعار', 'محجوز'],
};

test.each(LANGUAGES)('notices and the shelf have the same words in %s', (language) => {
  const notices = Object.values(OCCASION_DEFINITIONS)
    .flatMap(({ subject, paragraphs }) => [subject, ...paragraphs({ reason: null, wait: undefined })])
    .map((message) => message[language])
    .join(' ');
  const shelf = textsOf(CATALOGS[language])
    .map(([, text]) => text)
    .join(' ');
  for (const word of WORDS[language]) {
    expect(notices).toMatch(new RegExp(word, 'iu'));
    expect(shelf).toMatch(new RegExp(word, 'iu'));
  }
});

test('the shelf speaks the languages of the notices', () => {
  const files = globSync('src/shelf/browser/words/*.ts').filter((name) => CATALOG.test(name));
  expect(files.map((name) => name.slice(-5, -3)).sort()).toEqual([...LANGUAGES].sort());
});

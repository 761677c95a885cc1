import { globSync, readFileSync } from 'node:fs';
import ts from 'typescript';
import { LANGUAGES, type LanguageCode } from '../../../src/domain/languages.js';
import { formatName, KNOWN_FORMATS } from '../../../src/domain/titles/format.js';
import { ERROR_STATUS } from '../../../src/http/errors/error-status.js';
import { NOTICE_TYPE_DEFINITIONS } from '../../../src/notifications/notice-types/notice-types.js';
import { catalog as arabic } from '../../../src/shelf/words/ar.js';
import { drawer as arabicDrawer } from '../../../src/shelf/words/drawer/ar.js';
import type { Catalog, DrawerWords } from '../../../src/shelf/words/catalog.js';
import { catalog as german } from '../../../src/shelf/words/de.js';
import { drawer as germanDrawer } from '../../../src/shelf/words/drawer/de.js';
import { catalog as english } from '../../../src/shelf/words/en.js';
import { drawer as englishDrawer } from '../../../src/shelf/words/drawer/en.js';
import { catalog as spanish } from '../../../src/shelf/words/es.js';
import { drawer as spanishDrawer } from '../../../src/shelf/words/drawer/es.js';
import { catalog as french } from '../../../src/shelf/words/fr.js';
import { drawer as frenchDrawer } from '../../../src/shelf/words/drawer/fr.js';
import { say, speak } from '../../../src/shelf/browser/words/say.js';

const whole = ({ sentences, ...others }: Catalog, drawer: DrawerWords) => ({
  ...others,
  sentences: { ...sentences, ...drawer },
});
const CATALOGS = {
  en: whole(english, englishDrawer),
  es: whole(spanish, spanishDrawer),
  fr: whole(french, frenchDrawer),
  de: whole(german, germanDrawer),
  ar: whole(arabic, arabicDrawer),
};
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

const CATALOG = /\/words\/(?:drawer\/)?[a-z]{2}\.ts$/;
/** Attributes whose text people read or hear. */
const READ_ALOUD = new Set([
  'alt',
  'aria-description',
  'aria-label',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
  'label',
  'placeholder',
  'title',
]);

/**
 * Words of its own in the source of a component, which patrons would read in English whatever their language. Those of errors that
 * only developers see are left out.
 */
function ownWordsIn(source: string, fileName = 'component.tsx'): string[] {
  const found: string[] = [];
  const add = (texts: readonly string[]): void => {
    found.push(...texts.filter((text) => /\p{L}/u.test(text)).map((text) => text.trim()));
  };
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node) && node.expression.getText(file) === 'Error') return;
    if (ts.isJsxText(node)) add([node.text]);
    else if (ts.isJsxAttribute(node)) {
      if (READ_ALOUD.has(node.name.getText(file))) add(textsThatMayBe(node.initializer));
    } else if (ts.isJsxExpression(node)) add(textsThatMayBe(node));
    else add(literalsIn(node).filter(isSentence));
    node.forEachChild(visit);
  };
  const file = ts.createSourceFile(fileName, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  visit(file);
  return [...new Set(found)];
}

/** Operators whose result is one of their sides, or both of them. */
const MAY_BE_A_SIDE = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);

/** The texts that an expression may have for a value. What is handed to a function is none. */
function textsThatMayBe(node: ts.Node | undefined): string[] {
  if (node === undefined) return [];
  // A child of an element, or the value of an attribute that people read: others are looked at by themselves.
  if (ts.isJsxExpression(node)) {
    const isShown = !ts.isJsxAttribute(node.parent) || READ_ALOUD.has(node.parent.name.getText());
    return isShown ? textsThatMayBe(node.expression) : [];
  }
  if (ts.isParenthesizedExpression(node)) return textsThatMayBe(node.expression);
  if (ts.isConditionalExpression(node)) return [node.whenTrue, node.whenFalse].flatMap(textsThatMayBe);
  if (ts.isBinaryExpression(node))
    return MAY_BE_A_SIDE.has(node.operatorToken.kind) ? [node.left, node.right].flatMap(textsThatMayBe) : [];
  return literalsIn(node);
}

function literalsIn(node: ts.Node): string[] {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (!ts.isTemplateExpression(node)) return [];
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
}

/** A text that is not shown where it stands may be handed on and shown elsewhere: it reads like a sentence. */
function isSentence(text: string): boolean {
  return /^\s*\p{Lu}\p{Ll}* \p{Ll}+|\p{Ll}{2}\s?[.…]$/u.test(text);
}

/** The names of the sentences that a source shows. */
function sentencesSaidIn(source: string): string[] {
  return [...source.matchAll(/\bsay\(\s*'(\w+)'/g)].map(([, name = '']) => name);
}

const sources = globSync(['src/shelf/{browser,frame}/**/*.{ts,tsx}', 'src/shelf/page/*.tsx'])
  .filter((name) => !CATALOG.test(name))
  .map((name) => ({ name, source: readFileSync(name, 'utf8') }));

describe('the texts of the shelf', () => {
  test('stand in the catalogs: the components have none', () => {
    expect(sources.length).toBeGreaterThan(40);
    expect(sources.flatMap(({ name, source }) => ownWordsIn(source, name))).toEqual([]);
  });

  test.each<[source: string, text?: string]>([
    ['<p class="quiet">Loans</p>', 'Loans'],
    ["<button aria-label='Close' />", 'Close'],
    ['<input placeholder={"Title"} />', 'Title'],
    ["<p>{isOpen ? say('a') : 'shut'}</p>", 'shut'],
    ["<p>{isOpen && 'open'}</p>", 'open'],
    ['<p>{`${count} days`}</p>', 'days'],
    ['<Choice label="Kind" />', 'Kind'],
    // Sentences that are shown later.
    ["announce('The command is copied.')", 'The command is copied.'],
    ['announce(`The clock shows ${time}.`)', 'The clock shows'],
    ["<p class={isOpen ? 'is-open' : 'is shut'}>{say('open')}</p>"],
    ['<select name="sort" aria-labelledby="by-card">{names.map((name) => <b key="x y">{name}</b>)}</select>'],
    ["throw new Error('No language was chosen.')"],
    ["if (kind === 'who is signed in?') send({ kind: 'signed in' })"],
  ])('would be found in %s: %s', (source, ...texts) => {
    expect(ownWordsIn(source)).toEqual(texts);
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
    const valuesOf = (message: (typeof sentences)[keyof typeof sentences]): string[] =>
      valuesIn(typeof message === 'string' ? message : message.other);
    for (const name of names)
      expect([name, valuesOf(sentences[name])]).toEqual([name, valuesOf(CATALOGS.en.sentences[name])]);
  });

  test('have a form for each kind of number, with all values, and with the number unless there is one of the kind', () => {
    const plurals = new Intl.PluralRules(language);
    const kinds = Map.groupBy(NUMBERS, (number) => plurals.select(number));
    for (const name of names) {
      const message = sentences[name];
      if (typeof message === 'string') continue;
      expect([name, Object.keys(message).sort()]).toEqual([name, [...kinds.keys()].sort()]);
      const needed = valuesIn(message.other).filter((value) => value !== 'count');
      for (const [kind, form] of Object.entries(message)) {
        expect([form, valuesIn(form).filter((value) => value !== 'count')]).toEqual([form, needed]);
        if (kinds.get(kind as Intl.LDMLPluralRule)!.length > 1) expect(form).toContain('{count}');
      }
    }
  });

  test('are not English', () => {
    const others = new Map(textsOf(CATALOGS.en));
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

  test('ends with one full stop, also after a month that has one', () => {
    speak(german, 'de');
    expect(say('likelyBy', { likely: 'Do., 1. Okt.', latest: 'Sa., 3. Okt.' })).toMatch(
      / Okt\.; .* 3\. Okt\.$/,
    );
    expect(say('cardValidUntil', { day: '1. Okt.' })).toBe('Ihr Ausweis war bis 1. Okt. gültig.');
    speak(french, 'fr');
    expect(say('cardValidUntil', { day: 'jeu. 1 oct.' })).toBe(
      'Votre carte était valable jusqu’au jeu. 1 oct.',
    );
    expect(say('cardValidUntil', { day: '1 mai' })).toBe('Votre carte était valable jusqu’au 1 mai.');
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

/** What notices and the shelf must call the same, as it begins in each language: a hold, suspended, to resume, to borrow, a copy. */
const WORDS: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: ['hold', 'suspended', 'resume', 'borrow', 'set aside'],
  es: ['reserva', 'suspendida', 'reacti[vq]', 'préstamo', 'apartado'],
  fr: ['réservation', 'suspendue', 'réactiv', 'emprunt', 'mis de côté'],
  de: ['Vormerkung', 'ausgesetzt', 'fortsetzen', 'ausleihen', 'für Sie'],
  ar: ['حجز', 'معلّق', 'تستأنف', 'استعار', 'محجوز'],
};

test.each(LANGUAGES)('notices and the shelf have the same words in %s', (language) => {
  const notices = Object.values(NOTICE_TYPE_DEFINITIONS)
    .flatMap(({ heading, paragraphs }) => [
      heading,
      ...paragraphs({ reason: null, wait: undefined, hasEnd: false }),
    ])
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
  const files = globSync('src/shelf/words/*.ts').filter((name) => CATALOG.test(name));
  expect(files.map((name) => name.slice(-5, -3)).sort()).toEqual([...LANGUAGES].sort());
});

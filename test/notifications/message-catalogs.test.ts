import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { NOTICE_LANGUAGES } from '../../src/domain/notice-languages.js';
import {
  CATALOGS,
  type MessageKey,
  messageParts,
} from '../../src/notifications/occasions/message-catalogs.js';

const KEYS = Object.keys(CATALOGS.en) as MessageKey[];
const MESSAGES = NOTICE_LANGUAGES.flatMap((language) => KEYS.map((key) => [language, key] as const));
const OTHERS = NOTICE_LANGUAGES.filter((language) => language !== 'en');

/** The names of the values that a message puts in; those of plural forms and choices, too. */
function argumentsOf(message: string): string[] {
  const names = new Set<string>();
  JSON.stringify(
    new IntlMessageFormat(message, 'en', undefined, { ignoreTag: true }).getAst(),
    (_, node: unknown) => {
      if (isElement(node) && node.type !== LITERAL) names.add(node.value);
      return node;
    },
  );
  return [...names].sort();
}

/** Of the elements of a message; all others have the name of a value. */
const LITERAL = 0;

function isElement(node: unknown): node is { readonly type: number; readonly value: string } {
  const { type, value } = (node ?? {}) as { type?: unknown; value?: unknown };
  return typeof type === 'number' && typeof value === 'string';
}

test.each(OTHERS)('the catalog %s has the keys of the English one', (language) => {
  expect(Object.keys(CATALOGS[language])).toEqual(KEYS);
});

test.each(OTHERS)('each message of %s has the arguments of the English one', (language) => {
  for (const key of KEYS)
    expect([key, argumentsOf(CATALOGS[language][key])]).toEqual([key, argumentsOf(CATALOGS.en[key])]);
});

test('no message of another language was left in English', () => {
  for (const language of OTHERS)
    for (const key of KEYS) expect(CATALOGS[language][key]).not.toBe(CATALOGS.en[key]);
});

test('every message compiles, and puts in each value whole and as it is', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    // What means something in a message, or could be tidied away.
    fc.constantFrom(' both ends ', '{until}', "it''s", '<b>#</b>'),
  );
  fc.assert(
    fc.property(fc.constantFrom(...MESSAGES), text, text, text, ([language, key], title, library, until) => {
      const values: Readonly<Record<string, string>> = { title, library, until };
      const parts = messageParts(language, key, { title, library, until });
      const given = parts.filter(({ isValue }) => isValue).map((part) => part.text);
      const wanted = argumentsOf(CATALOGS[language][key]).map((name) => values[name]!);
      expect([...given].sort()).toEqual([...wanted].sort());
      const words = parts.filter(({ isValue }) => !isValue).map((part) => part.text);
      expect(words.join('')).toMatch(/\p{L}/u);
      expect(words.join('')).not.toMatch(/[{}<>]/);
    }),
    { numRuns: 300 },
  );
});

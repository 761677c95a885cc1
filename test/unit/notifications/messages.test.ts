import fc from 'fast-check';
import { IntlMessageFormat } from 'intl-messageformat';
import { LANGUAGES } from '../../../src/domain/languages.js';
import { HOLD_END_REASONS } from '../../../src/domain/holds/hold-end.js';
import * as common from '../../../src/notifications/composing/common-messages.js';
import { messageParts } from '../../../src/notifications/composing/messages.js';
import type { NoticeContext } from '../../../src/notifications/notice-types/notice-type.js';
import { NOTICE_TYPE_DEFINITIONS } from '../../../src/notifications/notice-types/notice-types.js';

const CIRCUMSTANCES: NoticeContext[] = [null, ...HOLD_END_REASONS].flatMap((reason) =>
  ([undefined, 'likely', 'latest'] as const).flatMap((wait) =>
    [false, true].map((hasEnd) => ({ reason, wait, hasEnd })),
  ),
);

/** All that a notice of any type may say. */
const MESSAGES = [
  ...new Set(
    Object.values(NOTICE_TYPE_DEFINITIONS)
      .flatMap(({ heading, paragraphs }) => [heading, ...CIRCUMSTANCES.flatMap(paragraphs)])
      .concat(Object.values(common)),
  ),
];
const OTHERS = LANGUAGES.filter((language) => language !== 'en');

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

test.each(OTHERS)('each message of %s has the arguments of the English one', (language) => {
  for (const message of MESSAGES)
    expect([message.en, argumentsOf(message[language])]).toEqual([message.en, argumentsOf(message.en)]);
});

test('no message of another language was left in English', () => {
  for (const language of OTHERS)
    for (const message of MESSAGES) expect(message[language]).not.toBe(message.en);
});

test('every message compiles, and puts in each value whole and as it is', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    // What means something in a message, or could be tidied away.
    fc.constantFrom(' both ends ', '{until}', "it''s", '<b>#</b>'),
  );
  const language = fc.constantFrom(...LANGUAGES);
  fc.assert(
    fc.property(language, fc.constantFrom(...MESSAGES), text, text, (code, message, library, until) => {
      const [likely, latest, ends, card] = [1, 2, 3, 4].map((number) => `${until} ${number}`);
      const values = { library, until, likely: likely!, latest: latest!, ends: ends!, card: card! };
      const parts = messageParts(code, message, values);
      const given = parts.filter(({ isValue }) => isValue).map((part) => part.text);
      const wanted = argumentsOf(message[code]).map((name) => values[name as keyof typeof values]);
      expect([...given].sort()).toEqual([...wanted].sort());
      const words = parts.filter(({ isValue }) => !isValue).map((part) => part.text);
      expect(words.join('')).toMatch(/\p{L}/u);
      expect(words.join('')).not.toMatch(/[{}<>]/);
    }),
    { numRuns: 300 },
  );
});

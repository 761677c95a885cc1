import fc from 'fast-check';
import { CANARY } from '../../support/fuzz/canaries.js';

/** Values of fields and parameters: right ones, and odd ones. */

/** One of the arbitraries, with a probability in proportion to its weight. */
export function weighted<Value>(
  ...choices: readonly (readonly [weight: number, arbitrary: fc.Arbitrary<Value>])[]
): fc.Arbitrary<Value> {
  return fc.oneof(...choices.map(([weight, arbitrary]) => ({ weight, arbitrary })));
}

/** Texts that have broken other services. */
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '07',
  '7.0',
  '+7',
  '1e1',
  '٧',
  '2147483647',
  '2147483648',
  '9'.repeat(400),
  'true',
  'null',
  'undefined',
  'NaN',
  '{}',
  '[]',
  '__proto__',
  'constructor',
  'toString',
  '../../etc/passwd',
  "' OR 1=1 --",
  '"; DROP TABLE hold; --',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  '%s%n',
  '\u0000',
  '\r\nX-Injected: yes',
  '\ud800',
  'é'.normalize('NFD'),
  '🦜',
  '\u202e',
  'a'.repeat(5_000),
  CANARY.email,
  `${CANARY.email},other@${CANARY.emailDomain}`,
  `"${CANARY.email}"`,
  `<${CANARY.email}>`,
  CANARY.title,
  CANARY.cardNumber,
  `+${CANARY.phone}`,
  CANARY.token,
  String(CANARY.patronId),
];

export const oddText = weighted<string>(
  [4, fc.constantFrom(...ODD_TEXTS)],
  [1, fc.string({ unit: 'binary', maxLength: 40 })],
  [1, fc.string({ maxLength: 20 })],
);

/** GUIDs match in any case. */
const inAnyCase = (text: string): fc.Arbitrary<string> => fc.constantFrom(text, text.toUpperCase());

export const FORMATS = ['ebook-epub-adobe', 'ebook-kindle', 'ebook-overdrive'];
export const TITLES = 12;
export const crossRefIdOf = (title: number): number => 990_000 + title;
export const reserveIdOf = (title: number): string =>
  `ca9a47ca-0000-4000-8000-${String(title).padStart(12, '0')}`;

const title = fc.nat({ max: TITLES - 1 });

/** An identifier of a title: most are known. */
export const titleId = weighted<string>(
  [6, title.map((index) => String(crossRefIdOf(index)))],
  [6, title.map(reserveIdOf).chain(inAnyCase)],
  [1, fc.constantFrom('1', '2147483647', '00000000-0000-4000-8000-000000000000')],
);

export const emailAddress = fc.constantFrom(
  CANARY.email,
  `other.${CANARY.email}`,
  CANARY.email.toUpperCase(),
);

/** Any JSON value. */
export const oddJson: fc.Arbitrary<unknown> = weighted<unknown>(
  [3, oddText],
  [2, fc.jsonValue({ maxDepth: 3 })],
  [1, fc.constantFrom(null, true, false, 0, -0, 1e21, 1.5, [], {}, [[]], { $ref: '#' })],
);

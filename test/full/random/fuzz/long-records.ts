import { CANARY } from '../../support/fuzz/canaries.js';
import type { LongInput } from './long-inputs.js';
import { filled } from './long-texts.js';
import { type Json, pathsIn, RECORD_EXAMPLES, withValueAt } from './record-examples.js';

/** Lines of records in which one value is as large as a line may be. */

const LINE_BYTES = 2 ** 20 - 1;
/** What one line costs, the next must not add to. */
const LINES = 4;
const PLACE = '\u{1f4cd}';

const listOf = (item: string) => (bytes: number) =>
  `[${Array.from({ length: Math.max(1, Math.floor((bytes - 2) / (item.length + 1))) }, () => item).join()}]`;

/** A list with as many items as most may have, each of this size. */
const fewOf = (item: (bytes: number) => string) => (bytes: number) => {
  const one = item(Math.floor(bytes / 200) - 2);
  return `[${Array.from({ length: 200 }, () => one).join()}]`;
};

const members = (bytes: number): string =>
  `{${Array.from({ length: Math.floor(bytes / 14) }, (_, index) => `"m${index}":0`).join()}}`;

const text = (unit: string) => (bytes: number) => JSON.stringify(filled(unit, Math.floor(bytes / 2)));

/** JSON of about so many bytes, by what it is. */
const LARGE: Readonly<Record<string, (bytes: number) => string>> = {
  objects: listOf('{}'),
  lists: listOf('[]'),
  nulls: listOf('null'),
  numbers: listOf('1e1'),
  texts: listOf('"a"'),
  'other texts': listOf('"\\u0000"'),
  'few lists': fewOf(listOf('{}')),
  'few objects': fewOf((bytes) => `{"identifiers":${listOf('{}')(bytes - 40)},"samples":[{}]}`),
  'few members': fewOf(members),
  members,
  // As many as are read.
  'fewer objects': () => listOf('{}')(28_000),
  'fewer members': () => members(120_000),
  'fewer lists': () => fewOf(listOf('{}'))(28_000),
  levels: (bytes) => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2),
  'levels of objects': (bytes) => '{"a":'.repeat(bytes / 7) + '0' + '}'.repeat(bytes / 7),
  'unclosed levels': (bytes) => '[{"a":'.repeat(bytes / 6),
  digits: (bytes) => '9'.repeat(bytes),
  quotes: (bytes) => `"${'\\"'.repeat(bytes / 2 - 2)}"`,
  escapes: (bytes) => `"${'\\u0041'.repeat(bytes / 6 - 2)}"`,
  ...Object.fromEntries(
    [' ', '\n', 'a.', 'a@', '-', 'é', '\u0301'].map((unit) => [JSON.stringify(unit), text(unit)]),
  ),
};

function lineWith(
  example: Json,
  path: ReturnType<typeof pathsIn>[number],
  large: (bytes: number) => string,
): string {
  const [before = '', after = ''] = JSON.stringify(withValueAt(example, path, PLACE)).split(
    JSON.stringify(PLACE),
  );
  return before + large(LINE_BYTES - before.length - after.length) + after;
}

/** Made one at a time: all together they are gigabytes. */
export interface LongRecord {
  readonly name: string;
  readonly input: () => LongInput;
}

export const LONG_RECORDS: readonly LongRecord[] = RECORD_EXAMPLES.flatMap((example) =>
  pathsIn(example).flatMap((path) =>
    Object.entries(LARGE).map(([what, large]) => {
      const name = `record ${(example as { record: string }).record} ${path.join('.')}: ${what}`;
      const input = (): LongInput => ({
        name,
        request: {
          operation: 'importRecords',
          method: 'POST',
          path: '/operator/v1/records',
          headers: [['Authorization', `Bearer ${CANARY.operatorToken}`]],
          body: {
            type: 'application/x-ndjson',
            bytes: Buffer.from(`${lineWith(example, path, large)}\n`.repeat(LINES)),
          },
        },
      });
      return { name, input };
    }),
  ),
);

import { patronSchemas } from '../../../src/records/kinds/patron/patron.schema.js';
import { settingsSchemas } from '../../../src/records/kinds/settings/settings.schema.js';
import { titleSchemas } from '../../../src/records/kinds/title/title.schema.js';
import type { RecordKind, RecordScope } from '../../../src/records/engine/record-kind.js';
import { RecordReader } from '../../../src/records/engine/record-reader.js';

const KINDS = { title: titleSchemas, patron: patronSchemas, settings: settingsSchemas };
const reader = new RecordReader(
  Object.entries(KINDS).map(([name, schemas]) => ({ name, schemas }) as unknown as RecordKind),
);

/** A line of a mebibyte took 1.3 s. The thread's own time, which a busy machine does not change. */
const MAX_MILLISECONDS = 100;

function rejectionOf(line: string, mayApply?: (record: RecordScope) => boolean): string | undefined {
  const before = process.threadCpuUsage();
  const read = reader.read(line, mayApply);
  const { user, system } = process.threadCpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(MAX_MILLISECONDS);
  return 'rejection' in read ? read.rejection : undefined;
}

const MEBIBYTE = 2 ** 20;
const many = (item: string, bytes = MEBIBYTE): string =>
  Array.from({ length: Math.floor(bytes / (item.length + 1)) }, () => item).join();
const titleWith = (members: string): string =>
  `{"record":"title","reserveId":"53be238e-d4d2-5efd-8241-c596634d055e","crossRefId":1,"title":"A","formatClass":"eBook",${members}}`;
const items = (number: number): string => many('{}', 3 * number);
const TOO_MANY = /^has more than 20000 values$/;

test.each([
  ['items of a list', titleWith(`"formats":[],"creators":[${many('{}')}]`), TOO_MANY],
  ['items of a list in a list', titleWith(`"formats":[{"identifiers":[${many('{}')}]}]`), TOO_MANY],
  ['lists', titleWith(`"formats":[${many('[]')}]`), TOO_MANY],
  ['members', titleWith(`"formats":[],${many('"a":0')}`), TOO_MANY],
  ['levels', titleWith(`"formats":${'['.repeat(MEBIBYTE / 2)}`), /^is nested deeper than 8 levels$/],
  [
    'items that are wrong',
    titleWith(`"formats":[${Array.from({ length: 200 }, () => `{"samples":[${items(40)}]}`).join()}]`),
    /^formats\[0\]\.id is missing: [^;]*(?:; formats\[0\]\.samples\[\d\]\.url is missing: [^;]*){4}$/,
  ],
  [
    'items more than it may have',
    titleWith(`"formats":[${items(201)}]`),
    /^formats must be a list of at most 200$/,
  ],
  [
    'unknown members',
    titleWith(`"formats":[],${Array.from({ length: 9_000 }, (_, index) => `"m${index}":0`).join()}`),
    /^title has an unknown member "m0", "m1", "m2", "m3", "m4"$/,
  ],
  [
    'quotes and backslashes',
    titleWith(`"formats":[],"keywords":["${'\\"'.repeat(MEBIBYTE / 2)}"]`),
    /^keywords\[0\] /,
  ],
  [
    'text in a record of another kind',
    `{"record":"patron","websiteId":37,"patronId":1,"category":"${'a'.repeat(MEBIBYTE / 8)}"}`,
    /^is longer than the 131072 bytes of a patron$/,
  ],
])('a line with many %s is refused for little work, and for five reasons at most', (_, line, reason) => {
  expect(rejectionOf(line)).toMatch(reason);
});

test.each([
  ['{"record":"patron","websiteId":37,"patronId":1,"category":"a","patronId":2}'],
  ['{"record":"patron","websiteId":37,"patronId":1,"category":"a","p\\u0061tronId":2}'],
  ['{"record":"patron","record":"settings","websiteId":37}'],
  ['{"record":"patron","websiteId":37,"delete":false,"patronId":1,"delete":true}'],
  [titleWith('"formats":[{"id":"a","id":"b"}]')],
  ['{"record":"patron","__proto__":1,"__proto__":2}'],
])('%s says something twice, and is refused', (line) => {
  expect(rejectionOf(line)).toBe('has the same member twice in one object');
});

test('what a sender may not apply is not read, but for the library that it names', () => {
  const seen: RecordScope[] = [];
  const refuse = (record: RecordScope): boolean => {
    seen.push(record);
    return false;
  };
  expect([
    rejectionOf('{"record":"title","formats":[{}]}', refuse),
    rejectionOf('{"record":"patron","websiteId":37,"patronId":"?"}', refuse),
    rejectionOf('{"record":"patron","websiteId":37,"delete":true}', refuse),
    rejectionOf('{"record":"patron","websiteId":"37"}', refuse),
  ]).toEqual([
    'your role does not permit you to change a title that all libraries share: ask who runs the service, or name one of your own by its externalId, without reserveId',
    'your role does not permit you to change a patron of library 37',
    'your role does not permit you to delete a patron of library 37',
    'websiteId must be a whole number from 1 to 2147483647',
  ]);
  expect(seen.map(({ kind, isRemoval, websiteId }) => [kind, isRemoval, websiteId])).toEqual([
    ['title', false, undefined],
    ['patron', false, 37],
    ['patron', true, 37],
    ['patron', false, undefined],
  ]);
});

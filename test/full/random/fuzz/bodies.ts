import fc from 'fast-check';
import { CANARY } from '../../support/fuzz/canaries.js';
import { type BodyDescription, elementsOf, type Schema } from './operations.js';
import { RECORDS } from './library-records.js';
import { pathsIn, RECORD_EXAMPLES, withValueAt } from './record-examples.js';
import {
  crossRefIdOf,
  emailAddress,
  FORMATS,
  oddJson,
  oddText,
  reserveIdOf,
  titleId,
  TITLES,
  weighted,
} from './values.js';

const IDENTIFIERS = ['id', 'reserveId', 'crossRefId'];

/** A body as it is sent, with its type. */
export interface Body {
  readonly type: string;
  readonly bytes: Buffer;
}

const someTitleIds = fc.array(titleId, { minLength: 1, maxLength: 30 }).map((ids) => ids.join());

/** A value that fits the field or parameter with this schema. */
export function valueFor(name: string, schema: Schema): fc.Arbitrary<string> {
  if (IDENTIFIERS.includes(name)) return titleId;
  if (name === 'emailAddress') return emailAddress;
  if (name === 'products') return someTitleIds;
  if (name === 'q') return fc.constantFrom('zyz', 'quixotically', CANARY.title, 'zyzyvas', 'é', 'a b c');
  if (name === 'title' || name === 'creator') return fc.constantFrom('zyz', 'yclept 3', 'author 1');
  if (name === 'formatType') return fc.constantFrom(...FORMATS);
  if (name === 'reserveIds') return someTitleIds;
  if (name === 'websiteId' || name === 'accountId') return fc.constantFrom('37', '37', '38');
  if (name === 'username') return fc.constant(CANARY.cardNumber);
  if (name === 'password') return fc.constantFrom(CANARY.pin, '');
  if (name === 'scope') return fc.constantFrom('websiteid:37 authorizationname:main', 'websiteid:38');
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum.map(String));
  if (schema.minimum !== undefined || schema.maximum !== undefined)
    return fc.integer({ min: schema.minimum ?? 0, max: schema.maximum ?? 1000 }).map(String);
  const examples = [schema.examples ?? schema.example ?? []].flat().map(String);
  return examples.length > 0 ? fc.constantFrom(...examples) : oddText;
}

/** Mostly the value itself. */
const mostly = (value: fc.Arbitrary<string>): fc.Arbitrary<unknown> =>
  weighted<unknown>([12, value], [1, oddText], [1, oddJson]);

/**
 * A body that its description allows, or almost.
 * @param isTitleInPath the address names the title already
 */
export function bodyFor({ type, schema }: BodyDescription, isTitleInPath: boolean): fc.Arbitrary<Body> {
  const text =
    type === 'application/x-ndjson'
      ? records
      : type === 'application/x-www-form-urlencoded'
        ? formFor(schema)
        : schema.properties?.fields === undefined
          ? clockMove
          : fieldsFor(schema.properties.fields, isTitleInPath);
  return text.map((written) => ({ type, bytes: Buffer.from(written) }));
}

const clockMove = weighted<string>(
  [2, fc.integer({ min: 1, max: 400 * 86_400 }).map((advanceSeconds) => JSON.stringify({ advanceSeconds }))],
  [1, fc.constant('{"reset":true}')],
  [
    1,
    fc
      .record({ advanceSeconds: oddJson, reset: oddJson }, { requiredKeys: [] })
      .map((value) => JSON.stringify(value)),
  ],
);

/** `{"fields":[…]}`: each field once or not at all, sometimes with unknown ones. */
function fieldsFor(schema: Schema, isTitleInPath: boolean): fc.Arbitrary<string> {
  const known = elementsOf(schema).map(({ properties }) => {
    const name = String(properties?.name?.const);
    const value = mostly(valueFor(name, properties?.value ?? {}));
    return { name, field: fc.record({ name: mostlyAsWritten(name), value }) };
  });
  const identifiers = known.filter(({ name }) => IDENTIFIERS.includes(name)).map(({ field }) => field);
  const others = known.filter(({ name }) => !IDENTIFIERS.includes(name)).map(({ field }) => field);
  // Two identifiers would mostly name two titles, which is refused.
  const oneIdentifier =
    identifiers.length === 0 || isTitleInPath
      ? fc.constant<Field[]>([])
      : fc.oneof(...identifiers).map((one) => [one]);
  const some = fc
    .tuple(weighted([8, oneIdentifier], [1, someOf(identifiers)]), someOf(others))
    .map(([first, rest]): unknown[] => [...first, ...rest]);
  const unknown = fc.record({ name: oddJson, value: oddJson }, { requiredKeys: [] });
  return fc
    .tuple(
      some,
      weighted<unknown[]>([8, fc.constant([])], [1, fc.array(unknown, { maxLength: 3 })]),
      fc.nat(),
    )
    .map(([fields, others, order]) => {
      const all = [...fields, ...others];
      return JSON.stringify({ fields: [...all.slice(order % 3), ...all.slice(0, order % 3)] });
    });
}

interface Field {
  readonly name: string;
  readonly value: unknown;
}

const mostlyAsWritten = (name: string): fc.Arbitrary<string> =>
  weighted([8, fc.constant(name)], [1, fc.constant(name.toUpperCase())]);

function someOf(fields: readonly fc.Arbitrary<Field>[]): fc.Arbitrary<Field[]> {
  return fc
    .tuple(...fields.map((field) => fc.option(field, { freq: 4 })))
    .map((chosen) => chosen.filter((field) => field !== null));
}

function formFor({ properties = {} }: Schema): fc.Arbitrary<string> {
  const entries = Object.entries(properties).map(([name, schema]) =>
    fc.option(
      weighted([8, valueFor(name, schema)], [1, oddText]).map((value) => [name, value] as const),
      { freq: 8 },
    ),
  );
  return fc
    .tuple(...entries)
    .map((given) =>
      new URLSearchParams(
        given.flatMap((entry) => (entry === null ? [] : [[...entry] as [string, string]])),
      ).toString(),
    );
}

const manyItems = fc
  .tuple(oddJson, fc.constantFrom(1, 100, 201, 1_001, 20_001))
  .map(([item, length]) => Array.from({ length }, () => item));

/** One of the library's own records, perhaps with an odd member, or a deletion. */
const record: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom(...RECORDS),
    weighted<object>(
      [3, fc.constant({})],
      [1, fc.nat({ max: 3 }).map((copiesOwned) => ({ copiesOwned }))],
      [
        1,
        fc.dictionary(
          fc.constantFrom('name', 'category', 'collections', 'title', 'copiesOwned', 'pin'),
          oddJson,
        ),
      ],
      [1, fc.constant({ delete: true })],
      [
        1,
        fc
          .nat({ max: TITLES - 1 })
          .map((index) => ({ reserveId: reserveIdOf(index), crossRefId: crossRefIdOf(index) })),
      ],
    ),
  )
  .map(([members, others]) => ({ ...members, ...others }));

/** A record of any kind with another value in one place, however deep, or with a member twice. */
const changedRecord: fc.Arbitrary<string> = fc
  .tuple(fc.constantFrom(...RECORD_EXAMPLES), fc.nat(), weighted<unknown>([3, oddJson], [1, manyItems]))
  .map(([example, place, value]) => {
    const paths = pathsIn(example);
    const changed = JSON.stringify(withValueAt(example, paths[place % paths.length] ?? [], value));
    return place % 7 === 0 ? changed.replace('{', `{"record":${JSON.stringify(value) ?? 0},`) : changed;
  });

const records = fc
  .array(
    weighted<string>(
      [6, record.map((each) => JSON.stringify(each))],
      [3, changedRecord],
      [1, oddJson.map((each) => JSON.stringify(each) ?? '')],
    ),
    { maxLength: 4 },
  )
  .map((lines) => lines.join('\n'));

/** No description allows these. */
const ODD_BODIES: readonly Buffer[] = [
  '',
  ' ',
  'null',
  '[]',
  '{}',
  '{"fields":null}',
  '{"fields":{}}',
  '{"fields":[[]]}',
  '{"fields":[{"name":"id"}],"fields":[]}',
  '{"fields":[],"__proto__":{}}',
  `{"fields":[{"name":"id","value":"${'a'.repeat(70_000)}"}]}`,
  `{"fields":${'['.repeat(9)}${']'.repeat(9)}}`,
  `${'['.repeat(30_000)}`,
  '{"fields":[{"name":"emailAddress","value":"\\ud800"}]}',
  '{"fields":[{"name":"emailAddress","value":"\\u0000"}]}',
  `\ufeff{"fields":[]}`,
  `{"fields":[${'{"name":"a"},'.repeat(4_000)}{"name":"b"}]}`,
]
  .map((text) => Buffer.from(text))
  .concat([Buffer.from([0xff, 0xfe, 0x00]), Buffer.from('{"fields":[{"name":"\xe9"}]}', 'latin1')]);

/** Any body, under any type. */
export const oddBody: fc.Arbitrary<Body> = fc.record({
  type: fc.constantFrom(
    'application/json',
    'application/JSON; charset=UTF-8',
    'application/json; charset=latin1',
    'application/vnd.api+json',
    'text/plain',
    'application/x-ndjson',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'nonsense',
    '',
  ),
  bytes: weighted<Buffer>(
    [4, fc.constantFrom(...ODD_BODIES)],
    [2, fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text))],
    [1, fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes))],
  ),
});

/** The body, cut short or with one byte changed. */
export function broken(body: fc.Arbitrary<Body>): fc.Arbitrary<Body> {
  return fc.tuple(body, fc.nat(), fc.nat({ max: 255 })).map(([{ type, bytes }, place, byte]) => {
    const copy = Buffer.from(bytes);
    const at = bytes.length === 0 ? 0 : place % bytes.length;
    if (byte % 2 === 0) return { type, bytes: copy.subarray(0, at) };
    if (copy.length > 0) copy[at] = byte;
    return { type, bytes: copy };
  });
}

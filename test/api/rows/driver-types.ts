import pg from 'pg';

/** How PostgreSQL writes a value of each type that our statements return. The driver says what becomes of it. */
const SAMPLES: Readonly<Record<string, string>> = {
  bool: 't',
  bytea: '\\x00',
  date: '2026-01-01',
  float4: '1',
  float8: '1',
  int2: '1',
  int4: '1',
  int8: '1',
  json: '{}',
  jsonb: '{}',
  name: 'text',
  numeric: '1',
  oid: '1',
  regclass: 'text',
  text: 'text',
  timestamptz: '2026-01-01 00:00:00+00',
  uuid: '00000000-0000-0000-0000-000000000000',
  varchar: 'text',
  void: '',
};

/** A type of PostgreSQL. */
export interface DatabaseType {
  readonly oid: number;
  readonly name: string;
  /** Of the items; undefined if it is no array. */
  readonly item: string | undefined;
}

/** What a column of this type is in a row, as `RowTypes` names it; `json` for what may be anything; undefined if not known. */
export function kindFrom({ oid, name, item }: DatabaseType): string | undefined {
  const sample = SAMPLES[item ?? name];
  if (sample === undefined) return undefined;
  const written = item === undefined ? sample : `{${JSON.stringify(sample)}}`;
  const read = (pg.types.getTypeParser(oid, 'text') as (text: string) => unknown)(written);
  if ((item ?? name).startsWith('json')) return item === undefined || Array.isArray(read) ? 'json' : 'string';
  return kindOf(read);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return `${kindOf(value[0])}[]`;
  if (value instanceof Date) return 'Date';
  if (Buffer.isBuffer(value)) return 'Buffer';
  return typeof value;
}

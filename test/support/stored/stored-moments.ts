import type { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';

/** A time in a row that names a patron or a title, or both. */
export interface StoredMoment {
  readonly table: string;
  /** The column, and the path in it where it has JSON. */
  readonly place: string;
  readonly hasPatron: boolean;
  readonly hasTitle: boolean;
  /** Since 1970. */
  readonly microseconds: bigint;
}

interface Table {
  readonly name: string;
  /** Has a column with a time, or one that may have times in JSON. */
  readonly hasTimes: boolean;
  readonly patronColumns: readonly string[];
  readonly titleColumns: readonly string[];
}

/** Views and tables of PostgreSQL itself have nothing of their own. Tables without rows of people or titles are left out. */
const TABLES = statement<Table>(
  'test-tables-with-times',
  `SELECT format('%I.%I', c.table_schema, c.table_name) AS name,
     bool_or(c.data_type IN ('timestamp with time zone', 'timestamp without time zone', 'date', 'json', 'jsonb', 'ARRAY')) AS "hasTimes",
     COALESCE(array_agg(c.column_name::text) FILTER (WHERE c.column_name ~ '(patron_id|card_number|card_hash|email_address)$'), '{}')
       AS "patronColumns",
     COALESCE(array_agg(c.column_name::text) FILTER (WHERE c.column_name ~ '(reserve_id|cross_ref_id)$'), '{}')
       AS "titleColumns"
   FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
   WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
   GROUP BY c.table_schema, c.table_name ORDER BY 1`,
);

/** The tables that the catalog knows to have a time beside a patron or a title, or JSON that may have all of it. */
export async function tablesWithTimes(database: Database): Promise<readonly Table[]> {
  return (await database.run(TABLES)).filter(({ hasTimes }) => hasTimes);
}

const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?(Z|[+-]\d\d(?::?\d\d)?)$/;

/** As PostgreSQL writes it: a Date has no microseconds. Undefined: it is no time. */
function microsecondsIn(text: string): bigint | undefined {
  const [, day, time, fraction = '', zone] = TIME.exec(text) ?? [];
  if (day === undefined || time === undefined || zone === undefined) return undefined;
  const offset = zone === 'Z' ? 'Z' : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  return BigInt(Date.parse(`${day}T${time}${offset}`)) * 1000n + BigInt(fraction.padEnd(6, '0'));
}

type Found = readonly [place: string, value: string];

function valuesIn(value: unknown, place: string): Found[] {
  if (typeof value === 'string') return [[place, value]];
  if (typeof value === 'number') return [[place, String(value)]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    valuesIn(member, Array.isArray(value) ? place : place === '' ? key : `${place}.${key}`),
  );
}

/** Every time of every row that names a patron or a title. */
export async function storedMoments(database: Database): Promise<StoredMoment[]> {
  const found: StoredMoment[] = [];
  for (const { name, patronColumns, titleColumns } of await tablesWithTimes(database)) {
    const rows = await database.run(
      statement<{ row: Readonly<Record<string, unknown>> }>(
        `test-moments-of-${name}`,
        `SELECT to_jsonb(t) AS row FROM ${name} t`,
      ),
    );
    for (const { row } of rows) {
      const values = valuesIn(row, '');
      const names = (columns: readonly string[], member: RegExp): boolean =>
        columns.some((column) => row[column] !== null) || values.some(([place]) => member.test(place));
      const hasPatron = names(patronColumns, /\.(?:patronId|emailAddress|cardNumber)$/);
      const hasTitle = names(titleColumns, /\.(?:reserveId|crossRefId)$/);
      if (!hasPatron && !hasTitle) continue;
      for (const [place, text] of values) {
        const microseconds = microsecondsIn(text);
        if (microseconds !== undefined) found.push({ table: name, place, hasPatron, hasTitle, microseconds });
      }
    }
  }
  return found;
}

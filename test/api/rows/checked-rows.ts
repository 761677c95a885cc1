import { fileURLToPath } from 'node:url';
import { loadModule, parseSync } from 'libpg-query';
import pg from 'pg';
import type { Statement } from '../../../src/platform/database/statement.js';
import { originOf } from '../../support/stored/statement-origins.js';
import { type DatabaseType, kindFrom } from './driver-types.js';
import { describe } from './described.js';
import { mismatches, type ResultColumn } from './mismatches.js';
import { columnsOf } from './queries.js';
import { RowTypes } from './row-types.js';
import { type Column, emptyScope, type Nullness, type Tables } from './scope.js';

const PROJECT = fileURLToPath(new URL('../../..', import.meta.url)).replace(/\/$/, '');

await loadModule();

export interface CheckedStatement {
  /** One line each. */
  readonly mismatches: readonly string[];
  /** How many columns have a type. */
  readonly columns: number;
  /** Those of which nothing says whether they can be NULL. */
  readonly unknown: readonly string[];
  /** Those that hold JSON. */
  readonly json: readonly string[];
  /** Why PostgreSQL does not know the statement. */
  readonly refused?: string;
}

const NOTHING: CheckedStatement = { mismatches: [], columns: 0, unknown: [], json: [] };

/** Compares the rows of statements with their types in TypeScript. */
export class CheckedRows {
  private constructor(
    private readonly client: pg.Client,
    private readonly rowTypes: RowTypes,
    private readonly types: ReadonlyMap<number, DatabaseType>,
    private readonly tables: Tables,
  ) {}

  static async open(url: string, statements: readonly Statement[]): Promise<CheckedRows> {
    const client = new pg.Client(url);
    await client.connect();
    const files = statements.flatMap((each) => originOf(each).map(({ file }) => file));
    const ours = [...new Set(files)].filter(
      (file) => file.startsWith(PROJECT) && !file.includes('/node_modules/'),
    );
    return new CheckedRows(
      client,
      new RowTypes(PROJECT, ours),
      await readTypes(client),
      await readTables(client),
    );
  }

  async check(statement: Statement): Promise<CheckedStatement> {
    const row = this.rowTypes.rowOf(originOf(statement));
    let described;
    try {
      described = await describe(this.client, statement.text);
    } catch (error) {
      return { ...NOTHING, refused: (error as Error).message };
    }
    // Without a type, no code can name a column of it.
    if (row.members.length === 0 && !row.isOpen) return NOTHING;
    const nullness = nullnessOfColumns(statement.text, this.tables);
    const columns = described.map(({ name, type }, index): ResultColumn => {
      const found = this.types.get(type) ?? { oid: type, name: String(type), item: undefined };
      return {
        name,
        type: found.name,
        kind: kindFrom(found),
        nullness: nullness?.[index]?.nullness ?? 'unknown',
      };
    });
    const named = (is: (column: ResultColumn) => boolean): string[] =>
      columns.filter(is).map(({ name }) => name);
    return {
      mismatches: mismatches(columns, row),
      columns: columns.length,
      unknown: named(({ nullness: own }) => own === 'unknown'),
      json: named(({ kind }) => kind === 'json'),
    };
  }

  /** Of each column of a query, whether it can be NULL. */
  nullness(sql: string): Nullness[] | undefined {
    return nullnessOfColumns(sql, this.tables)?.map((column) => column.nullness);
  }

  close(): Promise<void> {
    return this.client.end();
  }
}

function nullnessOfColumns(sql: string, tables: Tables): readonly Column[] | undefined {
  const [only] = parseSync(sql).stmts ?? [];
  return only?.stmt && columnsOf(only.stmt, emptyScope(tables));
}

async function readTypes(client: pg.Client): Promise<Map<number, DatabaseType>> {
  const { rows } = await client.query<{ oid: number; name: string; item: string | null }>(
    `SELECT t.oid, t.typname AS name, i.typname AS item
     FROM pg_type t LEFT JOIN pg_type i ON i.oid = t.typelem AND t.typcategory = 'A'`,
  );
  return new Map(rows.map(({ oid, name, item }) => [oid, { oid, name, item: item ?? undefined }]));
}

/** Those that need no schema's name, and those of all schemas with it. Of a view's columns nothing is known. */
async function readTables(client: pg.Client): Promise<Map<string, Column[]>> {
  const { rows } = await client.query<{ schema: string; table: string; seen: boolean; columns: Column[] }>(
    `SELECT n.nspname AS schema, c.relname AS table, pg_table_is_visible(c.oid) AS seen,
       json_agg(json_build_object('name', a.attname, 'nullness',
         CASE WHEN a.attnotnull THEN 'never' WHEN c.relkind = 'v' THEN 'unknown' ELSE 'maybe' END)
         ORDER BY a.attnum) AS columns
     FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE a.attnum > 0 AND NOT a.attisdropped AND c.relkind IN ('r', 'p', 'v', 'm') GROUP BY 1, 2, 3`,
  );
  return new Map(
    rows.flatMap(({ schema, table, seen, columns }) => [
      [`${schema}.${table}`, columns],
      ...(seen ? [[table, columns] as [string, Column[]]] : []),
    ]),
  );
}

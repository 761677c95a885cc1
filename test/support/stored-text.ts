import type { Database } from '../../src/platform/database/database.js';
import { statement } from '../../src/platform/database/statement.js';

const TABLES = statement(
  'test-all-tables',
  `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
   WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
);

/** The names of all tables, qualified by their schemas. */
export async function tableNames(database: Database): Promise<string[]> {
  const tables = await database.run<{ name: string }>(TABLES);
  return tables.map(({ name }) => name);
}

/** The tables of all schemas with a row that contains `text`, in any case, or its bytes. */
export async function tablesWith(database: Database, text: string): Promise<string[]> {
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  for (const name of await tableNames(database)) {
    const rows = statement(
      `test-rows-of-${name}`,
      `SELECT 1 FROM ${name} AS the_row
       WHERE strpos(lower(the_row::text), lower($1)) > 0 OR strpos(the_row::text, $2) > 0 LIMIT 1`,
    );
    if ((await database.run(rows, [text, hex])).length > 0) found.push(name);
  }
  return found;
}

import type { Database } from '../../../src/platform/database/database.js';
import { statement } from '../../../src/platform/database/statement.js';
import type { PatronAndTitle } from '../test-library.js';

const TABLES = statement<{ name: string }>(
  'test-all-tables',
  `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
   WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') ORDER BY 1`,
);

/** The names of all tables, qualified by their schemas. */
export async function tableNames(database: Database): Promise<string[]> {
  const tables = await database.run(TABLES);
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

/** Every row of every table that contains both the title and the patron's number or address. */
export async function rowsLinking(database: Database, { patron, title }: PatronAndTitle): Promise<string[]> {
  const tables = await tableNames(database);
  const patronPattern = new RegExp(`"(?:patron_?id|patronId)": ${patron.patronId}\\b|${patron.emailAddress}`);
  const rows = await Promise.all(
    tables.map((name) =>
      database.run(
        statement<{ text: string }>(`test-rows-${name}`, `SELECT to_jsonb(t)::text AS text FROM ${name} t`),
      ),
    ),
  );
  return rows
    .flat()
    .map(({ text }) => text)
    .filter((text) => text.includes(title.reserveId) && patronPattern.test(text));
}

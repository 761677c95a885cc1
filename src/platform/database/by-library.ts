import type { Connection, Statement } from './statement.js';

/** A row of a library. Each statement concerns one library only (decision 3). */
interface OfLibrary {
  readonly websiteId: number;
}

/** Rows that are passed to a statement as JSON. */
export interface ColumnTable {
  /** For FROM: the table `given`, with a column for each member, and `line`, from 1. */
  readonly sql: string;
  readonly members: readonly string[];
}

/** @param types the SQL types of the members: `reserveId: 'uuid'` makes a column `reserve_id` */
export function columnTable(types: Readonly<Record<string, string>>, parameter = '$2'): ColumnTable {
  const members = Object.keys(types);
  const typed = Object.entries(types).map(([member, type]) => `"${member}" ${type}`);
  return {
    sql: `ROWS FROM (jsonb_to_recordset(${parameter}::jsonb) AS (${typed.join(', ')})) WITH ORDINALITY
      AS given (${members.map(columnOf).join(', ')}, line)`,
    members,
  };
}

export function columnOf(member: string): string {
  return member.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Runs statements for the rows of each library: $1 is its number, $2 its rows. */
export async function runForEach<Row extends OfLibrary>(
  connection: Connection,
  statements: readonly Statement[],
  { members }: ColumnTable,
  rows: readonly Row[],
): Promise<void> {
  await inEachLibrary(rows, async (websiteId, own) => {
    const values = [websiteId, JSON.stringify(own, [...members])];
    await Promise.all(statements.map((statement) => connection.run(statement, values)));
  });
}

/** Like `runForEach`, for one statement that returns a row for each row that it gets, in the same order. */
export async function readForEach<Row extends OfLibrary, Found>(
  connection: Connection,
  statement: Statement<Found>,
  { members }: ColumnTable,
  rows: readonly Row[],
): Promise<Found[]> {
  const results = new Map<Row, Found>();
  await inEachLibrary(rows, async (websiteId, own) => {
    const found = await connection.run(statement, [websiteId, JSON.stringify(own, [...members])]);
    own.forEach((row, index) => results.set(row, found[index] as Found));
  });
  return rows.map((row) => results.get(row) as Found);
}

/** Runs `work` for the rows of each library, in the order of the libraries' numbers. */
export async function inEachLibrary<Row extends OfLibrary>(
  rows: readonly Row[],
  work: (websiteId: number, rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const libraries = [...Map.groupBy(rows, ({ websiteId }) => websiteId)].sort(([a], [b]) => a - b);
  for (const [websiteId, own] of libraries) await work(websiteId, own);
}

import pg from 'pg';
import type { Database } from '../../../src/platform/database/database.js';
import type { Connection } from '../../../src/platform/database/statement.js';
import type { Sample } from './every-statement.js';

/** How Citus runs a statement. */
export interface ClusterPlan {
  /** Why Citus does not run it. */
  readonly refusal?: string;
  /** On how many shards each of its parts runs. */
  readonly tasks: readonly number[];
}

/** Violated constraints, also where Citus loses their SQLSTATE: the values of these runs mean nothing. */
const ABOUT_DATA = /violates (foreign key|check) constraint/;

/** Runs of a prepared statement before PostgreSQL may plan it for any values, and one more. */
const RUNS = 7;
const UNDONE = new Error('Nothing is kept.');

/** Runs a statement for a library on one connection, as the service sends it, and undoes it. */
export async function runOnCluster(database: Database, sample: Sample): Promise<ClusterPlan> {
  let tasks: number[] = [];
  try {
    await database.transaction(async (connection) => {
      const types = await typesIn(connection, sample);
      tasks = await countTasks(connection, sample.text, types);
      for (let run = 0; run < RUNS; run += 1)
        await connection.run(sample, sample.values ?? types.map((type) => valueIn(sample.text, type)));
      throw UNDONE;
    });
  } catch (error) {
    if (error === UNDONE) return { tasks };
    const thrown = error instanceof Error ? (error.cause ?? error) : error;
    if (!(thrown instanceof pg.DatabaseError)) throw error;
    return { tasks, ...(!ABOUT_DATA.test(thrown.message) && { refusal: thrown.message }) };
  }
  throw new Error('A transaction that fails has ended well.');
}

async function typesIn(connection: Connection, { text }: Sample): Promise<string[]> {
  await connection.run({ name: '', text: `PREPARE stated AS ${text}` });
  const rows = await connection.run<{ type: string }>({
    name: '',
    text: `SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 'stated'`,
  });
  await connection.run({ name: '', text: 'DEALLOCATE stated' });
  return rows.map(({ type }) => type);
}

/** With the values in the text: Citus does not explain every statement with parameters. */
async function countTasks(connection: Connection, text: string, types: readonly string[]): Promise<number[]> {
  const stated = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const type = types[Number(number) - 1] ?? '';
    return `'${valueIn(text, type)}'::${type}`;
  });
  const [plan] = await connection.run<{ 'QUERY PLAN': unknown }>({
    name: '',
    text: `EXPLAIN (FORMAT JSON) ${stated}`,
  });
  return tasksIn(plan?.['QUERY PLAN']);
}

const VALUES: Readonly<Record<string, string>> = {
  boolean: 'true',
  bytea: String.raw`\x00`,
  date: '2026-01-01',
  json: '[]',
  jsonb: '[]',
  // A word, and a time zone.
  text: 'UTC',
  'timestamp with time zone': '2026-01-01T00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/** A list, where the statement does not take the members of an object. */
function valueIn(text: string, type: string): string {
  return type === 'jsonb' && text.includes('jsonb_each') ? '{}' : valueOf(type);
}

function valueOf(type: string): string {
  const element = /^(.*)\[\]$/.exec(type)?.[1];
  if (element !== undefined) return `{"${valueOf(element).replace('\\', '\\\\')}"}`;
  // Numbers, also of libraries.
  return VALUES[type] ?? '37';
}

function tasksIn(plan: unknown): number[] {
  if (typeof plan !== 'object' || plan === null) return [];
  return Object.entries(plan).flatMap(([name, value]) =>
    name === 'Task Count' ? [Number(value)] : tasksIn(value),
  );
}

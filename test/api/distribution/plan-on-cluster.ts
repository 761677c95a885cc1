import pg from 'pg';

/** How Citus runs a statement. */
export interface ClusterPlan {
  /** Why Citus does not run it. */
  readonly refusal?: string;
  /** On how many shards, in all its parts; 0: it needs none. */
  readonly tasks: number;
}

/** Violated constraints, also where Citus loses their SQLSTATE: the values of these runs mean nothing. */
const ABOUT_DATA = /violates (foreign key|check) constraint/;

/** Runs a statement for a library, and undoes it. */
export async function runOnCluster(session: pg.Client, text: string): Promise<ClusterPlan> {
  await session.query('BEGIN');
  try {
    await session.query(`PREPARE stated AS ${text}`);
    const { rows } = await session.query<{ type: string }>(
      `SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 'stated'`,
    );
    const types = rows.map(({ type }) => type);
    const tasks = await countTasks(session, text, types);
    await session.query(text, types.map(valueOf));
    return { tasks };
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error;
    return { tasks: 0, ...(!ABOUT_DATA.test(error.message) && { refusal: error.message }) };
  } finally {
    await session.query('ROLLBACK; DEALLOCATE ALL');
  }
}

/** With the values in the text: Citus does not explain every statement with parameters. */
async function countTasks(session: pg.Client, text: string, types: readonly string[]): Promise<number> {
  const stated = text.replaceAll(/\$(\d+)/g, (_, number: string) => {
    const type = types[Number(number) - 1] ?? '';
    return `'${valueOf(type)}'::${type}`;
  });
  const { rows } = await session.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (FORMAT JSON) ${stated}`);
  return tasksIn(rows[0]?.['QUERY PLAN']);
}

const VALUES: Readonly<Record<string, string>> = {
  boolean: 'true',
  bytea: String.raw`\x00`,
  date: '2026-01-01',
  json: '[]',
  jsonb: '[]',
  text: 'word',
  'timestamp with time zone': '2026-01-01T00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};

function valueOf(type: string): string {
  const element = /^(.*)\[\]$/.exec(type)?.[1];
  if (element !== undefined) return `{"${valueOf(element).replace('\\', '\\\\')}"}`;
  // Numbers, also of libraries.
  return VALUES[type] ?? '37';
}

function tasksIn(plan: unknown): number {
  if (typeof plan !== 'object' || plan === null) return 0;
  return Object.entries(plan)
    .map(([name, value]) => (name === 'Task Count' ? Number(value) : tasksIn(value)))
    .reduce((sum, number) => sum + number, 0);
}

import type pg from 'pg';
import type { SentStatement } from './intercept-statements.js';

/** The cost of one run of a statement, as PostgreSQL counts it. */
export interface Cost {
  readonly statement: string;
  /** The rows that its scans read, including those that a filter removed. */
  readonly rows: number;
  /** Page reads, of 8 KiB each. */
  readonly buffers: number;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

/**
 * Runs the statement with a generic plan, as the service does, in the open transaction of `client` if there is one, and rolls
 * it back.
 */
export async function explain(
  client: pg.Client,
  { name = 'unnamed', text, values }: SentStatement,
): Promise<Cost> {
  const isOutside = (await isOutsideTransaction(client)) ? 'BEGIN;' : '';
  await client.query(`${isOutside} SAVEPOINT explained`);
  await client.query(`PREPARE explained AS ${text}`);
  const parameters =
    values.length === 0 ? '' : `(${values.map((value) => literal(value as Value)).join(', ')})`;
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE explained${parameters}`,
  );
  await client.query(`DEALLOCATE explained; ROLLBACK ${isOutside === '' ? 'TO explained' : ''}`);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan;
  if (plan === undefined) throw new Error(`There is no plan for ${name}.`);
  const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { statement: name, rows: scanned(plan), buffers };
}

async function isOutsideTransaction(client: pg.Client): Promise<boolean> {
  // Outside a transaction every statement has its own, which starts with it.
  const { rows } = await client.query<{ outside: boolean }>(
    'SELECT now() = statement_timestamp() AS outside',
  );
  return rows[0]?.outside ?? true;
}

/** The rows of tables and indexes. Those of CTEs and functions are counted in their own scans. */
function scanned(node: PlanNode): number {
  const isScan = /^(?:Seq|Index|Index Only|Bitmap Heap|Sample|Tid) Scan$/.test(node['Node Type']);
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = isScan ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + scanned(child), Math.round(own));
}

/** A parameter as the stores pass it to the driver. */
type Value = string | number | boolean | Buffer | Date | null | readonly Value[];

function literal(value: Value): string {
  if (value === null) return 'NULL';
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'`;
  if (value instanceof Date) return quote(value.toISOString());
  if (typeof value === 'object') return quote(`{${value.map(elementOf).join(',')}}`);
  return quote(String(value));
}

function elementOf(value: Value): string {
  if (value === null) return 'NULL';
  return JSON.stringify(value instanceof Date ? value.toISOString() : value);
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

import type pg from 'pg';
import type { SaidStatement } from './overhear.js';

/** What one run of a statement took, as PostgreSQL counted it. */
export interface Cost {
  readonly statement: string;
  /** Rows that its scans looked at, those included that a filter then threw away. */
  readonly rows: number;
  /** Pages of 8 KiB, each time one was looked at. */
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
 * Runs the statement, planned as the service has its statements planned, in the transaction that `client` has open if it has
 * one, and takes back what it did.
 */
export async function explain(
  client: pg.Client,
  { name = 'unnamed', text, values }: SaidStatement,
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
  if (plan === undefined) throw new Error(`There is no plan of ${name}.`);
  const buffers = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
  return { statement: name, rows: scanned(plan), buffers };
}

async function isOutsideTransaction(client: pg.Client): Promise<boolean> {
  // Outside of one, every statement is a transaction of its own, which has begun just now.
  const { rows } = await client.query<{ outside: boolean }>(
    'SELECT now() = statement_timestamp() AS outside',
  );
  return rows[0]?.outside ?? true;
}

/** Rows of tables and indexes; those of CTEs, functions and values are counted where they come from. */
function scanned(node: PlanNode): number {
  const isScan = /^(?:Seq|Index|Index Only|Bitmap Heap|Sample|Tid) Scan$/.test(node['Node Type']);
  const removed = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  const own = isScan ? (node['Actual Rows'] + removed) * node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum, child) => sum + scanned(child), Math.round(own));
}

/** A value as the stores give it to the driver. */
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

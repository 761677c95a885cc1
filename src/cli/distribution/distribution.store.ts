import { CLUSTER_VERSION } from '../../platform/database/cluster.store.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { TableCatalog, CatalogReference, CatalogTable, Placement } from './distribution-plan.store.js';

/** Undefined: the database has no Citus. */
export const findCitusVersion = CLUSTER_VERSION.value('version');

export interface CitusCluster {
  readonly isCoordinator: boolean;
  readonly knowsCoordinator: boolean;
  readonly workers: number;
}

export const readCluster = statement<CitusCluster>(
  'distribution-cluster',
  `SELECT citus_is_coordinator() AS "isCoordinator",
     EXISTS (SELECT FROM pg_dist_node WHERE groupid = 0) AS "knowsCoordinator",
     (SELECT count(*)::int FROM pg_dist_node WHERE groupid <> 0 AND isactive) AS workers`,
).one();

/** Nodes that cannot reach others, such as `db2:5432 from db1:5432`. */
export const findUnreachableNodes = statement<{ node: string }>(
  'distribution-unreachable',
  `SELECT DISTINCT format('%s:%s from %s:%s', to_nodename, to_nodeport, from_nodename, from_nodeport) AS node
   FROM citus_check_cluster_node_health() WHERE result IS NOT TRUE ORDER BY 1`,
).column('node');

const TABLES = statement<Omit<CatalogTable, 'kept'>>(
  'distribution-tables',
  `SELECT c.relname AS name,
     COALESCE((SELECT json_agg(a.attname ORDER BY a.attnum) FROM pg_index i
               JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
               WHERE i.indrelid = c.oid AND i.indisprimary), '[]') AS "primaryKey",
     COALESCE((SELECT json_object_agg(of_index.name, of_index.columns) FROM (
                 SELECT i.indexrelid::regclass::text AS name,
                   COALESCE(json_agg(a.attname) FILTER (WHERE a.attname IS NOT NULL), '[]') AS columns
                 FROM pg_index i
                 LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = ANY (i.indkey::int2[])
                 WHERE i.indrelid = c.oid AND i.indisunique GROUP BY 1) of_index), '{}') AS "uniqueIndexes",
     COALESCE((SELECT json_agg(t.tgname ORDER BY t.tgname) FROM pg_trigger t
               WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgname NOT LIKE 'truncate_trigger%'), '[]') AS triggers
   FROM pg_class c
   WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
     AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = c.oid AND d.deptype = 'e')
   ORDER BY 1`,
);

const REFERENCES = statement<CatalogReference>(
  'distribution-references',
  `SELECT f.conname AS name, c.relname AS from, t.relname AS to, pg_get_constraintdef(f.oid) AS definition
   FROM pg_constraint f JOIN pg_class c ON c.oid = f.conrelid JOIN pg_class t ON t.oid = f.confrelid
   WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace ORDER BY c.relname, f.conname`,
);

const PLACEMENTS = statement<{ name: string; placement: Placement }>(
  'distribution-placements',
  `SELECT table_name::text AS name, citus_table_type AS placement FROM citus_tables`,
);

/** @param hasCitus without it, Citus knows no table */
export async function readCatalog(connection: Connection, hasCitus: boolean): Promise<TableCatalog> {
  const tables = await connection.run(TABLES);
  const references = await connection.run(REFERENCES);
  const rows = hasCitus ? await connection.run(PLACEMENTS) : [];
  const placements = new Map(rows.map(({ name, placement }) => [name, placement]));
  return {
    tables: tables.map((table) => ({ ...table, kept: placements.get(table.name) ?? null })),
    references,
  };
}

const ONE_AT_A_TIME = statement(
  'distribution-one-at-a-time',
  `SELECT pg_advisory_xact_lock(hashtextextended('holdfast distribute', 0))`,
);

/** The transaction creates tables and references on the nodes, which Citus cannot do on several connections to one node. */
const ON_ONE_CONNECTION = statement(
  'distribution-on-one-connection',
  `SET LOCAL citus.multi_shard_modify_mode = 'sequential'`,
);

/** Until the transaction ends, no other process distributes tables. */
export async function beginDistribution(connection: Connection): Promise<void> {
  await connection.run(ONE_AT_A_TIME);
  await connection.run(ON_ONE_CONNECTION);
}

/** @param step one of the plan's statements */
export async function executeStep(connection: Connection, step: string): Promise<void> {
  await connection.run({ name: '', text: step });
}

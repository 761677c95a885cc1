/** A table as the database's catalog describes it. */
export interface CatalogTable {
  readonly name: string;
  readonly primaryKey: readonly string[];
  /** The columns of each unique index, by the index's name. */
  readonly uniqueIndexes: Readonly<Record<string, readonly string[]>>;
  readonly triggers: readonly string[];
  /** How Citus keeps it; null: only this node has it. */
  readonly kept: Placement | null;
}

export interface CatalogReference {
  readonly name: string;
  readonly from: string;
  readonly to: string;
  /** As in ALTER TABLE … ADD CONSTRAINT. */
  readonly definition: string;
}

export interface TableCatalog {
  readonly tables: readonly CatalogTable[];
  readonly references: readonly CatalogReference[];
}

/**
 * Where the rows of a table are (`cluster.store.ts` says which statements have a form of their own for it):
 * - `distributed`: each library's rows are together on one node;
 * - `reference`: all rows are on every node;
 * - `local`: on the coordinator, where other nodes find them.
 */
export type Placement = 'distributed' | 'reference' | 'local';

/** The column by which the tables of libraries are distributed. */
const LIBRARY = 'website_id';

/** All libraries share titles. Patron numbers are unique in the service, which only a table on every node can check. */
const ON_EVERY_NODE = ['title', 'search_word', 'patron_directory'];
/** These rows have no library, or are looked up before it is known: tokens, clients, bookmarks, staff, ranges of addresses. */
const ON_COORDINATOR = [
  'client',
  'access_token',
  'catalog_bookmark',
  'failed_sign_ins',
  'staff',
  'staff_role',
  'staff_role_in_all_libraries',
  'staff_session',
  // Events have one order for all libraries.
  'event',
  'event_stream',
  // Webhooks are on the same node as the events.
  'webhook',
  'webhook_attempt',
  'webhook_retry',
  // Keys of the whole service.
  'token_key',
  'push_key',
];
/** Used on the coordinator only: migrations, where mail is sent from, and the clock's offset, from which the function service_now is made. */
const UNKNOWN_TO_CITUS = ['_prisma_migrations', '_migration_release', 'mail_origin', 'service_clock'];

/**
 * Where a table belongs; null: Citus need not know it.
 * @throws Error for an unknown table
 */
export function placementOf({
  name,
  primaryKey,
}: Pick<CatalogTable, 'name' | 'primaryKey'>): Placement | null {
  if (ON_EVERY_NODE.includes(name)) return 'reference';
  if (ON_COORDINATOR.includes(name)) return 'local';
  if (UNKNOWN_TO_CITUS.includes(name)) return null;
  if (primaryKey.includes(LIBRARY)) return 'distributed';
  throw new Error(
    `Table ${name} is neither keyed by ${LIBRARY} nor listed: say in distribution-plan.store.ts where it belongs.`,
  );
}

/** Why a table cannot be distributed, one sentence each. */
export function obstaclesIn({ tables }: TableCatalog): string[] {
  return tables
    .filter((table) => placementOf(table) === 'distributed')
    .flatMap(({ name, uniqueIndexes, triggers }) => [
      ...Object.entries(uniqueIndexes)
        .filter(([, columns]) => !columns.includes(LIBRARY))
        .map(([index]) => `The unique index ${index} of ${name} does not contain ${LIBRARY}.`),
      ...triggers.map((trigger) => `${name} has the trigger ${trigger}, which Citus does not support.`),
    ]);
}

/**
 * The statements that put every table where it belongs, for one transaction; none if each is there already. Citus cannot distribute a table
 * that references one that is not distributed yet, in any order, so references are dropped and added again.
 */
export function planDistribution(catalog: TableCatalog): string[] {
  const moved = catalog.tables.filter((table) => placementOf(table) !== table.kept);
  if (moved.length === 0) return [];
  const names = new Set(moved.map(({ name }) => name));
  const references = catalog.references.filter(({ from, to }) => names.has(from) || names.has(to));
  const at = (placement: Placement): string[] =>
    moved.filter((table) => placementOf(table) === placement).map(({ name }) => name);
  return [
    ...references.map(({ from, name }) => `ALTER TABLE ${quoted(from)} DROP CONSTRAINT ${quoted(name)}`),
    ...at('reference').map((name) => `SELECT create_reference_table(${literal(name)})`),
    ...rootFirst(at('distributed')).map((name) =>
      name === ROOT
        ? `SELECT create_distributed_table(${literal(name)}, ${literal(LIBRARY)})`
        : `SELECT create_distributed_table(${literal(name)}, ${literal(LIBRARY)}, colocate_with => ${literal(ROOT)})`,
    ),
    ...at('local').map((name) => `SELECT citus_add_local_table_to_metadata(${literal(name)})`),
    ...references.map(
      ({ from, name, definition }) =>
        `ALTER TABLE ${quoted(from)} ADD CONSTRAINT ${quoted(name)} ${definition}`,
    ),
    // Nodes compute the function themselves. Later changes of it follow.
    `SELECT create_distributed_function('service_now()')`,
  ];
}

/** All others are placed together with it. */
const ROOT = 'library';

function rootFirst(names: readonly string[]): string[] {
  return [...names].sort((a, b) => Number(b === ROOT) - Number(a === ROOT) || (a < b ? -1 : 1));
}

const quoted = (name: string): string => `"${name}"`;
const literal = (text: string): string => `'${text}'`;

import type { Node } from 'libpg-query';

/** Whether a value can be NULL. `unknown`: the SQL alone does not say. */
export type Nullness = 'never' | 'maybe' | 'unknown';

export interface Column {
  readonly name: string;
  readonly nullness: Nullness;
  /** Of a source that an outer join may miss. */
  readonly outerJoin?: OuterJoin;
}

export interface OuterJoin {
  /** The same for all its columns: where one is not NULL, its row is there. */
  readonly source: object;
  /** Whether the column can be NULL in a row that is there. */
  readonly nullness: Nullness;
}

export type Present = Column | string;

/** A table, a query or a function in FROM. */
export interface Source {
  readonly name: string;
  /** Undefined: not known. */
  readonly columns: readonly Column[] | undefined;
}

/** What an expression can name. */
export interface Scope {
  readonly sources: readonly Source[];
  /** Columns that a condition has found not to be NULL, and the text of such a COALESCE. */
  readonly present: ReadonlySet<Present>;
  /** Columns that a join merges by USING. */
  readonly merged: ReadonlySet<string>;
  /** The queries of WITH. */
  readonly queries: ReadonlyMap<string, readonly Column[] | undefined>;
  readonly tables: Tables;
  readonly outer: Scope | undefined;
  /** Groups have at least one row each; without GROUP BY, an aggregate may have none. */
  readonly isGrouped: boolean;
}

/** The columns of the database's tables. */
export type Tables = ReadonlyMap<string, readonly Column[]>;

export const emptyScope = (tables: Tables): Scope => ({
  sources: [],
  present: new Set(),
  merged: new Set(),
  queries: new Map(),
  tables,
  outer: undefined,
  isGrouped: false,
});

/** Inside a query: the outer columns are still seen, and what is known of them. */
export const within = (outer: Scope): Scope => ({
  ...emptyScope(outer.tables),
  queries: outer.queries,
  outer,
});

export const withPresent = (scope: Scope, present: readonly Present[]): Scope =>
  present.length === 0 ? scope : { ...scope, present: new Set([...scope.present, ...present]) };

export const textOf = (node: Node): string =>
  'String' in node ? (node.String.sval ?? '') : 'A_Star' in node ? '*' : '';

/** The column that a reference names, here or outside; undefined if that is not known. */
export function findColumn(scope: Scope, fields: readonly Node[]): Column | undefined {
  const [name = '', source] = fields.map(textOf).reverse();
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer) {
    const sources = each.sources.filter((one) => source === undefined || one.name === source);
    const found = sources.flatMap(({ columns = [] }) => columns).find((column) => column.name === name);
    if (found !== undefined) return found;
    if (source !== undefined && sources.length > 0) return undefined;
    if (sources.some(({ columns }) => columns === undefined)) return undefined;
  }
  return undefined;
}

export function nullnessOf(scope: Scope, column: Column | undefined): Nullness {
  if (column === undefined) return 'unknown';
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer)
    if (each.present.has(column)) return 'never';
  const { outerJoin } = column;
  return outerJoin !== undefined && isThere(scope, outerJoin.source) ? outerJoin.nullness : column.nullness;
}

function isThere(scope: Scope, source: object): boolean {
  for (let each: Scope | undefined = scope; each !== undefined; each = each.outer)
    for (const one of each.present)
      if (typeof one === 'object' && one.outerJoin?.source === source) return true;
  return false;
}

/** NULL if any of them is. */
export function anyOf(all: readonly Nullness[]): Nullness {
  if (all.includes('maybe')) return 'maybe';
  return all.every((each) => each === 'never') ? 'never' : 'unknown';
}

/** NULL only if all of them are. */
export function allOf(all: readonly Nullness[]): Nullness {
  if (all.includes('never')) return 'never';
  return all.includes('unknown') ? 'unknown' : 'maybe';
}

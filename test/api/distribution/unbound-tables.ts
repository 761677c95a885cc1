import { loadModule, parseSync } from 'libpg-query';

await loadModule();

type Node = Readonly<Record<string, unknown>>;

/** A table of a query, by the name that the query calls it. */
type Tables = Map<string, string>;

const LIBRARY = 'website_id';

/**
 * The tables of libraries that a statement names without saying by a parameter which library it means: by
 * `website_id = $1`, by comparing the column with that of such a table of the same query, or by inserting `$1`.
 * @param perLibrary the names of these tables
 */
export function unboundTables(sql: string, perLibrary: ReadonlySet<string>): string[] {
  const { stmts } = parseSync(sql) as { stmts: readonly { stmt: Node }[] };
  return stmts.flatMap(({ stmt }) => unboundIn(stmt, perLibrary, new Set()));
}

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt'];

/** Looks at each query by itself, whether it is the statement, in a WITH, in FROM, or in an expression. */
function unboundIn(node: unknown, perLibrary: ReadonlySet<string>, named: ReadonlySet<string>): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => unboundIn(each, perLibrary, named));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([kind, value]) => {
    if (!QUERIES.includes(kind) && !isNestedSelect(kind, value)) return unboundIn(value, perLibrary, named);
    const query = value as Node;
    const names = new Set([...named, ...commonTablesOf(query)]);
    return [...unboundHere(query, perLibrary, names), ...unboundIn(query, perLibrary, names)];
  });
}

/** The parts of a UNION are not wrapped in their kind. */
const isNestedSelect = (kind: string, value: unknown): boolean =>
  ['larg', 'rarg'].includes(kind) &&
  typeof value === 'object' &&
  value !== null &&
  'op' in value &&
  'limitOption' in value;

function commonTablesOf(query: Node): string[] {
  const { ctes = [] } = (query.withClause ?? {}) as {
    ctes?: readonly { CommonTableExpr: { ctename: string } }[];
  };
  return ctes.map(({ CommonTableExpr: { ctename } }) => ctename);
}

function unboundHere(query: Node, perLibrary: ReadonlySet<string>, named: ReadonlySet<string>): string[] {
  const tables: Tables = new Map();
  const same: string[][] = [];
  const bound = new Set<string>();
  const isPerLibrary = (name: string): boolean => perLibrary.has(name) && !named.has(name);
  const target = query.relation as RangeVar | undefined;
  if (target !== undefined && query.cols === undefined && !('onConflictClause' in query))
    collectTables({ RangeVar: target }, tables, same, isPerLibrary);
  for (const item of [...asList(query.fromClause), ...asList(query.usingClause)])
    collectTables(item, tables, same, isPerLibrary);
  for (const condition of conditionsOf(query)) bind(condition, tables, same, bound);
  spread(bound, same);
  const missing = [...tables].filter(([alias]) => !bound.has(alias)).map(([, table]) => table);
  const inserted = target !== undefined && isInsert(query) && isPerLibrary(target.relname);
  return inserted && !insertsLibrary(query) ? [...missing, target.relname] : missing;
}

interface RangeVar {
  readonly relname: string;
  readonly alias?: { readonly aliasname: string };
}

const isInsert = (query: Node): boolean => query.cols !== undefined;
const asList = (value: unknown): Node[] => (Array.isArray(value) ? (value as Node[]) : []);

/** @returns the names of the tables that it has collected from a part of FROM */
function collectTables(
  item: Node,
  tables: Tables,
  same: string[][],
  isPerLibrary: (name: string) => boolean,
): string[] {
  if ('RangeVar' in item) {
    const { relname, alias } = item.RangeVar as RangeVar;
    if (!isPerLibrary(relname)) return [];
    const name = alias?.aliasname ?? relname;
    tables.set(name, relname);
    return [name];
  }
  if (!('JoinExpr' in item)) return [];
  const { larg, rarg, usingClause } = item.JoinExpr as { larg: Node; rarg: Node; usingClause?: unknown };
  const names = [larg, rarg].flatMap((side) => collectTables(side, tables, same, isPerLibrary));
  const using = asList(usingClause).map((column) => (column as { String: { sval: string } }).String.sval);
  if (using.includes(LIBRARY)) same.push(names);
  return names;
}

/** What all rows of the query fulfil: the parts of WHERE and ON that AND connects. */
function conditionsOf(query: Node): Node[] {
  return [query.whereClause, ...asList(query.fromClause).flatMap(joinConditions)].flatMap(conjuncts);
}

function joinConditions(item: Node): unknown[] {
  if (!('JoinExpr' in item)) return [];
  const { larg, rarg, quals } = item.JoinExpr as { larg: Node; rarg: Node; quals?: unknown };
  return [quals, ...joinConditions(larg), ...joinConditions(rarg)];
}

function conjuncts(condition: unknown): Node[] {
  if (typeof condition !== 'object' || condition === null) return [];
  const { BoolExpr: all } = condition as { BoolExpr?: { boolop: string; args: readonly unknown[] } };
  return all?.boolop === 'AND_EXPR' ? all.args.flatMap(conjuncts) : [condition as Node];
}

function bind(condition: Node, tables: Tables, same: string[][], bound: Set<string>): void {
  const comparison = condition.A_Expr as
    { kind: string; name: readonly Node[]; lexpr: Node; rexpr: Node } | undefined;
  if (comparison?.kind !== 'AEXPR_OP' || JSON.stringify(comparison.name) !== '[{"String":{"sval":"="}}]')
    return;
  const sides = [comparison.lexpr, comparison.rexpr];
  const owners = sides.flatMap((side) => ownersOf(side, tables));
  if (owners.length === 0) return;
  if (sides.some(isParameter)) for (const owner of owners) bound.add(owner);
  else same.push(owners);
}

/** The tables whose library a column is; without the name of a table, the column is that of a join or of the only table. */
function ownersOf(expression: Node, tables: Tables): string[] {
  const fields = asList((expression.ColumnRef as { fields?: unknown } | undefined)?.fields).map(
    (field) => (field as { String?: { sval: string } }).String?.sval ?? '*',
  );
  if (fields.at(-1) !== LIBRARY) return [];
  const [owner] = fields;
  if (fields.length === 2) return owner !== undefined && tables.has(owner) ? [owner] : [];
  return [...tables.keys()].slice(0, 1);
}

function isParameter(expression: Node): boolean {
  const { TypeCast: cast } = expression as { TypeCast?: { arg: Node } };
  return cast === undefined ? 'ParamRef' in expression : isParameter(cast.arg);
}

function spread(bound: Set<string>, same: readonly (readonly string[])[]): void {
  let before: number;
  do {
    before = bound.size;
    for (const names of same)
      if (names.some((name) => bound.has(name))) for (const name of names) bound.add(name);
  } while (bound.size > before);
}

/** The value for the library is a parameter, or the column of a query that is itself looked at. */
function insertsLibrary(query: Node): boolean {
  const columns = asList(query.cols).map(
    (column) => (column as { ResTarget: { name: string } }).ResTarget.name,
  );
  const index = columns.indexOf(LIBRARY);
  const select = (query.selectStmt as { SelectStmt: Node }).SelectStmt;
  const rows = asList(select.valuesLists).map(
    (row) => asList((row as { List: { items: unknown } }).List.items)[index],
  );
  const targets = asList(select.targetList).map(
    (target) => (target as { ResTarget: { val: Node } }).ResTarget.val,
  );
  const values = rows.length > 0 ? rows : [targets[index]];
  return values.every((value) => value !== undefined && (isParameter(value) || isLibraryColumn(value)));
}

function isLibraryColumn(value: Node): boolean {
  const fields = asList((value.ColumnRef as { fields?: unknown } | undefined)?.fields);
  return (fields.at(-1) as { String?: { sval: string } } | undefined)?.String?.sval === LIBRARY;
}

import type {
  JoinExpr,
  Node,
  RangeFunction,
  RangeSubselect,
  RangeVar,
  SelectStmt,
  WithClause,
} from 'libpg-query';
import { functionName, presentIf } from './conditions.js';
import { isAggregate, nullness } from './expressions.js';
import {
  anyOf,
  type Column,
  nullnessOf,
  type Scope,
  type Source,
  textOf,
  within,
  withPresent,
} from './scope.js';

type Columns = readonly Column[] | undefined;

/** The columns of a query's result, and which can be NULL; undefined if a `*` stands for columns that are not known. */
export function columnsOf(query: Node, outer: Scope): Columns {
  if ('SelectStmt' in query) return columnsOfSelect(query.SelectStmt, outer);
  if ('InsertStmt' in query) {
    const { relation, returningClause: clause, withClause } = query.InsertStmt;
    return columnsOfTargets(clause?.exprs, from([tableNode(relation)], withQueries(withClause, outer)));
  }
  if ('DeleteStmt' in query) {
    const { relation, usingClause = [], whereClause, returningClause: clause, withClause } = query.DeleteStmt;
    const scope = from([tableNode(relation), ...usingClause], withQueries(withClause, outer));
    return columnsOfTargets(clause?.exprs, withPresent(scope, presentIf(whereClause, scope)));
  }
  if ('UpdateStmt' in query) {
    const { relation, fromClause = [], whereClause, targetList, returningClause: clause } = query.UpdateStmt;
    const scope = from([tableNode(relation), ...fromClause], withQueries(query.UpdateStmt.withClause, outer));
    const before = withPresent(scope, presentIf(whereClause, scope));
    return columnsOfTargets(clause?.exprs, afterUpdate(before, targetList));
  }
  return [];
}

const tableNode = (table: RangeVar = {}): Node => ({ RangeVar: table });

/** RETURNING shows what the row is after the update: of columns that it has set, the condition says nothing. */
function afterUpdate(scope: Scope, targets: readonly Node[] = []): Scope {
  const [target, ...others] = scope.sources;
  if (target?.columns === undefined) return scope;
  const set = new Map(
    targets.flatMap((each) =>
      'ResTarget' in each ? ([[each.ResTarget.name, each.ResTarget.val]] as const) : [],
    ),
  );
  const columns = target.columns.map((column) => {
    if (!set.has(column.name))
      return { ...column, nullness: nullness(refTo(column), { ...scope, sources: [target] }) };
    return column.nullness === 'never'
      ? column
      : { ...column, nullness: nullness(set.get(column.name), scope) };
  });
  return { ...scope, sources: [{ ...target, columns }, ...others] };
}

const refTo = ({ name }: Column): Node => ({ ColumnRef: { fields: [{ String: { sval: name } }] } });

function columnsOfSelect(select: SelectStmt, outer: Scope): Columns {
  const scope = withQueries(select.withClause, outer);
  if (select.larg !== undefined && select.rarg !== undefined)
    return unite([columnsOfSelect(select.larg, scope), columnsOfSelect(select.rarg, scope)]);
  if (select.valuesLists !== undefined)
    return unite(
      select.valuesLists.map((row) =>
        'List' in row
          ? (row.List.items ?? []).map((each, index) => ({
              name: `column${index + 1}`,
              nullness: nullness(each, scope),
            }))
          : undefined,
      ),
    );
  const sources = from(select.fromClause ?? [], scope);
  const filtered = withPresent(sources, presentIf(select.whereClause, sources));
  return columnsOfTargets(select.targetList, {
    ...filtered,
    isGrouped: (select.groupClause ?? []).length > 0,
  });
}

/** The rows of several queries. */
function unite([first, ...others]: readonly Columns[]): Columns {
  if (first === undefined || others.includes(undefined)) return undefined;
  return first.map(({ name, nullness: own }, index) => ({
    name,
    nullness: anyOf([own, ...others.map((other) => other?.[index]?.nullness ?? 'unknown')]),
  }));
}

/** The scope of a query before its FROM: the queries of its WITH, each of which can name those before it. */
function withQueries(clause: WithClause | undefined, outer: Scope): Scope {
  return (clause?.ctes ?? []).reduce((scope, each) => {
    if (!('CommonTableExpr' in each)) return scope;
    const { ctename = '', ctequery, aliascolnames } = each.CommonTableExpr;
    // A recursive query names itself.
    const own = clause?.recursive === true ? withQuery(scope, ctename, undefined) : scope;
    return withQuery(scope, ctename, renamed(ctequery && columnsOf(ctequery, own), aliascolnames));
  }, within(outer));
}

const withQuery = (scope: Scope, name: string, columns: Columns): Scope => ({
  ...scope,
  queries: new Map([...scope.queries, [name, columns]]),
});

const renamed = (columns: Columns, names: readonly Node[] = []): Columns =>
  columns?.map((column, index) => ({ ...column, name: names[index] ? textOf(names[index]) : column.name }));

const from = (items: readonly Node[], scope: Scope): Scope => items.reduce(joinTo, scope);

/** Adds an item of FROM. What stands before it can be named by LATERAL. */
function joinTo(scope: Scope, item: Node): Scope {
  if ('JoinExpr' in item) return join(scope, item.JoinExpr);
  const source = sourceOf(item, scope);
  return { ...scope, sources: [...scope.sources, source] };
}

/** The other side of an outer join may be missing, and then all its columns are NULL. */
function join(scope: Scope, { larg, rarg, jointype, quals, usingClause = [] }: JoinExpr): Scope {
  const before = scope.sources.length;
  const left = larg === undefined ? scope : joinTo(scope, larg);
  const between = left.sources.length;
  const both = rarg === undefined ? left : joinTo(left, rarg);
  const weakens = (index: number): boolean =>
    index >= before && (index < between ? jointype === 'JOIN_RIGHT' : jointype === 'JOIN_LEFT');
  const sources = both.sources.map((source, index) =>
    weakens(index) || (index >= before && jointype === 'JOIN_FULL') ? missing(source) : source,
  );
  const merged = new Set([...both.merged, ...usingClause.map(textOf)]);
  const joined = { ...both, sources, merged };
  return jointype === 'JOIN_INNER' ? withPresent(joined, presentIf(quals, joined)) : joined;
}

const missing = (source: Source): Source => ({
  ...source,
  columns: source.columns?.map(({ name, nullness: own, outerJoin }) => ({
    name,
    nullness: 'maybe',
    outerJoin: outerJoin ?? { source, nullness: own },
  })),
});

function sourceOf(item: Node, scope: Scope): Source {
  if ('RangeVar' in item) return tableOf(item.RangeVar, scope);
  if ('RangeSubselect' in item) return queryOf(item.RangeSubselect, scope);
  if ('RangeFunction' in item) return functionOf(item.RangeFunction, scope);
  return { name: '', columns: undefined };
}

function tableOf({ schemaname, relname = '', alias }: RangeVar, scope: Scope): Source {
  const columns =
    schemaname === undefined && scope.queries.has(relname)
      ? scope.queries.get(relname)
      : scope.tables.get(schemaname === undefined ? relname : `${schemaname}.${relname}`);
  // Each time that a table is named its columns are others.
  return { name: alias?.aliasname ?? relname, columns: renamed(columns, alias?.colnames) };
}

function queryOf({ subquery, alias }: RangeSubselect, scope: Scope): Source {
  const columns = subquery && columnsOf(subquery, scope);
  return { name: alias?.aliasname ?? '', columns: renamed(columns, alias?.colnames) };
}

/** Functions that return rows without NULL. */
const WHOLE_ROWS: ReadonlySet<string> = new Set([
  'generate_series',
  'jsonb_array_elements',
  'json_array_elements',
  'jsonb_object_keys',
]);

function functionOf({ functions = [], ordinality, alias, coldeflist }: RangeFunction, scope: Scope): Source {
  const [first] = functions.flatMap((each) => ('List' in each ? (each.List.items ?? []).slice(0, 1) : []));
  const call = first !== undefined && 'FuncCall' in first ? functionName(first.FuncCall.funcname) : '';
  const name = alias?.aliasname ?? call;
  const own = WHOLE_ROWS.has(call) ? 'never' : first === undefined ? 'unknown' : nullness(first, scope);
  const defined = (coldeflist ?? []).map((each) =>
    'ColumnDef' in each ? (each.ColumnDef.colname ?? '') : '',
  );
  if (defined.length > 0)
    return { name, columns: defined.map((each) => ({ name: each, nullness: 'unknown' })) };
  const names = (alias?.colnames ?? [{ String: { sval: name } }]).map(textOf);
  if (ordinality === true && alias?.colnames === undefined) names.push('ordinality');
  const columns = names.map((each, index): Column => {
    if (ordinality === true && index === names.length - 1) return { name: each, nullness: 'never' };
    return { name: each, nullness: own };
  });
  // A function of several columns without names for them.
  const isScalar =
    alias?.colnames !== undefined || WHOLE_ROWS.has(call) || own !== 'unknown' || call === 'unnest';
  return { name, columns: isScalar ? columns : undefined };
}

function columnsOfTargets(targets: readonly Node[] = [], scope: Scope): Columns {
  const all = targets.map((each): Columns => {
    if (!('ResTarget' in each)) return undefined;
    const { name, val } = each.ResTarget;
    if (val !== undefined && isStar(val)) return columnsOfStar(val, scope);
    return [{ name: name ?? nameOf(val), nullness: nullness(val, scope) }];
  });
  return all.includes(undefined) ? undefined : all.flatMap((columns) => columns ?? []);
}

const fieldsOf = (node: Node): readonly Node[] => ('ColumnRef' in node ? (node.ColumnRef.fields ?? []) : []);
const isStar = (node: Node): boolean => fieldsOf(node).some((field) => 'A_Star' in field);

function columnsOfStar(star: Node, scope: Scope): Columns {
  const [name] = fieldsOf(star).map(textOf);
  const sources = scope.sources.filter((each) => name === '*' || each.name === name);
  if (sources.length === 0 || sources.some(({ columns }) => columns === undefined)) return undefined;
  const seen = new Set<string>();
  return sources
    .flatMap(({ columns = [] }) => columns)
    .filter((column) => {
      if (name !== '*' || !scope.merged.has(column.name)) return true;
      const isFirst = !seen.has(column.name);
      seen.add(column.name);
      return isFirst;
    })
    .map((column) => ({ ...column, nullness: nullnessOf(scope, column) }));
}

/** As PostgreSQL names a column without AS. */
function nameOf(value: Node | undefined): string {
  if (value === undefined) return '?column?';
  if ('ColumnRef' in value) return textOf(value.ColumnRef.fields?.at(-1) ?? { A_Star: {} });
  if ('FuncCall' in value) return functionName(value.FuncCall.funcname);
  if ('TypeCast' in value) {
    const inner = nameOf(value.TypeCast.arg);
    return inner === '?column?' ? functionName(value.TypeCast.typeName?.names) : inner;
  }
  if ('CoalesceExpr' in value) return 'coalesce';
  if ('CaseExpr' in value) return 'case';
  return '?column?';
}

/** Whether a query returns one row whatever the tables have: an aggregate of all rows, or no table at all. */
export function alwaysHasOneRow(query: Node): boolean {
  if (!('SelectStmt' in query)) return false;
  const {
    fromClause,
    whereClause,
    groupClause,
    havingClause,
    limitCount,
    limitOffset,
    targetList = [],
    op,
  } = query.SelectStmt;
  if (op !== undefined && op !== 'SETOP_NONE') return false;
  if (groupClause ?? havingClause ?? limitCount ?? limitOffset) return false;
  return targetList.some(hasAggregate) || (fromClause === undefined && whereClause === undefined);
}

function hasAggregate(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasAggregate);
  if (typeof node !== 'object' || node === null) return false;
  if ('SubLink' in node) return false;
  if ('FuncCall' in node) {
    const call = (node as Extract<Node, { FuncCall: unknown }>).FuncCall;
    if (call.over === undefined && isAggregate(functionName(call.funcname))) return true;
  }
  return Object.values(node).some(hasAggregate);
}

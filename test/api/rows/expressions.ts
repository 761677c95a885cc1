import type { CaseExpr, FuncCall, Node, SubLink } from 'libpg-query';
import {
  absentOtherwise,
  coalesceOf,
  functionName,
  isStrict,
  presentIf,
  STRICT_FUNCTIONS,
} from './conditions.js';
import { alwaysHasOneRow, columnsOf } from './queries.js';
import { allOf, anyOf, findColumn, type Nullness, nullnessOf, type Scope, withPresent } from './scope.js';

/** Functions that never return NULL, whatever they are given. */
const NEVER_NULL: ReadonlySet<string> = new Set(
  `clock_timestamp concat count dense_rank gen_random_uuid json_build_array json_build_object jsonb_build_array
   jsonb_build_object now pg_backend_pid rank row_number service_now statement_timestamp`.split(/\s+/),
);

/** Aggregates that are NULL for no rows, and otherwise only if all that they are given is. */
const AGGREGATES: ReadonlySet<string> = new Set('avg bool_and bool_or max min string_agg sum'.split(' '));
/** Aggregates that are NULL for no rows only. */
const COLLECTING: ReadonlySet<string> = new Set(
  'array_agg json_agg json_object_agg jsonb_agg jsonb_object_agg'.split(' '),
);

export const isAggregate = (name: string): boolean =>
  name === 'count' || AGGREGATES.has(name) || COLLECTING.has(name);

/** Whether the value of an expression can be NULL. */
export function nullness(expression: Node | undefined, scope: Scope): Nullness {
  if (expression === undefined) return 'maybe';
  const each = (nodes: readonly Node[] = []): Nullness[] => nodes.map((node) => nullness(node, scope));
  if ('A_Const' in expression) return expression.A_Const.isnull === true ? 'maybe' : 'never';
  if ('ColumnRef' in expression)
    return nullnessOf(scope, findColumn(scope, expression.ColumnRef.fields ?? []));
  if ('TypeCast' in expression) return nullness(expression.TypeCast.arg, scope);
  if ('CollateClause' in expression) return nullness(expression.CollateClause.arg, scope);
  if ('NamedArgExpr' in expression) return nullness(expression.NamedArgExpr.arg, scope);
  if ('List' in expression) return anyOf(each(expression.List.items));
  if ('CoalesceExpr' in expression)
    return scope.present.has(coalesceOf(expression)) ? 'never' : allOf(each(expression.CoalesceExpr.args));
  if ('MinMaxExpr' in expression) return allOf(each(expression.MinMaxExpr.args));
  if ('CaseExpr' in expression) return nullnessOfCase(expression.CaseExpr, scope);
  if ('BoolExpr' in expression) return nullnessOfCondition(expression, scope);
  if ('FuncCall' in expression) return nullnessOfCall(expression.FuncCall, scope);
  if ('SubLink' in expression) return nullnessOfQuery(expression.SubLink, scope);
  if ('A_Expr' in expression) {
    const { kind, lexpr, rexpr } = expression.A_Expr;
    if (kind === 'AEXPR_DISTINCT' || kind === 'AEXPR_NOT_DISTINCT') return 'never';
    if (kind === 'AEXPR_NULLIF') return 'maybe';
    const operands = [...(lexpr ? [lexpr] : []), ...(rexpr ? [rexpr] : [])];
    return isStrict(expression.A_Expr) ? anyOf(each(operands)) : 'unknown';
  }
  const isNever = ['NullTest', 'BooleanTest', 'RowExpr', 'A_ArrayExpr', 'SQLValueFunction'].some(
    (kind) => kind in expression,
  );
  return isNever ? 'never' : 'unknown';
}

/** `x IS NOT NULL AND x < 3` is never NULL, nor is `x IS NULL OR x < 3`. */
function nullnessOfCondition(condition: Node, scope: Scope): Nullness {
  if (!('BoolExpr' in condition)) return 'unknown';
  const { boolop, args = [] } = condition.BoolExpr;
  const tests = args.filter((each) => nullness(each, scope) === 'never');
  const present = tests.flatMap((each) =>
    boolop === 'AND_EXPR' ? presentIf(each, scope) : absentOtherwise(each, scope),
  );
  return anyOf(args.map((each) => nullness(each, withPresent(scope, present))));
}

/** Where a condition is not true, it can be NULL: only a test for NULL says something of the branches behind it. */
function nullnessOfCase({ arg, args = [], defresult }: CaseExpr, scope: Scope): Nullness {
  let rest = scope;
  const results: Nullness[] = [];
  for (const each of args) {
    if (!('CaseWhen' in each)) return 'unknown';
    const { expr, result } = each.CaseWhen;
    const condition = arg === undefined ? expr : undefined;
    results.push(nullness(result, withPresent(rest, presentIf(condition, rest))));
    rest = withPresent(rest, absentOtherwise(condition, rest));
  }
  return anyOf([...results, nullness(defresult, rest)]);
}

function nullnessOfCall({ funcname, args = [], agg_filter: filter, over }: FuncCall, scope: Scope): Nullness {
  const name = functionName(funcname);
  if (NEVER_NULL.has(name)) return 'never';
  const given = anyOf(args.map((each) => nullness(each, scope)));
  if (isAggregate(name)) {
    const hasRows = (scope.isGrouped || over !== undefined) && filter === undefined;
    if (!hasRows) return 'maybe';
    return COLLECTING.has(name) ? 'never' : given;
  }
  if (name === 'format')
    return args.slice(0, 1).every((each) => nullness(each, scope) === 'never') ? 'never' : 'unknown';
  return STRICT_FUNCTIONS.has(name) ? given : 'unknown';
}

function nullnessOfQuery({ subLinkType, subselect }: SubLink, scope: Scope): Nullness {
  if (subLinkType === 'EXISTS_SUBLINK' || subLinkType === 'ARRAY_SUBLINK') return 'never';
  if (subLinkType !== 'EXPR_SUBLINK' || subselect === undefined) return 'unknown';
  const [column] = columnsOf(subselect, scope) ?? [];
  return alwaysHasOneRow(subselect) ? (column?.nullness ?? 'unknown') : 'maybe';
}

import type { A_Expr, Node } from 'libpg-query';
import { findColumn, type Present, type Scope, textOf } from './scope.js';

/** Functions that return NULL only for NULL. */
export const STRICT_FUNCTIONS: ReadonlySet<string> = new Set(
  `abs ceil date_part date_trunc encode exp extract floor left length lower make_interval md5 replace right round sha256
   timezone to_jsonb to_char upper btrim cardinality jsonb_array_length trunc to_json hashtextextended`.split(
    /\s+/,
  ),
);

/** Operators that return NULL only for NULL. */
const STRICT_OPERATORS: ReadonlySet<string> = new Set(
  '+ - * / % = <> != < > <= >= || & | << >> ~~ ~~* !~~ !~~* ~ ~* !~ && @> <@ @@'.split(' '),
);

export const isStrict = ({ kind, name = [] }: A_Expr): boolean =>
  kind !== 'AEXPR_OP' || STRICT_OPERATORS.has(textOf(name.at(-1) ?? { A_Star: {} }));

export const functionName = (names: readonly Node[] = []): string => textOf(names.at(-1) ?? { A_Star: {} });

/** The same for the same expression, wherever it stands. */
export const coalesceOf = (expression: Node): string =>
  JSON.stringify(expression, (key, value: unknown) => (key === 'location' ? undefined : value));

/** The columns of which none is NULL where the condition is true. */
export function presentIf(condition: Node | undefined, scope: Scope): readonly Present[] {
  if (condition === undefined) return [];
  if ('BoolExpr' in condition) {
    const { boolop, args = [] } = condition.BoolExpr;
    if (boolop === 'NOT_EXPR') return absentOtherwise(args[0], scope);
    const [first = [], ...others] = args.map((each) => presentIf(each, scope));
    if (boolop === 'AND_EXPR') return [first, ...others].flat();
    return first.filter((column) => others.every((other) => other.includes(column)));
  }
  if ('NullTest' in condition && condition.NullTest.nulltesttype === 'IS_NOT_NULL')
    return presentFor(condition.NullTest.arg, scope);
  if (
    'BooleanTest' in condition &&
    ['IS_TRUE', 'IS_FALSE'].includes(condition.BooleanTest.booltesttype ?? '')
  )
    return presentFor(condition.BooleanTest.arg, scope);
  return presentFor(condition, scope);
}

/** The columns of which none is NULL where the condition is false: `x` of `x IS NULL OR …`. */
export function absentOtherwise(condition: Node | undefined, scope: Scope): readonly Present[] {
  if (condition === undefined) return [];
  if ('NullTest' in condition && condition.NullTest.nulltesttype === 'IS_NULL')
    return presentFor(condition.NullTest.arg, scope);
  if ('BoolExpr' in condition && condition.BoolExpr.boolop === 'OR_EXPR')
    return (condition.BoolExpr.args ?? []).flatMap((each) => absentOtherwise(each, scope));
  return [];
}

/** The columns of which none is NULL where the expression is not. */
function presentFor(expression: Node | undefined, scope: Scope): readonly Present[] {
  if (expression === undefined) return [];
  if ('List' in expression) return (expression.List.items ?? []).flatMap((each) => presentFor(each, scope));
  if ('ColumnRef' in expression) {
    const column = findColumn(scope, expression.ColumnRef.fields ?? []);
    return column === undefined ? [] : [column];
  }
  if ('CoalesceExpr' in expression) return [coalesceOf(expression)];
  if ('TypeCast' in expression) return presentFor(expression.TypeCast.arg, scope);
  if ('CollateClause' in expression) return presentFor(expression.CollateClause.arg, scope);
  if ('FuncCall' in expression && STRICT_FUNCTIONS.has(functionName(expression.FuncCall.funcname)))
    return (expression.FuncCall.args ?? []).flatMap((each) => presentFor(each, scope));
  if ('A_Expr' in expression) return presentForOperands(expression.A_Expr, scope);
  if ('BoolExpr' in expression && expression.BoolExpr.boolop === 'NOT_EXPR')
    return presentFor(expression.BoolExpr.args?.[0], scope);
  return [];
}

function presentForOperands(expression: A_Expr, scope: Scope): readonly Present[] {
  const { kind = 'AEXPR_OP', lexpr, rexpr } = expression;
  if (['AEXPR_OP', 'AEXPR_LIKE', 'AEXPR_ILIKE', 'AEXPR_BETWEEN'].includes(kind) && isStrict(expression))
    return [...presentFor(lexpr, scope), ...presentFor(rexpr, scope)];
  return ['AEXPR_IN', 'AEXPR_OP_ANY'].includes(kind) ? presentFor(lexpr, scope) : [];
}

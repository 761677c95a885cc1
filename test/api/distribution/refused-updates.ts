import { loadModule, parseSync } from 'libpg-query';

await loadModule();

type Node = Readonly<Record<string, unknown>>;

/**
 * What Citus refuses in the UPDATEs and DELETEs of a statement; a slice such as `a[:3]` or `a[2:]`, or one of a function in an UPDATE, which ends its process; an INSERT in a WITH, which it does not leave to one node; and an INSERT of what it reads from
 * several tables of a library, if each is bound by a parameter: it knows that they are on one node only by joins of the column. It computes
 * functions that are not immutable on the coordinator, before it sends the statement, so they may not depend on columns or
 * be reached or not. It does not look into queries.
 * @param isMutable whether a function, by its name, may have another result the next time
 */
export function refusedUpdates(sql: string, isMutable: (name: string) => boolean): string[] {
  const { stmts } = parseSync(sql) as { stmts: readonly unknown[] };
  const refused: string[] = [];
  visit(stmts, (kind, node) => {
    if (['UpdateStmt', 'DeleteStmt'].includes(kind)) refused.push(...refusedIn(node, isMutable));
    if (kind === 'CommonTableExpr' && 'InsertStmt' in (node.ctequery as Node))
      refused.push('an INSERT in a WITH');
    if (kind === 'InsertStmt' && librariesNamedIn(node.selectStmt) > 1)
      refused.push('an INSERT of several tables by parameters');
    if (kind === 'A_Indices' && node.is_slice === true && [node.lidx, node.uidx].includes(undefined))
      refused.push('a slice without both bounds');
    return true;
  });
  return refused;
}

/** How often a query compares the column of the library with a parameter. */
function librariesNamedIn(query: unknown): number {
  let times = 0;
  visit(query, (kind, { name, lexpr, rexpr }) => {
    const [operator, sides] = [JSON.stringify(name), JSON.stringify([lexpr, rexpr])];
    if (
      kind === 'A_Expr' &&
      operator.includes('"="') &&
      sides.includes('"website_id"') &&
      sides.includes('"ParamRef"')
    )
      times += 1;
    return true;
  });
  return times;
}

function refusedIn(update: Node, isMutable: (name: string) => boolean): string[] {
  const { targetList, whereClause, returningClause } = update;
  const mutable = (node: unknown): boolean => contains(node, (kind, part) => isCall(kind, part, isMutable));
  const refused: string[] = [];
  visit([targetList, whereClause], (kind, node) => {
    if (kind === 'SubLink') return false;
    const isTimeOf = isCall(kind, node, isMutable) || (isArithmetic(kind, node) && mutable(node));
    if (isTimeOf && contains(node, (part) => part === 'ColumnRef')) refused.push('a function of a column');
    if (kind === 'A_Indices' && node.is_slice === true) refused.push('a slice, which is in no query');
    if (['CaseExpr', 'CoalesceExpr'].includes(kind) && mutable(node)) refused.push(`a function in a ${kind}`);
    return true;
  });
  return mutable(returningClause) ? [...refused, 'a function in RETURNING'] : refused;
}

function isCall(kind: string, node: Node, isMutable: (name: string) => boolean): boolean {
  if (kind !== 'FuncCall') return false;
  const name = (node.funcname as readonly { String: { sval: string } }[]).at(-1)?.String.sval ?? '';
  // An interval is immutable, but adding it to a time is not: days have 23 to 25 hours.
  return isMutable(name) || name === 'make_interval';
}

function isArithmetic(kind: string, node: Node): boolean {
  return kind === 'A_Expr' && /"sval":"[-+]"/.test(JSON.stringify(node.name));
}

function contains(node: unknown, isWanted: (kind: string, node: Node) => boolean): boolean {
  let found = false;
  visit(node, (kind, part) => {
    if (kind === 'SubLink') return false;
    found ||= isWanted(kind, part);
    return !found;
  });
  return found;
}

/** @param enter called for each node of the tree with its kind; false if it does not go on into it */
function visit(node: unknown, enter: (kind: string, node: Node) => boolean): void {
  if (Array.isArray(node)) for (const each of node) visit(each, enter);
  else if (typeof node === 'object' && node !== null)
    for (const [kind, value] of Object.entries(node)) {
      if (typeof value !== 'object' || value === null) continue;
      if (Array.isArray(value) || enter(kind, value as Node)) visit(value, enter);
    }
}

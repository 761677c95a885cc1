import type { Nullness } from './scope.js';
import type { RowType } from './row-types.js';

/** A column of a result. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
  /** What the driver makes of it; undefined if that is not known. */
  readonly kind: string | undefined;
  readonly nullness: Nullness;
}

/** What a row's type says otherwise than the statement. */
export function mismatches(columns: readonly ResultColumn[], { members, isOpen }: RowType): string[] {
  const returned = new Set(columns.map(({ name }) => name));
  return [
    ...columns.flatMap((column, index) => [
      ...(columns.findIndex(({ name }) => name === column.name) < index
        ? [`${column.name}: is returned twice`]
        : []),
      ...mismatchesOf(column, { members, isOpen }),
    ]),
    ...members
      .filter(({ name, isOptional }) => !isOptional && !returned.has(name))
      .map(({ name }) => `${name}: is not returned`),
  ];
}

/** What the driver never makes of JSON that has members or items. */
const NO_JSON: ReadonlySet<string> = new Set(['boolean', 'Buffer', 'Date', 'number']);

function mismatchesOf({ name, type, kind, nullness }: ResultColumn, { members, isOpen }: RowType): string[] {
  const member = members.find((each) => each.name === name);
  if (member === undefined) return isOpen ? [] : [`${name}: is not in the type`];
  const found: string[] = [];
  if (kind === undefined) found.push(`${name}: nothing says what the driver makes of ${type}`);
  // What JSON holds, only the code that writes it knows.
  else if (kind === 'json' ? NO_JSON.has(member.kind) : kind !== member.kind)
    found.push(`${name}: is ${kind} (${type}), not ${member.kind}`);
  if (nullness === 'maybe' && !member.isNullable) found.push(`${name}: may be null`);
  if (nullness === 'never' && member.isNullable && kind !== 'json') found.push(`${name}: is never null`);
  return found;
}

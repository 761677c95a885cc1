import type { CellReader, DateOrder } from './csv-cells.js';

/** Column names that are equally good for a member. */
export interface ColumnNames {
  /** In lower-case letters and digits, separated by spaces. */
  readonly names: string;
  /** Counts only in files that also have a column of this name. */
  readonly beside?: string;
  /** Tests the column's filled cells. */
  readonly suits?: (cell: string) => boolean;
}

/** A member of a record that a column can become. The text after a colon says how. */
export interface CsvMember {
  /** What staff call it. */
  readonly words: string;
  readonly read: CellReader;
  /** The names that library systems give to such a column, best first. */
  readonly names?: readonly ColumnNames[];
  /** A cell has several values. */
  readonly isList?: true;
  /** Several columns can become it. */
  readonly isOfSeveral?: true;
  /** Its values are codes of the other system, which can be translated. */
  readonly isCode?: true;
  /** Each row needs it: of two columns, the one without gaps is better. */
  readonly isKey?: true;
  /** Its column contains dates: staff are asked for their order if the cells do not show it. */
  readonly isDay?: true;
  /** Its value in every row, whatever the column contains. */
  readonly always?: string;
}

export const called = (...ranks: (string | ColumnNames)[]): { readonly names: readonly ColumnNames[] } => ({
  names: ranks.map((rank) => (typeof rank === 'string' ? { names: rank } : rank)),
});

export const list = { isList: true, isOfSeveral: true } as const;
export const coded = { isCode: true } as const;

export function day<Name extends string>(
  name: Name,
  words: string,
  readBy: (order?: DateOrder) => CellReader,
  names: string,
): Record<Name | `${Name}:${DateOrder}`, CsvMember> {
  return {
    [name]: { words, read: readBy(), isDay: true, ...called(names) },
    [`${name}:day-first`]: { words: `${words}, day first`, read: readBy('day-first') },
    [`${name}:month-first`]: { words: `${words}, month first`, read: readBy('month-first') },
  } as Record<Name | `${Name}:${DateOrder}`, CsvMember>;
}

import type { CsvRecord } from '../../records/csv/csv-mapping.js';
import type { Codes } from '../../records/naming/codes.store.js';

/** The first rows of a file before it is imported. */
export interface Preview {
  readonly rows: readonly PreviewedRow[];
  /** What the library's categories and collections are called here. */
  readonly codes: Codes;
}

export interface PreviewedRow {
  /** The file's own, by column; those that are not imported, and PINs, are not shown. */
  readonly cells: ReadonlyMap<string, string>;
  /** What the row becomes. */
  readonly record: CsvRecord;
  /** Why it would be rejected. */
  readonly problems: readonly RowProblem[];
}

export interface RowProblem {
  /** Undefined: the whole row. */
  readonly member: string | undefined;
  /** With the member as its subject, if that is known. */
  readonly message: string;
  /** Completes "the cell …". */
  readonly ofCell: string;
}

/** The parts of a record's rejection, such as `expiresOn must be a day; cards[0] is too long`. */
export function problemsIn(rejection: string): RowProblem[] {
  return rejection.split('; ').map((message) => {
    const [, member, predicate] = /^([a-zA-Z]+)(?:[[.]\S*)? ((?:is|must|has) .*)$/.exec(message) ?? [];
    return predicate === undefined
      ? { member: undefined, message, ofCell: message }
      : { member, message, ofCell: predicate };
  });
}

/** Codes of the file that the library does not have. */
export function unknownCodes(record: CsvRecord, { categories, collections }: Codes): RowProblem[] {
  return [
    unknownCode('category', record.category, categories),
    unknownCode('collectionId', record.collectionId, collections),
  ].flat();
}

function unknownCode(member: string, value: unknown, known: readonly string[]): RowProblem[] {
  if (typeof value !== 'string') return [];
  if (known.some((each) => each.toLowerCase() === value.toLowerCase())) return [];
  const ofCell = `is unknown here. Under Values, say which of ${known.join(', ')} it is`;
  return [{ member, message: `${member} ${ofCell}`, ofCell }];
}

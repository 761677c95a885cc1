import type { CsvRecord } from '../../records/csv/csv-mapping.js';
import type { MemberProblem } from '../../records/engine/record-reader.js';
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
  readonly problems: readonly MemberProblem[];
}

/** Codes of the file that the library does not have. */
export function unknownCodes(record: CsvRecord, { categories, collections }: Codes): MemberProblem[] {
  return [
    unknownCode('category', record.category, categories),
    unknownCode('collectionId', record.collectionId, collections),
  ].flat();
}

function unknownCode(member: string, value: unknown, known: readonly string[]): MemberProblem[] {
  if (typeof value !== 'string') return [];
  if (known.some((each) => each.toLowerCase() === value.toLowerCase())) return [];
  const predicate = `is unknown here. Under Values, say which of ${known.join(', ')} it is`;
  return [{ member, message: `${member} ${predicate}`, predicate }];
}

import type { ImportResult, Rejection } from '../records/records-import.js';

/** What became of the records that were sent. */
export interface ImportRecord extends ImportResult {
  /** The first 1,000 of the lines that were rejected. */
  readonly errors: readonly Rejection[];
}

import type { ImportResult, Rejection } from '../../records/engine/records-import.js';

/** The result of an import. */
export interface ImportRecord extends ImportResult {
  /** The first 1,000 rejected lines. */
  readonly errors: readonly Rejection[];
}

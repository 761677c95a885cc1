import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { Run, RunState } from '../../records/engine/import-runs.store.js';
import type { ImportResult, Rejection } from '../../records/engine/records-import.js';

/** The import of a file that staff have uploaded, or of the records of a request. */
export interface ImportRunRecord {
  readonly importId: string;
  /** `waiting`: staff are to say what the columns of a CSV file are. `interrupted`: the process that ran it has died. Upload the file again. */
  readonly state: RunState;
  readonly fileName: string;
  /** The name of the staff account or API token. */
  readonly startedBy: string;
  readonly started: Timestamp;
  readonly ended: Timestamp | null;
  readonly bytes: number;
  /** How many of them have been processed. */
  readonly bytesDone: number;
  readonly applied: number;
  readonly rejected: number;
  /** Why it stopped before the end of the file; null otherwise. */
  readonly failure: string | null;
}

/** The latest first. */
export interface ImportRunListRecord {
  readonly imports: readonly ImportRunRecord[];
}

/** An import that has begun. */
export interface StartedImportRecord {
  readonly importId: string;
}

/** The first rejected lines, in their order. */
export interface ImportRejectionsRecord {
  readonly rejections: readonly Rejection[];
}

/** The result of an import. */
export interface ImportRecord extends ImportResult {
  /** The first 1,000 rejected lines. */
  readonly errors: readonly Rejection[];
}

export function representRun({ websiteId: _, startedAt, endedAt, ...run }: Run): ImportRunRecord {
  return { ...run, started: representTime(startedAt), ended: endedAt && representTime(endedAt) };
}

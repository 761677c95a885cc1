import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { RunReport, RunState } from '../../records/engine/import-runs.store.js';
import type { ImportEffects, ImportResult, Rejection } from '../../records/engine/records-import.js';
import type { NotInFile, WholeListName } from '../../records/engine/whole-list.js';

/** The import of a file that staff have uploaded, or the command has read, or of the records of a request. */
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
  /** True: nothing was applied, and the counts are what would be. */
  readonly dryRun: boolean;
  /** What the file is the whole of; null if it is no whole list. */
  readonly wholeList: WholeListName | null;
  /** Null: it is not known of this library’s records alone, or the import has not begun. */
  readonly effects: ImportEffects | null;
  /** How many patrons have lost their PIN; null where the effects are. */
  readonly pinsRemoved: number | null;
  /** How many patrons the desk has blocked whose records say that they are not blocked: they stay so. Null where the effects are. */
  readonly blocksKept: number | null;
  /** How many holds of another system were placed of patrons who are blocked or expired, or have as many as the limit allows. Null where the effects are. */
  readonly holdsBeyondRules: number | null;
  /** Of a CSV file, how many PINs are none, but stars or hashes: these patrons keep theirs. Null before the end, and of records. */
  readonly pinsKept: number | null;
  /** What the columns of a CSV file are, without those that are not imported; null for records, and while nobody has said so. */
  readonly columns: readonly ImportedColumnRecord[] | null;
  /** Of a whole list that was read to its end, what has become of the rest. */
  readonly notInFile: NotInFile | null;
  /** Why it stopped before the end of the file; null otherwise. */
  readonly failure: string | null;
}

/** A column of a CSV file, and the member of the record that it becomes. */
export interface ImportedColumnRecord {
  /** Null: the member is the same in every row. */
  readonly column: string | null;
  readonly member: string;
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

export function representRun({
  websiteId: _,
  isForced: __,
  startedAt,
  endedAt,
  mapping,
  ...run
}: RunReport): ImportRunRecord {
  const columns = mapping?.map(({ column, member }) => ({ column, member })) ?? null;
  return { ...run, columns, started: representTime(startedAt), ended: endedAt && representTime(endedAt) };
}

/** What the columns of a library's CSV files of one kind are. */
export interface CsvMappingRecord {
  readonly columns: readonly CsvColumnRecord[];
}

export interface CsvColumnRecord {
  /** As the header calls it. Null: the member is the same in every row. */
  readonly column: string | null;
  /** Of the record. */
  readonly member: string;
  /** What stands for a value of the column; `*` stands for any other. */
  readonly values: Readonly<Record<string, string>>;
}

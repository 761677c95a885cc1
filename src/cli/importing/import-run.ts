import type { CsvFile } from '../../records/csv/csv-file.js';
import type { Line } from '../../records/engine/lines.js';
import type { ImportResult, RecordsImport, Rejection } from '../../records/engine/records-import.js';
import type { Database } from '../../platform/database/database.js';
import { type AwaitedImport, RecordsService } from '../../staff/imports/records.service.js';
import { INSTALLATION } from '../../staff/permissions/staff-principal.js';
import { nameOfInput } from '../input-file.js';
import { showProgress } from './import-progress.js';

/** A file that a command imports. */
export interface ImportedInput extends Pick<AwaitedImport, 'manner'> {
  readonly file: string;
  /** In bytes; undefined if unknown. */
  readonly size: number | undefined;
  readonly lines: AsyncIterable<Line>;
  /** Absent: the file has records. */
  readonly csv?: CsvFile | undefined;
}

/** Handles rejected rows, or lines. */
export interface Rejections {
  readonly add: (rejection: Rejection) => void;
  /** Called after the last one, or when the import has failed. */
  readonly end: () => void;
}

/**
 * Imports a file for the installation itself, and shows the progress. The console lists it like an upload.
 * @param rejectionsBy gets a function that prints a line above the progress
 */
export function runImport(
  { database, records }: { readonly database: Database; readonly records: RecordsImport },
  { file, size, lines, csv, manner }: ImportedInput,
  rejectionsBy: (print: (line: string) => void) => Rejections,
): Promise<ImportResult> {
  const progress = showProgress(size);
  const rejections = rejectionsBy(progress.print);
  return new RecordsService(database, records)
    .run(lines, INSTALLATION, {
      manner,
      fileName: nameOfInput(file),
      onProgress: (done) => {
        csv?.forget(done.waiting);
        progress.show(done);
      },
      onRejected: (rejection) => {
        const { message } = rejection;
        rejections.add({ ...rejection, message: csv?.byColumns(message) ?? message });
      },
    })
    .finally(() => {
      progress.stop();
      rejections.end();
    });
}

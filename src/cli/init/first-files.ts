import { existsSync } from 'node:fs';
import { extname } from 'node:path';
import type { Database } from '../../platform/database/database.js';
import type { Config } from '../../platform/settings/config.js';
import type { CsvKind } from '../../records/csv/csv-members.js';
import { openRecordsImport } from '../command-context.js';
import { openCsv, RejectedRows } from '../importing/csv-import.js';
import { runImport } from '../importing/import-run.js';
import { openInput, sizeOf } from '../input-file.js';
import type { Answers } from './answers.js';

export interface FirstFile {
  readonly kind: CsvKind;
  readonly file: string;
}

export interface ImportedFile {
  readonly hasRejections: boolean;
  readonly lines: readonly string[];
}

/** More would fill the screen; all of them are in the file of rejected rows. */
const MAX_REASONS = 5;

/** In the order of their import: copies need their titles. */
const FIRST_KINDS = ['patrons', 'titles', 'copies'] as const satisfies readonly CsvKind[];

/** The files that the answers name. */
export function firstFilesIn(answers: Answers): FirstFile[] {
  return FIRST_KINDS.flatMap((kind) => {
    const file = answers[kind];
    return file === undefined ? [] : [{ kind, file }];
  });
}

/**
 * Imports a CSV file, as `import` does. Stored data stays as it is.
 * @throws CommandFailed
 */
export async function importFirstFile(
  database: Database,
  config: Config,
  library: number,
  { kind, file }: FirstFile,
): Promise<ImportedFile> {
  const size = await sizeOf(file);
  const records = await openRecordsImport(database, config);
  const csv = await openCsv(database, () => openInput(file), { library, kind });
  const rejectedFile = newFileBeside(file);
  const reasons: string[] = [];
  let rejectedRows: RejectedRows | undefined;
  const { applied, rejected } = await runImport(
    { database, records },
    { file, size, csv, lines: csv.lines() },
    () => ({
      add: (rejection) => {
        rejectedRows ??= new RejectedRows(rejectedFile, csv);
        rejectedRows.add(rejection);
        if (reasons.length < MAX_REASONS) reasons.push(`  row ${rejection.line}: ${rejection.message}`);
      },
      end: () => rejectedRows?.close(),
    }),
  );
  const counts = `${file}: ${applied} of ${applied + rejected} rows applied as ${kind}`;
  if (rejected === 0) return { hasRejections: false, lines: [`${counts}.`] };
  const others = rejected > reasons.length ? [`  and ${rejected - reasons.length} more`] : [];
  return {
    hasRejections: true,
    lines: [`${counts}; ${rejected} rejected, which are in ${rejectedFile}:`, ...reasons, ...others],
  };
}

/** An earlier file stays: somebody may be mending its rejected rows. */
function newFileBeside(file: string): string {
  const start = file.slice(0, file.length - extname(file).length);
  for (let number = 1; ; number++) {
    const name = `${start}-rejected${number === 1 ? '' : `-${number}`}.csv`;
    if (!existsSync(name)) return name;
  }
}

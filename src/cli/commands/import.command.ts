import { Command, InvalidArgumentError, Option } from 'commander';
import { ENTRY_KINDS, type EntryKind } from '../../domain/library-calendar.js';
import type { Database } from '../../platform/database/database.js';
import { findLibrary } from '../../platform/database/libraries.store.js';
import { readConfig } from '../../platform/settings/config.js';
import { withDatabase } from '../database-server.js';
import { CSV_KIND_NAMES } from '../../records/csv/csv-members.js';
import type { ImportResult } from '../../records/engine/records-import.js';
import {
  type NotInFile,
  WHOLE_LIST_NAMES,
  type WholeListName,
  wholeListProblem,
} from '../../records/engine/whole-list.js';
import { isEncoding } from '../../records/csv/csv-text.js';
import { listCounts } from '../../records/engine/rejection-messages.js';
import { type Line, readLines } from '../../records/engine/lines.js';
import { readCalendarFile } from '../../records/calendar-file/calendar-file.js';
import { id } from '../argument-values.js';
import { CommandFailed } from '../command-failed.js';
import { type CsvOptions, openCsv, RejectedRows } from '../importing/csv-import.js';
import { type OdlOptions, openOdl } from '../importing/odl-import.js';
import { RejectionReasons } from '../importing/import-progress.js';
import { runImport } from '../importing/import-run.js';
import { OR_STANDARD_INPUT, openInput, reopenable, sizeOf } from '../input-file.js';
import { openRecordsImport } from '../command-context.js';

interface ImportOptions extends Partial<CsvOptions> {
  readonly calendar?: EntryKind;
  readonly rejected?: string;
  readonly full?: WholeListName;
  readonly force?: true;
  readonly odl?: true;
  readonly collection?: string;
}

export function importCommand(): Command {
  return new Command('import')
    .description(
      "import a library's records (newline-delimited JSON, see docs/records.md), CSV (docs/csv.md), or an ODL feed",
    )
    .argument('<file>', `the file to import, ${OR_STANDARD_INPUT}`)
    .addOption(new Option('--kind <kind>', 'CSV: what its rows are').choices(CSV_KIND_NAMES))
    .option('--odl', 'the file is an OPDS 2 feed with licences (ODL 1.0)')
    .addOption(new Option('--calendar <kind>', 'an iCalendar file: what its days are').choices(ENTRY_KINDS))
    .option('--library <number>', 'CSV, ODL and a calendar: the library whose it is', id)
    .option('--collection <id>', 'ODL: the collection of the licences; the only one by default')
    .option('--map <file>', 'CSV: a file that says what the columns are, also for the next time')
    .option('--encoding <name>', 'CSV: such as windows-1252; recognized by default', encoding)
    .option('--rejected <file>', 'CSV: a new file for the rows that are rejected, with the reasons')
    .option('--dry-run', 'say what would change, and change nothing')
    .addOption(
      new Option(
        '--full <list>',
        'the file has all patrons, copies or licences: those it does not name expire, are 0, or end',
      ).choices(WHOLE_LIST_NAMES),
    )
    .option(
      '--force',
      'also if more than a fifth of them are not named, or most patrons would be blocked or expired',
    )
    .action(async (file: string, options: ImportOptions) => {
      const { full, dryRun = false } = options;
      const { pinsKept, leftOut, ...result } = await importFile(file, options);
      const { applied, rejected } = result;
      if (leftOut > 0)
        console.log(
          `Left out: ${listCounts([leftOut, 'publication'])} with neither a licence nor open access.`,
        );
      if (applied + rejected === 0)
        throw new CommandFailed(`There are no records in ${file === '-' ? 'the input' : file}.`);
      for (const line of dryRun ? inWordsOfTrial(result) : inWords(result)) console.log(line);
      if (pinsKept > 0)
        console.log(`PINs in the file that are stars or hashes: ${pinsKept}. These patrons keep theirs.`);
      if (full !== undefined && result.notInFile !== undefined)
        console.log(notInFileInWords(full, result.notInFile, dryRun));
      if (result.notInFile?.problem != null) process.exitCode = 1;
      if (rejected > 0) process.exitCode = 1;
    });
}

interface FileResult extends ImportResult {
  /** How many PINs of a CSV file were none. */
  readonly pinsKept: number;
  /** How many publications of an ODL feed nobody may lend. */
  readonly leftOut: number;
}

async function importFile(file: string, options: ImportOptions): Promise<FileResult> {
  const odlOptions = odlOptionsIn(options);
  const csvOptions = odlOptions === undefined ? csvOptionsIn(file, options) : undefined;
  const { full, force = false, dryRun = false, rejected } = options;
  const size = await sizeOf(file);
  const config = readConfig();
  return withDatabase(config, async (database) => {
    const records = await openRecordsImport(database, config);
    const csv =
      csvOptions && (await openCsv(database, await reopenable(file, config.uploadsFolder), csvOptions));
    const odl = odlOptions && (await openOdl(database, file, odlOptions));
    const rejectedRows = csv && rejected ? new RejectedRows(rejected, csv) : undefined;
    const isWhole = !process.stderr.isTTY && rejectedRows === undefined;
    const input = {
      ...{ file, size, csv, lines: (csv ?? odl)?.lines() ?? (await linesOf(database, file, options)) },
      manner: { dryRun, wholeList: full ?? null, isForced: force },
    };
    const result = await runImport({ database, records }, input, (print) => {
      const reasons = new RejectionReasons(csv ? 'row' : odl ? 'record' : 'line', print, { isWhole });
      return {
        add: (rejection) => {
          reasons.add(rejection);
          rejectedRows?.add(rejection);
        },
        end: () => {
          reasons.end();
          rejectedRows?.close();
        },
      };
    });
    return { ...result, pinsKept: csv?.pinsKept ?? 0, leftOut: odl?.leftOut ?? 0 };
  });
}

/** @throws CommandFailed */
async function linesOf(
  database: Database,
  file: string,
  { calendar: kind, library: websiteId }: ImportOptions,
): Promise<AsyncIterable<Line>> {
  if (kind === undefined || websiteId === undefined) return readLines(openInput(file));
  const library = await findLibrary(database, websiteId);
  if (library === undefined) throw new CommandFailed(`There is no library ${websiteId}.`);
  return readCalendarFile(openInput(file), { websiteId, kind, timeZone: library.timeZone });
}

function inWords(result: ImportResult): string[] {
  const { applied, rejected, pinsRemoved } = result;
  const pins = pinsRemoved > 0 ? [`${listCounts([pinsRemoved, 'PIN'])} removed`] : [];
  return [
    `${applied} applied, ${rejected} rejected`,
    ...effectsInWords(result),
    ...pins,
    ...keptInWords(result),
  ];
}

function inWordsOfTrial(result: ImportResult): string[] {
  const { applied, rejected, pinsRemoved } = result;
  const pins = pinsRemoved > 0 ? [`${listCounts([pinsRemoved, 'PIN'])} would be removed`] : [];
  const counts = `Nothing has changed. ${applied} would be applied, ${rejected} rejected.`;
  return [counts, ...effectsInWords(result), ...pins, ...keptInWords(result)];
}

function keptInWords({ blocksKept, holdsBeyondRules }: ImportResult): string[] {
  return [
    ...(blocksKept > 0
      ? [`${listCounts([blocksKept, 'patron'])} still blocked by the desk, though the file says otherwise`]
      : []),
    ...(holdsBeyondRules > 0
      ? [
          `Holds with their places though their patrons are blocked, expired or at the limit: ${holdsBeyondRules}`,
        ]
      : []),
  ];
}

function effectsInWords({ applied, effects }: ImportResult): string[] {
  if (applied === 0) return [];
  const { added, changed, unchanged, removed, merged } = effects;
  const other = applied - added - changed - unchanged - removed - merged;
  const leftOut = merged > 0 ? `, ${merged} left out: merged into another patron` : '';
  const others = other > 0 ? `, ${listCounts([other, 'other'])}` : '';
  return [
    `Of those applied: ${added} added, ${changed} changed, ${unchanged} as before, ${removed} removed${leftOut}${others}.`,
  ];
}

/** After a dry run, nothing has ended yet. */
function notInFileInWords(
  list: WholeListName,
  { missing, active, ended, problem }: NotInFile,
  isTrial: boolean,
): string {
  const [would, have] = ENDS[list];
  const count = `Not in the file: ${missing} of ${active}.`;
  if (problem !== null) return missing > 0 ? `${count} ${problem} (--force)` : problem;
  if (isTrial) return `${count} ${missing} would ${would}.`;
  return `${count} ${ended} ${have}.`;
}

const ENDS: Readonly<Record<WholeListName, readonly [would: string, have: string]>> = {
  patrons: ['expire', 'expired'],
  copies: ['be without copies', 'without copies now'],
  licences: ['end', 'ended'],
};

/**
 * Undefined: the file is no ODL feed.
 * @throws CommandFailed
 */
function odlOptionsIn({ odl, library, collection, ...options }: ImportOptions): OdlOptions | undefined {
  const { force, full, kind, map, encoding: ofFile, rejected } = options;
  if (odl === undefined && collection !== undefined) throw new CommandFailed('--collection needs --odl.');
  if (odl === undefined) return undefined;
  if (library === undefined || [kind, map, ofFile, rejected].some((option) => option !== undefined))
    throw new CommandFailed('--odl needs --library, and no option of CSV.');
  const problem = wholeListProblem('licences', full);
  if (problem !== undefined) throw new CommandFailed(problem);
  if (force === true && full === undefined) throw new CommandFailed('--force needs --full.');
  return { library, collection };
}

/**
 * Undefined: the file has records.
 * @throws CommandFailed
 */
function csvOptionsIn(
  file: string,
  { kind, library, full, force, calendar, ...options }: ImportOptions,
): CsvOptions | undefined {
  if (calendar !== undefined) {
    if (library !== undefined && kind === undefined && full === undefined) return undefined;
    throw new CommandFailed('--calendar needs --library, and neither --kind nor --full.');
  }
  if (/\.ics$/i.test(file))
    throw new CommandFailed(
      `An iCalendar file needs --library, and --calendar with ${ENTRY_KINDS.join(' or ')}.`,
    );
  if (force === true && full === undefined && kind !== 'patrons')
    throw new CommandFailed('--force needs --full, or --kind patrons.');
  const { dryRun = false, ...ofCsv } = options;
  if (kind !== undefined && library !== undefined) {
    const problem = wholeListProblem(kind, full);
    if (problem !== undefined) throw new CommandFailed(problem);
    return { kind, library, dryRun, force: force === true, ...ofCsv };
  }
  const isCsv = /\.csv(?:\.gz)?$/i.test(file);
  if (isCsv || kind !== undefined || library !== undefined || Object.keys(ofCsv).length > 0)
    throw new CommandFailed('CSV needs --kind and --library; records need neither.');
  return undefined;
}

function encoding(name: string): string {
  if (!isEncoding(name))
    throw new InvalidArgumentError('It must be the name of an encoding, like windows-1252.');
  return name;
}

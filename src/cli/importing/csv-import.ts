import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { readServiceDay } from '../../platform/database/clock.store.js';
import type { Database } from '../../platform/database/database.js';
import type { CopiesFinder } from '../../records/csv/copies-rows.js';
import { chooseMapping, completed } from '../../records/csv/csv-columns.js';
import { CsvFile } from '../../records/csv/csv-file.js';
import { readHead, refusalOf } from '../../records/csv/csv-head.js';
import {
  type CsvMapping,
  describeMapping,
  MappingProblem,
  readMappingFile,
  usedOf,
} from '../../records/csv/csv-mapping.js';
import type { CsvKind } from '../../records/csv/csv-members.js';
import { alarmOf } from '../../records/csv/csv-survey.js';
import { findMapping, keepMapping } from '../../records/csv/csv-runs.store.js';
import { findLibraries } from '../../records/engine/libraries.store.js';
import type { Rejection } from '../../records/engine/records-import.js';
import { findCopies } from '../../records/naming/named-copies.store.js';
import { csvOfCells } from '../../staff/console/csv.js';
import { rejectionCells, rejectionHeader } from '../../staff/imports/rejections.csv.js';
import { CommandFailed } from '../command-failed.js';
import { readInput } from '../input-file.js';
import { printAboveBar } from './import-progress.js';

/** The command's options for the rows of a CSV file. */
export interface CsvOptions {
  readonly library: number;
  readonly kind: CsvKind;
  /** A file that maps the columns. */
  readonly map?: string;
  readonly encoding?: string;
  /** Does not store the mapping. */
  readonly dryRun?: boolean;
  /** Goes on even if most patrons would be blocked, for example. */
  readonly force?: boolean;
}

const MAX_MAPPING_BYTES = 1024 * 1024;

/**
 * Opens a CSV file with the library's mapping, which `--map` replaces for good.
 * @throws CommandFailed
 */
export async function openCsv(
  database: Database,
  open: () => AsyncIterable<Buffer>,
  { library: websiteId, kind, map, encoding, dryRun, force }: CsvOptions,
): Promise<CsvFile> {
  const given = map === undefined ? undefined : mappingIn(kind, await readInput(map, MAX_MAPPING_BYTES));
  if (!(await findLibraries(database, [websiteId])).has(websiteId))
    throw new CommandFailed(`There is no library ${websiteId}.`);
  if (given !== undefined && dryRun !== true) await keepMapping(database, websiteId, kind, given);
  const kept = given ?? (await findMapping(database, websiteId, kind))?.mapping;
  const head = await readHead(open(), { kind, encoding }, kept);
  const { columns } = head;
  const chosen = given === undefined ? chooseMapping(kind, head, kept) : completed(kind, given, head);
  printColumns(columns, usedOf(chosen.mapping, columns));
  const refusal = refusalOf(kind, head, chosen);
  const hint = refusal?.message.includes(': say ') === true ? ' (--map)' : '';
  const find: CopiesFinder = (named) => findCopies(database, named);
  const source = {
    ...{ kind, websiteId, encoding, columns, mapping: chosen.mapping, findCopies: find },
    ...{
      today: await readServiceDay(database),
      refusal: refusal && { ...refusal, message: refusal.message + hint },
    },
  };
  const alarm = force === true ? undefined : await alarmOf(database, source, open());
  if (alarm !== undefined) throw new CommandFailed(`Nothing was imported. ${alarm} (--force)`);
  return new CsvFile(open(), source);
}

const MAX_NAMED = 20;

/** Also names what is not read: a column that is new in the library's file, or one that nobody has recognized. */
function printColumns(columns: readonly string[], mapping: CsvMapping): void {
  const read = new Set(mapping.map(({ column }) => column));
  const others = columns.filter((column) => column !== '' && !read.has(column));
  const more = others.length > MAX_NAMED ? ` and ${others.length - MAX_NAMED} more` : '';
  if (mapping.length > 0) printAboveBar(`Columns: ${describeMapping(mapping)}.`);
  if (others.length > 0) printAboveBar(`Not read: ${others.slice(0, MAX_NAMED).join(', ')}${more}.`);
}

function mappingIn(kind: CsvKind, content: string): CsvMapping {
  try {
    return readMappingFile(kind, content);
  } catch (error) {
    throw error instanceof MappingProblem ? new CommandFailed(error.message) : error;
  }
}

/** Writes a file of the rejected rows with their reasons. Nobody else may read it, as it repeats rows of the library's file. */
export class RejectedRows {
  private readonly descriptor: number;
  private hasHeader = false;

  /** @throws CommandFailed if the file exists, or cannot be written */
  constructor(
    private readonly path: string,
    private readonly file: CsvFile,
  ) {
    try {
      this.descriptor = openSync(path, 'wx', 0o600);
    } catch {
      throw new CommandFailed(`Cannot write a new file ${path}.`);
    }
  }

  add({ line, message }: Rejection): void {
    const { importedColumns: columns } = this.file;
    const row = rejectionCells(columns, { line, message, cells: this.file.cellsOf(line) });
    writeSync(
      this.descriptor,
      csvOfCells(this.hasHeader ? [row] : [rejectionHeader(columns), row], !this.hasHeader),
    );
    this.hasHeader = true;
  }

  /** Removes a file without rows, which would block the next one. */
  close(): void {
    closeSync(this.descriptor);
    if (!this.hasHeader) rmSync(this.path);
  }
}

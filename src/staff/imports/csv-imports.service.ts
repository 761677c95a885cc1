import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import { readServiceDay } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import { chooseMapping } from '../../records/csv/csv-columns.js';
import { ImportedColumns } from '../../records/csv/csv-file.js';
import { type CsvRefusal, readHead, refusalOf } from '../../records/csv/csv-head.js';
import {
  type CsvMapping,
  headerProblem,
  type ReadRow,
  recordsBy,
  usedOf,
} from '../../records/csv/csv-mapping.js';
import { CSV_KINDS, type CsvKind, isSecret } from '../../records/csv/csv-members.js';
import {
  answerRun,
  type CsvAnswer,
  type CsvFacts,
  type CsvRun,
  type CsvRunSample,
  dropWaitingRun,
  findCsvRun,
  findMapping,
  importTriedRun,
  isTriedRunKept,
  keepMapping,
  markTried,
  writeSample,
} from '../../records/csv/csv-runs.store.js';
import { withFixedPinOf, withKeptPin } from '../../records/csv/fixed-pin.js';
import type { RunKey } from '../../records/engine/import-runs.store.js';
import { type Codes, findCodes } from '../../records/naming/codes.store.js';
import { RecordsImport } from '../../records/engine/records-import.js';
import { type Preview, type PreviewedRow, unknownCodes } from './csv-preview.js';
import { recordAction } from '../actions/action-log.js';
import { permitsRecord } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

export type { CsvRun, RunKey };

/** What is known of a CSV file when it is uploaded. */
export interface UploadedCsv {
  readonly kind: CsvKind;
  /** Recognized if undefined. */
  readonly encoding: string | undefined;
  /** Its rows wait until staff have said what the columns are. */
  readonly asksForColumns: boolean;
}

export interface DescribedCsv extends CsvFacts {
  /** All cells of what is shown, in part, while the file waits: they stay in this process. */
  readonly firstRows: readonly (readonly string[])[];
}

/** A file of which it is known what its columns are. */
export type AnsweredCsv = Pick<CsvFacts, 'columns'> & CsvAnswer;

/** A page is for people. */
const ROWS_SHOWN = 10;
/** Files need space while they wait, and many of them the places of uploads. */
const MAX_WAIT_MS = 15 * 60 * 1000;
/** The answer can come to any process; the one that has the file looks for it. */
const LOOK_EVERY_MS = 500;
/** How long whoever asks for other columns of the first rows waits for them. */
const MAX_SAMPLE_WAIT_MS = 5_000;
const LOOK_FOR_SAMPLE_EVERY_MS = 100;

/** What becomes of the rows of CSV files. */
@Injectable()
export class CsvImports {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsImport,
  ) {}

  /**
   * What an import has to know of the file before its rows are read.
   * @throws Refusal `Forbidden`; `InvalidFieldValue` if no row of it can be used
   */
  async describe(
    websiteId: number,
    { kind, encoding, asksForColumns }: UploadedCsv,
    content: AsyncIterable<Buffer>,
    staff: StaffPrincipal,
  ): Promise<DescribedCsv> {
    requireRowsAllowed(staff, websiteId, kind);
    const kept = await findMapping(this.database, websiteId, kind);
    // A trial's choice is for the next form alone.
    const mappings = [asksForColumns ? kept?.tried : null, kept?.mapping];
    const head = await readHead(content, { kind, encoding }, ...mappings);
    const chosen = chooseMapping(kind, head, ...mappings);
    const facts = { csvKind: kind, columns: head.columns, firstRows: head.rows.slice(0, ROWS_SHOWN) };
    if (asksForColumns && head.columns.length > 0) {
      const sample = sampleIn(facts, withoutPins(chosen.mapping));
      return { ...facts, sample, proposed: chosen, mapping: null };
    }
    const refused = refusalOf(kind, head, chosen);
    if (refused !== undefined) throw new Refusal('InvalidFieldValue', sentenceOf(refused));
    if (head.columns.length === 0) throw new Refusal('InvalidFieldValue', 'There is nothing in the file.');
    const mapping = usedOf(chosen.mapping, head.columns);
    return { ...facts, firstRows: [], sample: null, proposed: null, mapping };
  }

  /**
   * Waits until staff have said what the columns are, and shows them those of the first rows that they ask for.
   * @returns undefined if nobody has, or nobody wants the import any more
   */
  async answer(run: RunKey, csv: DescribedCsv, signal: AbortSignal): Promise<AnsweredCsv | undefined> {
    const begun = performance.now();
    for (;;) {
      const found = await findCsvRun(this.database, run);
      if (found === undefined) return undefined;
      const { mapping, sample } = found;
      if (mapping !== null) {
        const kept = await this.keptMapping(run.websiteId, found);
        return { ...found, columns: csv.columns, mapping: withFixedPinOf(kept, mapping) };
      }
      if (sample?.rows === null) await this.showSample(run, csv, sample.columns);
      await sleep(LOOK_EVERY_MS, undefined, { signal });
      if (performance.now() - begun > MAX_WAIT_MS) await dropWaitingRun(this.database, run);
    }
  }

  private async showSample(run: RunKey, csv: DescribedCsv, asked: readonly string[]): Promise<void> {
    const mapping = asked.map((column) => ({ column, member: '', values: {} }));
    await writeSample(this.database, run, sampleIn(csv, mapping));
  }

  /** The CSV file of an import; undefined if it has records. */
  find(run: RunKey): Promise<CsvRun | undefined> {
    return findCsvRun(this.database, run);
  }

  /** The first rows, with what they become, and why they would be rejected. */
  async preview(run: RunKey, { csvKind: kind, columns }: CsvRun, mapping: CsvMapping): Promise<Preview> {
    const { websiteId } = run;
    const [today, codes] = [await readServiceDay(this.database), await findCodes(this.database, websiteId)];
    const sample = await this.sampleOf(run, new ImportedColumns(columns, withoutPins(mapping)).names);
    const toRecord = recordsBy({ kind, websiteId, mapping, columns: sample.columns, today });
    const rows = (sample.rows ?? []).map((cells) => ({
      cells: new Map(sample.columns.map((column, index) => [column, cells[index] ?? ''])),
      ...this.resultOf(toRecord(cells), codes),
    }));
    return { rows, codes };
  }

  private resultOf(read: ReadRow, codes: Codes): Pick<PreviewedRow, 'record' | 'problems'> {
    if ('rejection' in read) {
      const { member, rejection } = read;
      return { record: {}, problems: [{ member, message: rejection, predicate: rejection }] };
    }
    const { record } = read;
    const problems = this.records.problemsIn(JSON.stringify(record));
    return { record, problems: problems.length > 0 ? problems : unknownCodes(record, codes) };
  }

  /** The process that has the file shows them if they are not those that were shown. */
  private async sampleOf(run: RunKey, columns: readonly string[]): Promise<CsvRunSample> {
    const begun = performance.now();
    while (performance.now() - begun < MAX_SAMPLE_WAIT_MS) {
      const sample = (await findCsvRun(this.database, run))?.sample;
      if (sample == null) break;
      if (sample.rows !== null) {
        if (columns.every((column) => sample.columns.includes(column))) return sample;
        await writeSample(this.database, run, { columns, rows: null });
      }
      await sleep(LOOK_FOR_SAMPLE_EVERY_MS);
    }
    return { columns, rows: [] };
  }

  /**
   * Says what the columns are, and begins to import the rows.
   * @returns why no row could be used by that, if so
   * @throws Refusal `Forbidden`; `NotFound` if the file does not wait any more
   */
  async begin(
    run: RunKey,
    csv: CsvRun,
    answer: CsvAnswer,
    staff: StaffPrincipal,
  ): Promise<string | undefined> {
    const { websiteId } = run;
    const { csvKind, columns } = csv;
    requireRowsAllowed(staff, websiteId, csvKind);
    const problem = headerProblem(csvKind, answer.mapping, columns);
    if (problem !== undefined) return `The file ${problem}.`;
    const mapping = withKeptPin(await this.mapping(websiteId, csvKind), answer.mapping);
    const isAnswered = await answerRun(
      this.database,
      run,
      csv,
      { ...answer, mapping },
      async (transaction) => {
        if (!answer.dryRun) await recordAction(transaction, { staff, action: 'records-imported', websiteId });
      },
    );
    if (!isAnswered) throw refusal('NotFound');
    return undefined;
  }

  /** Keeps the file of a trial for a while. @returns whether staff have then said to import it */
  async isWantedAfterTrial(run: RunKey, signal: AbortSignal): Promise<boolean> {
    const begun = performance.now();
    await markTried(this.database, run, true);
    while (!signal.aborted && performance.now() - begun < MAX_WAIT_MS) {
      const found = await findCsvRun(this.database, run);
      if (found?.dryRun !== true) return found !== undefined;
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
    await markTried(this.database, run, false);
    return false;
  }

  isKeptAfterTrial(run: RunKey): Promise<boolean> {
    return isTriedRunKept(this.database, run);
  }

  /**
   * Begins to import what was tried.
   * @returns false if the file is not kept any more
   * @throws Refusal `Forbidden`
   */
  async importTried(run: RunKey, csv: CsvRun, staff: StaffPrincipal): Promise<boolean> {
    const { websiteId } = run;
    requireRowsAllowed(staff, websiteId, csv.csvKind);
    const kept = await findMapping(this.database, websiteId, csv.csvKind);
    const mapping = withFixedPinOf(kept?.tried ?? kept?.mapping ?? [], csv.mapping ?? []);
    return importTriedRun(this.database, run, csv, mapping, (transaction) =>
      recordAction(transaction, { staff, action: 'records-imported', websiteId }),
    );
  }

  /** @throws Refusal `Forbidden` */
  async cancel(run: RunKey, { csvKind }: CsvRun, staff: StaffPrincipal): Promise<void> {
    requireRowsAllowed(staff, run.websiteId, csvKind);
    await dropWaitingRun(this.database, run);
  }

  /** What the columns of the library's files of this kind are; empty if nobody has said so. */
  async mapping(websiteId: number, kind: CsvKind): Promise<CsvMapping> {
    return (await findMapping(this.database, websiteId, kind))?.mapping ?? [];
  }

  /** The one that was kept with the answer of staff. */
  private async keptMapping(websiteId: number, { csvKind, dryRun }: CsvRun): Promise<CsvMapping> {
    const kept = await findMapping(this.database, websiteId, csvKind);
    return (dryRun ? kept?.tried : kept?.mapping) ?? [];
  }

  /** @throws Refusal `InvalidFieldValue` if it hides a PIN that is not kept */
  async keepMapping(websiteId: number, kind: CsvKind, mapping: CsvMapping): Promise<void> {
    const kept = await this.mapping(websiteId, kind);
    await keepMapping(this.database, websiteId, kind, withFixedPinOf(kept, mapping));
  }
}

/** Whether staff may import rows of this kind, and so see those of others. */
export function mayImportRows(staff: StaffPrincipal, websiteId: number, kind: CsvKind): boolean {
  return permitsRecord(staff, { kind: CSV_KINDS[kind], isRemoval: false, websiteId });
}

/** @throws Refusal `Forbidden` */
export function requireRowsAllowed(staff: StaffPrincipal, websiteId: number, kind: CsvKind): void {
  if (!mayImportRows(staff, websiteId, kind)) throw refusal('Forbidden');
}

const sentenceOf = ({ row, message }: CsvRefusal): string => `Row ${row} ${message}.`;

/** They are not shown. */
const withoutPins = (mapping: CsvMapping): CsvMapping => mapping.filter(({ member }) => !isSecret(member));

function sampleIn(
  { columns, firstRows }: Pick<DescribedCsv, 'columns' | 'firstRows'>,
  mapping: CsvMapping,
): CsvRunSample {
  const shown = new ImportedColumns(columns, mapping);
  return { columns: shown.names, rows: firstRows.map((cells) => shown.cellsOf(cells)) };
}

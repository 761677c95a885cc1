import { Prisma } from '../../generated/prisma/client.js';
import { readDatabaseTime, readServiceTime } from '../../platform/database/clock.store.js';
import type { Database } from '../../platform/database/database.js';
import { purge } from '../../platform/database/purge.js';
import type { Connection } from '../../platform/database/statement.js';
import { type ImportManner, jsonOf, type RunKey } from '../engine/import-runs.store.js';
import { ImportedColumns } from './csv-file.js';
import type { CsvKind } from './csv-members.js';
import type { ChosenColumns } from './csv-columns.js';
import type { CsvMapping } from './csv-mapping.js';
import { withoutFixedPin } from './fixed-pin.js';

export interface CsvFacts {
  readonly csvKind: CsvKind;
  /** The imported columns; all columns until staff have assigned them. */
  readonly columns: readonly string[];
  /** The first rows, until staff have assigned the columns. */
  readonly sample: CsvRunSample | null;
  /** The proposed mapping, until staff have assigned the columns. */
  readonly proposed: ChosenColumns | null;
  /** Null until staff have assigned the columns. */
  readonly mapping: CsvMapping | null;
}

/** The rows that staff are shown: the cells of some columns, without PINs. */
export interface CsvRunSample {
  readonly columns: readonly string[];
  /** Null while staff are asking for rows; the process that has the file watches for that. */
  readonly rows: readonly (readonly string[])[] | null;
}

export type CsvRun = CsvFacts & ImportManner;

/** The answer of staff to a waiting file. */
export interface CsvAnswer extends ImportManner {
  readonly mapping: CsvMapping;
}

/** Stores the facts about the CSV file of a new run, without a PIN that its mapping gives. */
export async function describeCsv(
  { prisma }: Connection,
  key: RunKey,
  { csvKind, columns, sample, proposed, mapping }: CsvFacts,
): Promise<void> {
  const data = {
    ...{ csvKind, columns: [...(mapping === null ? columns : new ImportedColumns(columns, mapping).names)] },
    ...{ sample: jsonOf(sample), mapping: jsonOf(mapping && withoutFixedPin(mapping)) },
    proposed: jsonOf(proposed && { ...proposed, mapping: withoutFixedPin(proposed.mapping) }),
  };
  await prisma.importRun.updateMany({ where: keyOf(key), data });
}

const keyOf = ({ websiteId, importId }: RunKey): RunKey => ({ websiteId, importId });

/** Undefined if there is no such run, or if its file has records. */
export async function findCsvRun({ prisma }: Connection, key: RunKey): Promise<CsvRun | undefined> {
  const select = {
    ...{ csvKind: true, columns: true, sample: true, proposed: true, mapping: true },
    ...{ dryRun: true, wholeList: true, isForced: true },
  };
  const run = await prisma.importRun.findFirst({ where: { ...keyOf(key), csvKind: { not: null } }, select });
  return run === null ? undefined : (run as unknown as CsvRun);
}

/** Runs that wait for staff to assign the columns. */
const WAITING = { csvKind: { not: null }, mapping: { equals: Prisma.DbNull }, endedAt: null };

/** Stores, or asks for, the first rows of a waiting file. */
export async function writeSample({ prisma }: Connection, key: RunKey, sample: CsvRunSample): Promise<void> {
  await prisma.importRun.updateMany({
    where: { ...keyOf(key), ...WAITING },
    data: { sample: jsonOf(sample) },
  });
}

/**
 * Stores the mapping, also for the library's next file of the kind; a trial only keeps it for the next form. The process that has the file then
 * begins to import it.
 * @param record logs, in the same transaction, who answered
 * @returns false if no file waits for an answer any more
 */
export async function answerRun(
  database: Database,
  key: RunKey,
  { csvKind: kind, columns }: CsvRun,
  { mapping, dryRun, wholeList, isForced }: CsvAnswer,
  record: (transaction: Connection) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const { count } = await transaction.prisma.importRun.updateMany({
      where: { ...keyOf(key), ...WAITING },
      data: {
        ...{ mapping: jsonOf(withoutFixedPin(mapping)), sample: Prisma.DbNull, proposed: Prisma.DbNull },
        ...{ columns: [...new ImportedColumns(columns, mapping).names], dryRun, wholeList, isForced },
      },
    });
    if (count === 0) return false;
    await writeMapping(transaction, key.websiteId, kind, dryRun ? { tried: mapping } : { mapping });
    await record(transaction);
    return true;
  });
}

/** A process that has not said for this long that it has the file has died. */
const MAX_SILENCE_MS = 60_000;

/** Runs that were tried, and whose file is still there. */
async function tried(connection: Connection): Promise<Prisma.ImportRunWhereInput> {
  const now = await readDatabaseTime(connection);
  return {
    ...{ dryRun: true, endedAt: { not: null }, failure: null },
    ...{ proposed: { not: Prisma.DbNull }, aliveAt: { gt: new Date(now.getTime() - MAX_SILENCE_MS) } },
  };
}

/** Says whether the file of a trial is kept, so that it can be imported. */
export async function markTried({ prisma }: Connection, key: RunKey, isKept: boolean): Promise<void> {
  const proposed = jsonOf(isKept ? { mapping: [], questions: [] } : null);
  await prisma.importRun.updateMany({ where: { ...keyOf(key), dryRun: true }, data: { proposed } });
}

export async function isTriedRunKept(connection: Connection, key: RunKey): Promise<boolean> {
  const where = { ...(await tried(connection)), ...keyOf(key) };
  return (await connection.prisma.importRun.count({ where })) > 0;
}

/**
 * Begins to import what was tried, by the same mapping, which is kept for the library's next file.
 * @param record logs, in the same transaction, who did it
 * @returns false if the file is not kept any more
 */
export async function importTriedRun(
  database: Database,
  key: RunKey,
  { csvKind: kind }: CsvRun,
  mapping: CsvMapping,
  record: (transaction: Connection) => Promise<void>,
): Promise<boolean> {
  return database.transaction(async (transaction) => {
    const { count } = await transaction.prisma.importRun.updateMany({
      where: { ...(await tried(transaction)), ...keyOf(key) },
      data: {
        ...{ dryRun: false, endedAt: null, proposed: Prisma.DbNull },
        ...{ bytesDone: 0, applied: 0, rejected: 0, effects: Prisma.DbNull, notInFile: Prisma.DbNull },
      },
    });
    if (count === 0) return false;
    await transaction.prisma.importRejection.deleteMany({ where: keyOf(key) });
    await writeMapping(transaction, key.websiteId, kind, { mapping });
    await record(transaction);
    return true;
  });
}

/** Removes an abandoned run with the rows that it shows. */
export async function dropWaitingRun({ prisma }: Connection, key: RunKey): Promise<void> {
  await prisma.importRun.deleteMany({ where: { ...keyOf(key), ...WAITING } });
}

export interface KeptMapping {
  /** The mapping of the library's last file of the kind. */
  readonly mapping: CsvMapping;
  /** The mapping that staff have tried since; null: none. */
  readonly tried: CsvMapping | null;
}

export async function findMapping(
  { prisma }: Connection,
  websiteId: number,
  kind: CsvKind,
): Promise<KeptMapping | undefined> {
  const select = { mapping: true, tried: true };
  const kept = await prisma.csvMapping.findFirst({ where: { websiteId, kind }, select });
  return kept === null ? undefined : (kept as unknown as KeptMapping);
}

/** For the library's next file of the kind. */
export function keepMapping(
  database: Database,
  websiteId: number,
  kind: CsvKind,
  mapping: CsvMapping,
): Promise<void> {
  return writeMapping(database, websiteId, kind, { mapping });
}

async function writeMapping(
  { prisma }: Connection,
  websiteId: number,
  kind: CsvKind,
  { mapping, tried }: Partial<KeptMapping>,
): Promise<void> {
  const stored = {
    ...(mapping !== undefined && { mapping: mapping as unknown as Prisma.InputJsonValue }),
    tried: jsonOf(tried),
  };
  await prisma.csvMapping.upsert({
    where: { websiteId_kind: { websiteId, kind } },
    create: { websiteId, kind, mapping: [], ...stored },
    update: stored,
  });
}

const MAX_RUNS_AT_ONCE = 100;
const MS_UNTIL_ROWS_ARE_FORGOTTEN = 7 * 24 * 60 * 60 * 1000;

/** Rejected rows contain patrons' data: after 7 days only their numbers and the reasons are kept. @returns the number of imports */
export const forgetRejectedRows = purge('rejected-rows', async (connection) => {
  const { prisma } = connection;
  const now = await readServiceTime(connection);
  const runs = await prisma.importRun.findMany({
    where: {
      ...{ csvKind: { not: null }, columns: { isEmpty: false } },
      startedAt: { lte: new Date(now.getTime() - MS_UNTIL_ROWS_ARE_FORGOTTEN) },
    },
    orderBy: { startedAt: 'asc' },
    take: MAX_RUNS_AT_ONCE,
    select: { websiteId: true, importId: true },
  });
  for (const key of runs) {
    await prisma.importRejection.updateMany({ where: key, data: { cells: [] } });
    await prisma.importRun.updateMany({ where: key, data: { columns: [] } });
  }
  return runs.length;
});

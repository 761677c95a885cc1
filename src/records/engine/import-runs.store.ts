import { writeImported } from '../../events/outbox.store.js';
import { type ImportRun, Prisma } from '../../generated/prisma/client.js';
import { readDatabaseTime, readServiceTime } from '../../platform/database/clock.store.js';
import type { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { purgeOf } from '../../platform/database/purge.js';
import type { SideCounts } from './record-kind.js';
import type { ImportEffects, ImportProgress, KnownCounts, Rejection } from './records-import.js';
import type { CsvMapping } from '../csv/csv-mapping.js';
import type { NotInFile, WholeListName } from './whole-list.js';

/** A run of an import: of a file that staff uploaded or the command read, or of the records of a request. */
export interface RunKey {
  readonly websiteId: number;
  readonly importId: string;
}

/** How an import treats its records. */
export interface ImportManner {
  /** It counts the effects and changes nothing. */
  readonly dryRun: boolean;
  /** The file is a complete list: whatever it does not name is ended. */
  readonly wholeList: WholeListName | null;
  /** Whether any number of patrons or titles may be ended. */
  readonly isForced: boolean;
}

export interface NewRun extends RunKey, Partial<ImportManner> {
  readonly fileName: string;
  /** The name of the account or token. */
  readonly startedBy: string;
  readonly bytes: number;
  /** When it started, if not now. */
  readonly secondsAgo?: number;
}

/**
 * @param record logs, in the same transaction, who started it
 * @returns false if there is no such library
 */
export async function startRun(
  database: Database,
  run: NewRun,
  record?: (transaction: Connection) => Promise<void>,
): Promise<boolean> {
  const { websiteId, secondsAgo = 0, ...members } = run;
  const now = await readServiceTime(database);
  const startedAt = new Date(now.getTime() - secondsAgo * 1000);
  const data = { websiteId, ...members, startedAt, aliveAt: await readDatabaseTime(database) };
  return database.transaction(async (transaction) => {
    if ((await transaction.prisma.library.count({ where: { websiteId } })) === 0) return false;
    await transaction.prisma.importRun.createMany({ data });
    await record?.(transaction);
    return true;
  });
}

/** Also shows that the run is alive. */
export async function recordProgress(
  database: Database,
  run: RunKey,
  { bytes, applied, rejected, ...rest }: ImportProgress,
  rejections: readonly KeptRejection[],
): Promise<void> {
  const aliveAt = await readDatabaseTime(database);
  const key = keyOf(run);
  const data = { bytesDone: bytes, applied, rejected, ...effectsOf(rest), aliveAt };
  await database.prisma.importRun.updateMany({ where: key, data });
  for (const part of partsOf(rejections))
    await database.prisma.importRejection.createMany({
      data: part.map(({ line, message, cells = [] }) => ({ ...key, line, message, cells: [...cells] })),
    });
}

function effectsOf({ effects, ...counts }: KnownCounts): { effects?: object } & StoredCounts {
  return {
    ...(effects && { effects: { ...effects } }),
    pinsRemoved: counts.pinsRemoved ?? null,
    blocksKept: counts.blocksKept ?? null,
    holdsBeyondRules: counts.holdsBeyondRules ?? null,
  };
}

const keyOf = ({ websiteId, importId }: RunKey): RunKey => ({ websiteId, importId });

/** A rejected line as it is stored. */
export interface KeptRejection extends Rejection {
  /** The cells of a CSV row, for staff who may import the file. */
  readonly cells?: readonly string[];
}

/** The size of a statement. A larger one would block other requests while it is built. Each line and cell counts, however short it is. */
const MAX_SIZE_AT_ONCE = 32 * 1024;
const SIZE_OF_LINE = 200;
const SIZE_OF_CELL = 8;

function* partsOf(rejections: readonly KeptRejection[]): Generator<KeptRejection[]> {
  let part: KeptRejection[] = [];
  let size = 0;
  for (const rejection of rejections) {
    const { message, cells = [] } = rejection;
    part.push(rejection);
    size += cells.reduce((sum, cell) => sum + SIZE_OF_CELL + cell.length, SIZE_OF_LINE + message.length);
    if (size < MAX_SIZE_AT_ONCE) continue;
    yield part;
    [part, size] = [[], 0];
  }
  if (part.length > 0) yield part;
}

export async function keepRunAlive(database: Database, run: RunKey): Promise<void> {
  const aliveAt = await readDatabaseTime(database);
  await database.prisma.importRun.updateMany({ where: keyOf(run), data: { aliveAt } });
}

export interface RunEnd {
  /** Why it stopped before the end of the file; null if it reached the end. */
  readonly failure: string | null;
  /** The rest of the list, if the file is a whole list. */
  readonly notInFile?: NotInFile | undefined;
  /** The number of cells in a CSV file that contained no usable PIN. */
  readonly pinsKept?: number | undefined;
}

export async function endRun(
  database: Database,
  run: RunKey,
  { failure, notInFile, pinsKept }: RunEnd,
): Promise<void> {
  const endedAt = await readServiceTime(database);
  const data = { endedAt, failure, notInFile: jsonOf(notInFile), pinsKept: pinsKept ?? null };
  await database.transaction(async (transaction) => {
    await transaction.prisma.importRun.updateMany({ where: keyOf(run), data });
    const applied = { ...keyOf(run), dryRun: false };
    if ((await transaction.prisma.importRun.count({ where: applied })) > 0)
      await writeImported(transaction, run);
  });
}

/** Prisma has a value of its own for SQL's NULL in a JSON column. */
export function jsonOf(value: object | null | undefined): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return value ?? Prisma.DbNull;
}

/** A run is taken as interrupted if its process has not reported for this long. */
const MAX_SILENCE_SECONDS = 60;

export type RunState = 'waiting' | 'running' | 'done' | 'failed' | 'interrupted';

export interface Run extends RunKey {
  readonly fileName: string;
  readonly startedBy: string;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
  readonly state: RunState;
  readonly bytes: number;
  readonly bytesDone: number;
  readonly applied: number;
  readonly rejected: number;
  readonly failure: string | null;
}

/** Null where the effects are null. */
type StoredCounts = { readonly [Name in keyof SideCounts]: number | null };

/** A run and its results. */
export interface RunReport extends Run, ImportManner, StoredCounts {
  /** Null: not known for this library alone. */
  readonly effects: ImportEffects | null;
  readonly pinsKept: number | null;
  /** The columns of a CSV file; null for a file of records, or until staff have chosen the columns. */
  readonly mapping: CsvMapping | null;
  /** Null: the file is no whole list, or the run has not ended. */
  readonly notInFile: NotInFile | null;
}

function runAt(
  now: Date,
  { aliveAt, csvKind, columns: _, sample: __, proposed: ___, ...run }: ImportRun,
): RunReport {
  const { failure, endedAt } = run;
  const mapping = run.mapping as CsvMapping | null;
  const isSilent = aliveAt.getTime() < now.getTime() - MAX_SILENCE_SECONDS * 1000;
  const alive = csvKind !== null && mapping === null ? 'waiting' : 'running';
  const unended = isSilent ? 'interrupted' : alive;
  const ended = failure === null ? 'done' : 'failed';
  const state = failure === null && endedAt === null ? unended : ended;
  const stored = run.effects as Omit<ImportEffects, 'merged'> | null;
  // Earlier releases counted no merged patrons.
  const effects = stored && { merged: 0, ...stored };
  const notInFile = run.notInFile as NotInFile | null;
  const wholeList = run.wholeList as WholeListName | null;
  return {
    ...run,
    effects,
    ...{ notInFile, wholeList, mapping },
    bytes: Number(run.bytes),
    bytesDone: Number(run.bytesDone),
    state,
  };
}

/** Latest first. */
export async function findRuns(
  database: Database,
  websiteId: number,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<RunReport[]> {
  const now = await readDatabaseTime(database);
  const runs = await database.prisma.importRun.findMany({
    where: { websiteId },
    orderBy: [{ startedAt: 'desc' }, { importId: 'asc' }],
    take: limit,
    skip: offset,
  });
  return runs.map((run) => runAt(now, run));
}

export async function findRun(database: Database, run: RunKey): Promise<RunReport | undefined> {
  const now = await readDatabaseTime(database);
  const found = await database.prisma.importRun.findFirst({ where: keyOf(run) });
  return found === null ? undefined : runAt(now, found);
}

/** All lines of a page are read at once, and a CSV row may be long. */
const LINES_OF_PAGE = 500;
const ROWS_OF_PAGE = 50;

/** The rejected lines in order. @param withCells includes the cells of CSV rows */
export async function* findRejections(
  { prisma }: Connection,
  run: RunKey,
  withCells = false,
): AsyncGenerator<KeptRejection> {
  const take = withCells ? ROWS_OF_PAGE : LINES_OF_PAGE;
  let after = 0;
  for (;;) {
    const page = await prisma.importRejection.findMany({
      where: { ...keyOf(run), line: { gt: after } },
      orderBy: { line: 'asc' },
      select: { line: true, message: true, cells: withCells },
      take,
    });
    yield* page;
    if (page.length < take) return;
    after = page.at(-1)?.line ?? after;
  }
}

/** The rows are a `Run` that stopped early or rejected lines, each library's latest first. $1: the period in days; $2: the limit per library */
export const FLAWED_RUNS = groupSearch<Run & { readonly place: string }>(
  'imports-flawed',
  2,
  (inGroup) => `
  SELECT * FROM (
    SELECT *, row_number() OVER (PARTITION BY "websiteId" ORDER BY "startedAt" DESC, "importId") AS place
    FROM (SELECT website_id AS "websiteId", import_id AS "importId", file_name AS "fileName", started_by AS "startedBy",
            started_at AS "startedAt", ended_at AS "endedAt", bytes::float8, bytes_done::float8 AS "bytesDone", applied,
            rejected, failure,
            CASE WHEN failure IS NOT NULL THEN 'failed' WHEN ended_at IS NOT NULL THEN 'done'
              WHEN alive_at < now() - interval '${MAX_SILENCE_SECONDS} seconds' THEN 'interrupted' ELSE 'running' END AS state
          FROM import_run
          WHERE ${inGroup} AND NOT dry_run AND started_at > (SELECT service_now()) - make_interval(days => $1)) run
    WHERE state IN ('failed', 'interrupted') OR state = 'done' AND rejected > 0) flawed
  WHERE place <= $2 ORDER BY "websiteId", place`,
);

/**
 * Deletes runs that are 90 days old, and waiting runs whose process died.
 * @returns how many; at most a thousand at a time
 */
export const purgeImportRuns = purgeOf({
  task: 'import-runs',
  table: 'import_run',
  key: { import_id: 'uuid' },
  find: `SELECT website_id, import_id FROM import_run
    WHERE started_at <= (SELECT service_now()) - interval '90 days'
      OR sample IS NOT NULL AND alive_at < now() - interval '${MAX_SILENCE_SECONDS} seconds'
    ORDER BY started_at LIMIT $1`,
});

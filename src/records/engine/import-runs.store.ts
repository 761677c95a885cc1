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
import type { Unnamed, WholeListName } from './whole-list.js';

/** A run of an import: a file that staff of a library have uploaded, or the command has read, or the records of a request. */
export interface RunKey {
  readonly websiteId: number;
  readonly importId: string;
}

/** What an import does with what it reads. */
export interface ImportManner {
  /** It counts what would be, and does nothing. */
  readonly dryRun: boolean;
  /** The file is a whole list: whom, or what, it does not name comes to its end. */
  readonly wholeList: WholeListName | null;
  /** However many these are. */
  readonly isForced: boolean;
}

export interface NewRun extends RunKey, Partial<ImportManner> {
  readonly fileName: string;
  /** The name of the account or token. */
  readonly startedBy: string;
  readonly bytes: number;
}

/**
 * @param record writes down, in the same transaction, who started it
 * @returns false if there is no such library
 */
export async function startRun(
  database: Database,
  run: NewRun,
  record?: (transaction: Connection) => Promise<void>,
): Promise<boolean> {
  const startedAt = await readServiceTime(database);
  const row = { ...run, startedAt, aliveAt: await readDatabaseTime(database) };
  return database.transaction(async (transaction) => {
    if (!(await insertRun(transaction, row))) return false;
    await record?.(transaction);
    return true;
  });
}

async function insertRun(
  { prisma }: Connection,
  data: Prisma.ImportRunUncheckedCreateInput,
): Promise<boolean> {
  const { websiteId } = data;
  if ((await prisma.library.count({ where: { websiteId } })) === 0) return false;
  await prisma.importRun.createMany({ data });
  return true;
}

/** Also says that the run is alive. */
export async function recordProgress(
  database: Database,
  run: RunKey,
  { bytes, applied, rejected, ...rest }: ImportProgress,
  rejections: readonly KeptRejection[],
): Promise<void> {
  const aliveAt = await readDatabaseTime(database);
  await database.prisma.importRun.updateMany({
    where: keyOf(run),
    data: {
      bytesDone: bytes,
      applied,
      rejected,
      ...effectsOf(rest),
      aliveAt,
    },
  });
  await recordRejections(database, run, rejections);
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

/** A rejected line as it is kept. */
export interface KeptRejection extends Rejection {
  /** Of a CSV file: for those who may import it. */
  readonly cells?: readonly string[];
}

async function recordRejections(
  { prisma }: Connection,
  run: RunKey,
  rejections: readonly KeptRejection[],
): Promise<void> {
  const key = keyOf(run);
  for (const part of partsOf(rejections))
    await prisma.importRejection.createMany({
      data: part.map(({ line, message, cells = [] }) => ({ ...key, line, message, cells: [...cells] })),
    });
}

/** What a statement has: more would keep others waiting while it is put together. A line, and a cell, take time however short they are. */
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

/** A run that was over before it was written down. */
export interface PastRun extends NewRun, ImportProgress {
  readonly seconds: number;
  /** Why it stopped before the end; null if it reached the end. */
  readonly failure: string | null;
  readonly unnamed?: Unnamed | undefined;
}

/** Does nothing if there is no such library any more. */
export async function recordPastRun(
  database: Database,
  { seconds, unnamed, effects, ...run }: PastRun,
  rejections: readonly Rejection[],
): Promise<void> {
  const endedAt = await readServiceTime(database);
  const startedAt = new Date(endedAt.getTime() - seconds * 1000);
  const aliveAt = await readDatabaseTime(database);
  const row = {
    ...{ ...run, ...effectsOf({ effects, ...run }), unnamed: jsonOf(unnamed) },
    ...{ bytesDone: run.bytes, startedAt, endedAt, aliveAt },
  };
  await database.transaction(async (transaction) => {
    if (!(await insertRun(transaction, row))) return;
    await recordRejections(transaction, run, rejections);
    await writeImported(transaction, run);
  });
}

export async function keepRunAlive(database: Database, run: RunKey): Promise<void> {
  const aliveAt = await readDatabaseTime(database);
  await database.prisma.importRun.updateMany({ where: keyOf(run), data: { aliveAt } });
}

/** How a run came to its end. */
export interface RunEnd {
  /** Why it stopped before the end of the file; null if it reached the end. */
  readonly failure: string | null;
  /** Of a whole list, what has become of the rest. */
  readonly unnamed?: Unnamed | undefined;
  /** Of a CSV file, how many PINs were none. */
  readonly pinsKept?: number | undefined;
}

export async function endRun(
  database: Database,
  run: RunKey,
  { failure, unnamed, pinsKept }: RunEnd,
): Promise<void> {
  const endedAt = await readServiceTime(database);
  const data = { endedAt, failure, unnamed: jsonOf(unnamed), pinsKept: pinsKept ?? null };
  await database.transaction(async (transaction) => {
    await transaction.prisma.importRun.updateMany({ where: keyOf(run), data });
    const applied = { ...keyOf(run), dryRun: false };
    if ((await transaction.prisma.importRun.count({ where: applied })) > 0)
      await writeImported(transaction, run);
  });
}

/** Prisma tells NULL from null in JSON. */
export function jsonOf(value: object | null | undefined): Prisma.InputJsonValue | typeof Prisma.DbNull {
  return value ?? Prisma.DbNull;
}

/** A run whose process has not said for this long that it is alive was interrupted. */
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

/** Null where the effects are. */
type StoredCounts = { readonly [Name in keyof SideCounts]: number | null };

/** A run, and what has become of its records. */
export interface RunReport extends Run, ImportManner, StoredCounts {
  /** Null: not known of this library's records alone. */
  readonly effects: ImportEffects | null;
  readonly pinsKept: number | null;
  /** What the columns of a CSV file are; null: it has records, or nobody has said so. */
  readonly mapping: CsvMapping | null;
  /** Null: the file is no whole list, or the run has not ended. */
  readonly unnamed: Unnamed | null;
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
  const unnamed = run.unnamed as Unnamed | null;
  const wholeList = run.wholeList as WholeListName | null;
  return {
    ...run,
    effects,
    ...{ unnamed, wholeList, mapping },
    bytes: Number(run.bytes),
    bytesDone: Number(run.bytesDone),
    state,
  };
}

/** The latest first. */
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

/** All of a page are read at once, and a row of a CSV file may be long. */
const LINES_OF_PAGE = 500;
const ROWS_OF_PAGE = 50;

/** The rejected lines in their order. @param withCells with the rows of a CSV file */
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

/**
 * The rows: a `Run` that stopped early or rejected lines, the latest of each library first.
 * $1: of how many days; $2: at most so many of each library
 */
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
 * Deletes runs that are 90 days old, and those of a process that died while it showed the first rows of a file.
 * @returns how many; at most a thousand at a time
 */
export const purgeImportRuns = purgeOf({
  name: 'imports-purge',
  table: 'import_run',
  key: { import_id: 'uuid' },
  find: `SELECT website_id, import_id FROM import_run
    WHERE started_at <= (SELECT service_now()) - interval '90 days'
      OR sample IS NOT NULL AND alive_at < now() - interval '${MAX_SILENCE_SECONDS} seconds'
    ORDER BY started_at LIMIT $1`,
});

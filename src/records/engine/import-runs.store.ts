import { writeImported } from '../../events/outbox.store.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { purgeOf } from '../../platform/database/purge.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { ImportProgress, Rejection } from './records-import.js';

/** A run of an import: a file of records that staff of a library have uploaded, or the records of a request. */
export interface RunKey {
  readonly websiteId: number;
  readonly importId: string;
}

export interface NewRun extends RunKey {
  readonly fileName: string;
  /** The name of the account or token. */
  readonly startedBy: string;
  readonly bytes: number;
}

/** @returns false if there is no such library */
export const startRun = statement(
  'imports-start',
  `INSERT INTO import_run (website_id, import_id, file_name, started_by, bytes, started_at, alive_at)
   SELECT website_id, $2, $3, $4, $5, service_now(), now() FROM library WHERE website_id = $1 FOR KEY SHARE
   RETURNING 1 AS one`,
).any(({ websiteId, importId, fileName, startedBy, bytes }: NewRun) => [
  websiteId,
  importId,
  fileName,
  startedBy,
  bytes,
]);

const RECORD_PROGRESS = statement(
  'imports-record-progress',
  `UPDATE import_run SET bytes_done = $3, applied = $4, rejected = $5, alive_at = now()
   WHERE website_id = $1 AND import_id = $2`,
);

const RECORD_REJECTIONS = statement(
  'imports-record-rejections',
  `INSERT INTO import_rejection (website_id, import_id, line, message)
   SELECT $1::int, $2::uuid, line, message FROM unnest($3::int[], $4::text[]) AS rejected (line, message)`,
);

/** Also says that the run is alive. */
export async function recordProgress(
  connection: Connection,
  run: RunKey,
  { bytes, applied, rejected }: ImportProgress,
  rejections: readonly Rejection[],
): Promise<void> {
  await connection.run(RECORD_PROGRESS, [run.websiteId, run.importId, bytes, applied, rejected]);
  await recordRejections(connection, run, rejections);
}

async function recordRejections(
  connection: Connection,
  { websiteId, importId }: RunKey,
  rejections: readonly Rejection[],
): Promise<void> {
  if (rejections.length === 0) return;
  const [lines, messages] = [rejections.map(({ line }) => line), rejections.map(({ message }) => message)];
  await connection.run(RECORD_REJECTIONS, [websiteId, importId, lines, messages]);
}

/** A run that was over before it was written down. */
export interface PastRun extends NewRun, ImportProgress {
  readonly seconds: number;
  /** Why it stopped before the end; null if it reached the end. */
  readonly failure: string | null;
}

const RECORD_PAST = statement(
  'imports-record-past',
  `INSERT INTO import_run (website_id, import_id, file_name, started_by, bytes, bytes_done, applied, rejected, started_at,
     ended_at, alive_at, failure)
   SELECT website_id, $2, $3, $4, $5, $5, $6, $7, service_now() - make_interval(secs => $8), service_now(), now(), $9
   FROM library WHERE website_id = $1 FOR KEY SHARE RETURNING 1 AS one`,
);

/** Does nothing if there is no such library any more. */
export async function recordPastRun(
  connection: Connection,
  run: PastRun,
  rejections: readonly Rejection[],
): Promise<void> {
  const { websiteId, importId, fileName, startedBy, bytes, applied, rejected, seconds, failure } = run;
  const values = [websiteId, importId, fileName, startedBy, bytes, applied, rejected, seconds, failure];
  if ((await connection.run(RECORD_PAST, values)).length === 0) return;
  await recordRejections(connection, run, rejections);
  await writeImported(connection, run);
}

export const keepRunAlive = statement(
  'imports-keep-alive',
  `UPDATE import_run SET alive_at = now() WHERE website_id = $1 AND import_id = $2`,
).execute(({ websiteId, importId }: RunKey) => [websiteId, importId]);

/** @param failure why the run stopped before the end of the file; null if it reached the end */
export async function endRun(
  connection: Connection,
  { websiteId, importId }: RunKey,
  failure: string | null,
): Promise<void> {
  await connection.run(END, [websiteId, importId, failure]);
  await writeImported(connection, { websiteId, importId });
}

const END = statement(
  'imports-end',
  `UPDATE import_run SET ended_at = service_now(), failure = $3 WHERE website_id = $1 AND import_id = $2`,
);

/** A run whose process has not said for this long that it is alive was interrupted. */
const MAX_SILENCE = `interval '1 minute'`;

export type RunState = 'running' | 'done' | 'failed' | 'interrupted';

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

const runs = (ofLibraries: string): string => `
  SELECT website_id AS "websiteId", import_id AS "importId", file_name AS "fileName", started_by AS "startedBy",
    started_at AS "startedAt", ended_at AS "endedAt", bytes::float8, bytes_done::float8 AS "bytesDone", applied, rejected,
    failure,
    CASE WHEN failure IS NOT NULL THEN 'failed' WHEN ended_at IS NOT NULL THEN 'done'
      WHEN alive_at < now() - ${MAX_SILENCE} THEN 'interrupted' ELSE 'running' END AS state
  FROM import_run WHERE ${ofLibraries}`;

const RUNS = runs('website_id = $1');

/** The latest first. */
export const findRuns = statement<Run>(
  'imports-list',
  `${RUNS} ORDER BY started_at DESC, import_id LIMIT $2 OFFSET $3`,
).all((websiteId: number, { limit, offset }: { readonly limit: number; readonly offset: number }) => [
  websiteId,
  limit,
  offset,
]);

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
    FROM (${runs(inGroup)} AND started_at > (SELECT service_now()) - make_interval(days => $1)) run
    WHERE state IN ('failed', 'interrupted') OR state = 'done' AND rejected > 0) flawed
  WHERE place <= $2 ORDER BY "websiteId", place`,
);

export const findRun = statement<Run>('imports-find', `${RUNS} AND import_id = $2`).first(
  ({ websiteId, importId }: RunKey) => [websiteId, importId],
);

/** The first of the rejected lines. */
export const findRejections = statement<Rejection>(
  'imports-rejections',
  `SELECT line, message FROM import_rejection WHERE website_id = $1 AND import_id = $2 ORDER BY line LIMIT $3`,
).all(({ websiteId, importId }: RunKey, max: number) => [websiteId, importId, max]);

/** Deletes runs that are 90 days old. @returns how many; at most a thousand at a time */
export const purgeImportRuns = purgeOf({
  name: 'imports-purge',
  table: 'import_run',
  key: { import_id: 'uuid' },
  find: `SELECT website_id, import_id FROM import_run
    WHERE started_at <= (SELECT service_now()) - interval '90 days' ORDER BY started_at LIMIT $1`,
});

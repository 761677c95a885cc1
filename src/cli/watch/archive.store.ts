import { statement } from '../../platform/database/statement.js';

export interface ArchiveState {
  /** When PostgreSQL last archived a part of its log, in Unix time; null if it never has. */
  readonly lastArchived: number | null;
  /** Whether its last attempt failed. */
  readonly isFailing: boolean;
}

/** @returns undefined if the server keeps no archive */
export const readArchive = statement<ArchiveState>(
  'watch-archive',
  `SELECT extract(epoch FROM last_archived_time)::float8 AS "lastArchived",
     coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) AS "isFailing"
   FROM pg_stat_archiver WHERE current_setting('archive_mode') <> 'off'`,
).first();

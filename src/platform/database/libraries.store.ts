import { lookup, statement } from './statement.js';

export interface NamedLibrary {
  readonly websiteId: number;
  readonly name: string;
}

export interface Library extends NamedLibrary {
  /** By its IANA name. */
  readonly timeZone: string;
}

/** SQL for the name by which patrons know the library `l`, which its settings `s` may give. */
export const NAME_FOR_PATRONS = 'COALESCE(s.notice_name, l.name)';

/** Undefined if there is no library with this number. */
export const findLibrary = lookup<Library>(
  'find-library',
  `SELECT l.website_id AS "websiteId", l.name, COALESCE(s.notice_time_zone, 'UTC') AS "timeZone"
   FROM library l LEFT JOIN library_settings s ON s.website_id = $1 WHERE l.website_id = $1`,
).first((websiteId: number) => [websiteId]);

/** When the library's clocks show what those of UTC show at `time`; undefined if there is no library with this number. */
export const findLocalTime = statement<{ moment: Date }>(
  'library-local-time',
  `SELECT ($2::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE COALESCE(s.notice_time_zone, 'UTC') AS moment
   FROM library l LEFT JOIN library_settings s ON s.website_id = $1 WHERE l.website_id = $1`,
).value('moment', (websiteId: number, time: Date) => [websiteId, time]);

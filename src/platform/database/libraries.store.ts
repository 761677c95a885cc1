import { lookup, statement } from './statement.js';

export interface NamedLibrary {
  readonly websiteId: number;
  readonly name: string;
}

export interface Library extends NamedLibrary {
  /** An IANA name. */
  readonly timeZone: string;
  /** The https address of its logo; null: it has none. */
  readonly logo: string | null;
  /** Like #1a2b3c; null: the service's. */
  readonly color: string | null;
}

/** SQL for the name that patrons know: the library `l`'s own, unless its settings `s` have another. */
export const NAME_FOR_PATRONS = 'COALESCE(s.notice_name, l.name)';

/** Undefined if there is no library with this number. */
export const findLibrary = lookup<Library>(
  'find-library',
  `SELECT l.website_id AS "websiteId", l.name, COALESCE(s.notice_time_zone, 'UTC') AS "timeZone", s.notice_logo AS logo,
     s.notice_color AS color
   FROM library l LEFT JOIN library_settings s ON s.website_id = $1 WHERE l.website_id = $1`,
).first((websiteId: number) => [websiteId]);

/** The moment at which the library's clocks show what UTC shows at `time`; undefined if there is no such library. */
export const findLocalTime = statement<{ moment: Date }>(
  'library-local-time',
  `SELECT ($2::timestamptz AT TIME ZONE 'UTC') AT TIME ZONE COALESCE(s.notice_time_zone, 'UTC') AS moment
   FROM library l LEFT JOIN library_settings s ON s.website_id = $1 WHERE l.website_id = $1`,
).value('moment', (websiteId: number, time: Date) => [websiteId, time]);

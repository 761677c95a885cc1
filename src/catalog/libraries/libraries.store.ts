import { HOLIDAYS } from '../../circulation/calendar/calendar.store.js';
import { TODAY } from '../../circulation/standing.store.js';
import type { CalendarEntry } from '../../domain/library-calendar.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { NAME_FOR_PATRONS } from '../../platform/database/libraries.store.js';
import { lookup } from '../../platform/database/statement.js';

export interface LibraryDescription {
  readonly websiteId: number;
  readonly name: string;
  /** Null: the library has no patron category yet, and so nothing to search. */
  readonly collectionToken: string | null;
  readonly homepage: string | null;
  readonly logo: string | null;
  /** Such as `#1a2b3c`. */
  readonly color: string | null;
}

export interface LibraryRow extends LibraryDescription {
  /** Holidays and closed days, for a patron; null: there are none. */
  readonly holidays: readonly Omit<CalendarEntry, 'kind'>[] | null;
  /** In the library's time zone. */
  readonly today: string;
}

/** A patron sees the token of their own category, a client the library's own. */
export const describeLibrary = lookup<LibraryRow>(
  'catalog-library',
  `SELECT l.website_id AS "websiteId", ${NAME_FOR_PATRONS} AS name,
     CASE WHEN $2::int IS NOT NULL THEN (
         SELECT pc.collection_token FROM patron p JOIN patron_category pc USING (website_id, category)
         WHERE p.website_id = $1 AND p.patron_id = $2)
       WHEN EXISTS (SELECT FROM patron_category pc WHERE pc.website_id = $1) THEN l.collection_token
     END AS "collectionToken", s.notice_homepage AS homepage, s.notice_logo AS logo, s.notice_color AS color,
     CASE WHEN $2::int IS NOT NULL THEN ${HOLIDAYS} END AS holidays, ${TODAY}::text AS today
   FROM library l LEFT JOIN library_settings s USING (website_id) WHERE l.website_id = $1`,
).first((websiteId: number, { patron }: Principal) => [websiteId, patron?.patronId ?? null]);

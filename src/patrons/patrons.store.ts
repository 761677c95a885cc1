import { CHECKOUT_LIMIT, HOLD_LIMIT } from '../circulation/hold-row.store.js';
import { STANDING } from '../circulation/standing.store.js';
import type { FormatClass, LendingPeriods } from '../domain/lending-period.js';
import type { PatronKey, Standing } from '../domain/patron.js';
import type { NoticeChannels } from '../domain/texts.js';
import { NOTICES_BY } from '../notifications/texts/notice-channels.store.js';
import { HAS_GATEWAY } from '../notifications/texts/text-gateway.store.js';
import { lookup, statement } from '../platform/database/statement.js';

/** A patron's profile, including the library's and the category's part. */
export interface PatronProfile extends Standing {
  readonly patronId: number;
  readonly websiteId: number;
  readonly existingPatron: boolean;
  readonly collectionToken: string;
  /** The library has titles of which it is known how they can be read. */
  readonly hasAccessibleTitles: boolean;
  readonly holdLimit: number;
  readonly checkoutLimit: number;
  readonly lastHoldEmail: string | null;
  /** A day; null: the membership does not end. */
  readonly expiresOn: string | null;
  /** How notices come; null: the library sends no text messages, so by mail. */
  readonly noticesBy: NoticeChannels | null;
  readonly preferences: Partial<LendingPeriods>;
  readonly defaults: LendingPeriods;
  readonly overrides: Partial<LendingPeriods>;
}

export const findProfile = lookup<PatronProfile>(
  'patrons-profile',
  `SELECT p.patron_id AS "patronId", p.website_id AS "websiteId", p.existing_patron AS "existingPatron",
     pc.collection_token AS "collectionToken",
     EXISTS (SELECT FROM title_queue q WHERE q.website_id = $1 AND q.is_accessible) AS "hasAccessibleTitles",
     ${HOLD_LIMIT} AS "holdLimit",
     ${CHECKOUT_LIMIT} AS "checkoutLimit",
     p.last_hold_email AS "lastHoldEmail", LEAST(p.expires_on, p.ended_by_list)::text AS "expiresOn", ${STANDING},
     CASE WHEN ${HAS_GATEWAY} THEN ${NOTICES_BY} END AS "noticesBy", p.lending_preferences AS preferences,
     l.lending_periods AS defaults, l.lending_overrides AS overrides
   FROM patron p
   JOIN patron_category pc USING (website_id, category)
   JOIN library l USING (website_id)
   LEFT JOIN library_settings s USING (website_id)
   WHERE p.website_id = $1 AND p.patron_id = $2`,
).first(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

/** One statement, so that two preferences set at once are both kept. */
export const preferLendingPeriod = statement(
  'patrons-prefer-lending-period',
  `UPDATE patron SET lending_preferences = lending_preferences || jsonb_build_object($3::text, $4::int)
   WHERE website_id = $1 AND patron_id = $2`,
).execute(({ websiteId, patronId }: PatronKey, formatClass: FormatClass, days: number) => [
  websiteId,
  patronId,
  formatClass,
  days,
]);

import type { PatronKey } from '../domain/patron.js';
import { lookup, statement } from '../platform/database/statement.js';

/** How a patron's notices come. */
export interface NoticeChoice {
  /** Once a day. */
  readonly daily: boolean;
  /** False: as the library has it. */
  readonly isOwnChoice: boolean;
}

/** What a patron has chosen; null: as the library has it. */
export interface OwnNoticeChoice {
  readonly daily: boolean | null;
}

/** Undefined if there is no such patron. */
export const findNoticeChoice = lookup<NoticeChoice>(
  'patrons-notice-choice',
  `SELECT COALESCE(p.daily_notices, s.notice_daily, false) AS daily, p.daily_notices IS NOT NULL AS "isOwnChoice"
   FROM patron p LEFT JOIN library_settings s USING (website_id)
   WHERE p.website_id = $1 AND p.patron_id = $2`,
).first(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

export const writeNoticeChoice = statement(
  'patrons-choose-notices',
  'UPDATE patron SET daily_notices = $3 WHERE website_id = $1 AND patron_id = $2',
).execute(({ websiteId, patronId }: PatronKey, { daily }: OwnNoticeChoice) => [websiteId, patronId, daily]);

/** Gives the patron `into` the choice of `from`, unless `into` has one. */
export const moveNoticeChoice = statement(
  'patrons-move-notice-choice',
  `UPDATE patron p SET daily_notices = f.daily_notices
   FROM patron f
   WHERE p.website_id = $1 AND p.patron_id = $3 AND p.daily_notices IS NULL AND f.website_id = $1 AND f.patron_id = $2`,
).execute((from: PatronKey, into: PatronKey) => [from.websiteId, from.patronId, into.patronId]);

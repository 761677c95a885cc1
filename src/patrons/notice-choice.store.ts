import type { PatronKey } from '../domain/patron.js';
import { lookup, statement } from '../platform/database/statement.js';

/** How a patron's notices come. */
export interface NoticeChoice {
  /** Once a day. */
  readonly daily: boolean;
  /** The patron is told when a title is likely to be ready soon; null: the library tells nobody. */
  readonly soon: boolean | null;
  /** False: as the library has it. */
  readonly isOwnChoice: boolean;
}

/** What a patron chooses. */
export interface OwnNoticeChoice {
  readonly daily: boolean;
  /** Absent: as before. */
  readonly soon?: boolean;
}

/** Undefined if there is no such patron. */
export const findNoticeChoice = lookup<NoticeChoice>(
  'patrons-notice-choice',
  `SELECT COALESCE(p.daily_notices, s.notice_daily, false) AS daily,
     CASE WHEN s.notice_soon_days > 0 THEN p.soon_notices IS NOT FALSE END AS soon,
     COALESCE(p.daily_notices, p.soon_notices) IS NOT NULL AS "isOwnChoice"
   FROM patron p LEFT JOIN library_settings s USING (website_id)
   WHERE p.website_id = $1 AND p.patron_id = $2`,
).first(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

export const writeNoticeChoice = statement(
  'patrons-choose-notices',
  `UPDATE patron SET daily_notices = $3, soon_notices = COALESCE($4, soon_notices)
   WHERE website_id = $1 AND patron_id = $2`,
).execute(({ websiteId, patronId }: PatronKey, { daily, soon }: OwnNoticeChoice) => [
  websiteId,
  patronId,
  daily,
  soon ?? null,
]);

export const forgetNoticeChoice = statement(
  'patrons-forget-notice-choice',
  'UPDATE patron SET daily_notices = NULL, soon_notices = NULL WHERE website_id = $1 AND patron_id = $2',
).execute(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

/** Gives the patron `into` the choice of `from`, where `into` has none. */
export const moveNoticeChoice = statement(
  'patrons-move-notice-choice',
  `UPDATE patron p SET daily_notices = COALESCE(p.daily_notices, f.daily_notices),
     soon_notices = COALESCE(p.soon_notices, f.soon_notices)
   FROM patron f
   WHERE p.website_id = $1 AND p.patron_id = $3 AND f.website_id = $1 AND f.patron_id = $2`,
).execute((from: PatronKey, into: PatronKey) => [from.websiteId, from.patronId, into.patronId]);

import type { PatronKey } from '../domain/patron.js';
import { NOTICES_BY } from '../notifications/texts/notice-channels.store.js';
import type { NoticeChannels } from '../domain/texts.js';
import { HAS_GATEWAY, KNOWS_PATRONS } from '../notifications/texts/text-gateway.store.js';
import { lookup, statement } from '../platform/database/statement.js';
import { IS_PENDING } from './phone.store.js';

/** How a patron's notices come. */
export interface NoticeChoice {
  /** Once a day. */
  readonly daily: boolean;
  /** The patron is told when a title is likely to be ready soon; null: the library tells nobody. */
  readonly soon: boolean | null;
  /** How the library's gateway for text messages knows patrons; null: the library sends none. */
  readonly texts: 'phone' | 'patronId' | null;
  /** How notices come: by mail where the patron has no number, or the library no gateway. */
  readonly by: NoticeChannels;
  /** The confirmed number. */
  readonly phone: string | null;
  /** A number that waits for its code. */
  readonly pendingPhone: string | null;
  /** The library also sends notices to browsers. */
  readonly offersPush: boolean;
  /** False: as the library has it. */
  readonly isOwnChoice: boolean;
}

/** What a patron chooses. */
export interface OwnNoticeChoice {
  readonly daily: boolean;
  /** Absent: as before. */
  readonly soon?: boolean;
  /** Absent: as before. */
  readonly by?: NoticeChannels;
}

/** SQL for "the patron `p` has chosen something". */
const IS_OWN_CHOICE =
  '(p.daily_notices IS NOT NULL OR p.soon_notices IS NOT NULL OR p.notices_by IS NOT NULL)';

/** Undefined if there is no such patron. */
export const findNoticeChoice = lookup<NoticeChoice>(
  'patrons-notice-choice',
  `SELECT COALESCE(p.daily_notices, s.notice_daily, false) AS daily,
     CASE WHEN s.notice_soon_days > 0 THEN p.soon_notices IS NOT FALSE END AS soon,
     CASE WHEN ${HAS_GATEWAY} THEN CASE WHEN ${KNOWS_PATRONS} THEN 'patronId' ELSE 'phone' END END AS texts, ${NOTICES_BY} AS by, p.phone,
     (SELECT c.phone FROM phone_code c WHERE c.website_id = $1 AND c.patron_id = $2 AND ${IS_PENDING}) AS "pendingPhone",
     s.notice_push IS TRUE AS "offersPush",
     ${IS_OWN_CHOICE} AS "isOwnChoice"
   FROM patron p LEFT JOIN library_settings s USING (website_id)
   WHERE p.website_id = $1 AND p.patron_id = $2`,
).first(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

export const writeNoticeChoice = statement(
  'patrons-choose-notices',
  `UPDATE patron SET daily_notices = $3, soon_notices = COALESCE($4, soon_notices), notices_by = COALESCE($5, notices_by)
   WHERE website_id = $1 AND patron_id = $2`,
).execute(({ websiteId, patronId }: PatronKey, { daily, soon, by }: OwnNoticeChoice) => [
  websiteId,
  patronId,
  daily,
  soon ?? null,
  by ?? null,
]);

export const forgetNoticeChoice = statement(
  'patrons-forget-notice-choice',
  'UPDATE patron SET daily_notices = NULL, soon_notices = NULL, notices_by = NULL WHERE website_id = $1 AND patron_id = $2',
).execute(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

/** Gives the patron `into`, who has chosen nothing, the choice of `from`, and with one about text messages the number, where `into` has none. */
export const moveNoticeChoice = statement(
  'patrons-move-notice-choice',
  `UPDATE patron p SET daily_notices = f.daily_notices, soon_notices = f.soon_notices, notices_by = f.notices_by,
     phone = COALESCE(p.phone, CASE WHEN f.notices_by IS NOT NULL THEN f.phone END)
   FROM patron f
   WHERE p.website_id = $1 AND p.patron_id = $3 AND f.website_id = $1 AND f.patron_id = $2 AND NOT ${IS_OWN_CHOICE}`,
).execute((from: PatronKey, into: PatronKey) => [from.websiteId, from.patronId, into.patronId]);

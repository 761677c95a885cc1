import type { FormatClass } from '../../domain/lending-period.js';
import type { PatronKey } from '../../domain/patron.js';
import { getsTexts } from '../../notifications/texts/notice-channels.store.js';
import { statement } from '../../platform/database/statement.js';

/** The state of the ready notice. */
export type NoticeOutcome = 'sent' | 'refused' | 'waiting' | 'no-address';

/** A title that the patron has on hold or on loan. */
export interface OverviewTitle {
  readonly reserveId: string;
  readonly title: string;
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
  /** Null: no copy is set aside. */
  readonly notice: NoticeOutcome | null;
  /** The patron gets text messages. */
  readonly getsTexts: boolean;
}

export const findOverviewTitles = statement<OverviewTitle>(
  'patron-overview-titles',
  `SELECT t.reserve_id AS "reserveId", t.title, t.creators, t.format_class AS "formatClass",
     CASE WHEN h.expires_at IS NULL THEN NULL
       WHEN h.email_address IS NULL AND NOT ${getsTexts('$1', 'h.patron_id')} THEN 'no-address'
       WHEN h.notice_sent_for = h.expires_at THEN 'sent'
       WHEN EXISTS (SELECT FROM notice_failure f
                    WHERE f.website_id = $1 AND f.reserve_id = h.reserve_id AND f.ticket = h.ticket
                      AND f.expires_at = h.expires_at) THEN 'refused'
       ELSE 'waiting' END AS notice, ${getsTexts('$1', '$2')} AS "getsTexts"
   FROM title t LEFT JOIN hold h ON h.website_id = $1 AND h.patron_id = $2 AND h.reserve_id = t.reserve_id
   WHERE t.reserve_id IN (SELECT reserve_id FROM hold WHERE website_id = $1 AND patron_id = $2
                          UNION SELECT reserve_id FROM checkout WHERE website_id = $1 AND patron_id = $2)`,
).all(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

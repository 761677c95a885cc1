import type { FormatClass } from '../../domain/lending-period.js';
import { momentOf } from '../../notifications/notice-types/notice-content.store.js';
import { statement } from '../../platform/database/statement.js';
import type { NoticedHold } from './mail.store.js';

/** The title, the address and the telephone number of a notice. */
export interface NoticeDestination {
  readonly reserveId: string;
  readonly ticket: number;
  readonly title: string;
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
  readonly emailAddress: string | null;
  /** For text messages. */
  readonly phone: string | null;
}

const COLUMNS = `h.reserve_id AS "reserveId", h.ticket, t.title, t.creators, t.format_class AS "formatClass",
  h.email_address AS "emailAddress", p.phone`;

/** The titles and addresses of a library's notices, if their holds are live. */
export const findDestinations = statement<NoticeDestination>(
  'operator-mail-destinations',
  `SELECT ${COLUMNS} FROM unnest($2::uuid[], $3::int[]) AS wanted (reserve_id, ticket)
   JOIN hold h ON h.reserve_id = wanted.reserve_id AND h.ticket = wanted.ticket
   JOIN title t ON t.reserve_id = h.reserve_id
   JOIN patron p ON p.website_id = h.website_id AND p.patron_id = h.patron_id
   WHERE h.website_id = $1`,
).all((websiteId: number, notices: readonly Pick<NoticedHold, 'reserveId' | 'ticket'>[]) => [
  websiteId,
  notices.map(({ reserveId }) => reserveId),
  notices.map(({ ticket }) => ticket),
]);

/** The patron's other live holds whose mails were refused and are still true, by title. */
export const findOthersRefused = statement<NoticeDestination>(
  'operator-mail-others-refused',
  `SELECT ${COLUMNS} FROM hold h JOIN title t USING (reserve_id) JOIN patron p USING (website_id, patron_id)
   WHERE h.website_id = $1 AND h.patron_id = $2 AND (h.reserve_id, h.ticket) <> ($3::uuid, $4::int) AND EXISTS (
     SELECT FROM notice_failure u
     WHERE u.website_id = $1 AND u.reserve_id = h.reserve_id AND u.ticket = h.ticket
       AND u.channel = 'mail' AND ${momentOf('u.occasion')} = u.expires_at
       AND NOT (u.occasion = 'ready' AND h.notice_sent_for IS NOT DISTINCT FROM h.expires_at))
   ORDER BY t.title, h.reserve_id`,
).all(({ websiteId, reserveId, ticket }: NoticedHold, patronId: number) => [
  websiteId,
  patronId,
  reserveId,
  ticket,
]);

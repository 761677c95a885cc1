import { type Connection, type Statement, statement } from '../../platform/database/statement.js';
import { isOfSeveral } from '../notice-types/notice.js';

/** The hold, and the pickup or the end, that a sent notice was about. */
export interface SentNotice {
  /** The notice's own, before the @: that of its mail, unless it told of several. */
  readonly messageId: string;
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  /** As the database writes it, in microseconds. */
  readonly expiresAt: string;
}

const find = (name: string, column: string): Statement<SentNotice> =>
  statement(
    `bounces-find-${name}`,
    `SELECT website_id AS "websiteId", message_id AS "messageId", reserve_id AS "reserveId", ticket,
       to_jsonb(expires_at) #>> '{}' AS "expiresAt"
     FROM sent_notice WHERE ${column} = $1 AND bounced_at IS NULL`,
  );
const FIND_SENT = find('sent', 'message_id');
const FIND_SENT_TOGETHER = find('sent-together', 'mail_id');

/** The notices of a mail, without those that have bounced already. A report names no library. */
export function findSentNotices(connection: Connection, messageId: string): Promise<SentNotice[]> {
  return connection.run(isOfSeveral(messageId) ? FIND_SENT_TOGETHER : FIND_SENT, [messageId]);
}

/** @returns false if another report of the same bounce came first */
export const claimBounce = statement(
  'bounces-claim',
  `UPDATE sent_notice SET bounced_at = service_now(), remind_at = NULL
   WHERE website_id = $1 AND message_id = $2 AND bounced_at IS NULL RETURNING 1 AS one`,
).any((websiteId: number, messageId: string) => [websiteId, messageId]);

import { statement } from '../../platform/database/statement.js';

/** The hold, and the pickup or the end, that a sent notice was about. */
export interface SentNotice {
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  /** As the database writes it, in microseconds. */
  readonly expiresAt: string;
}

/** Undefined if there is none, or if it has bounced already. A report names no library. */
export const findSentNotice = statement<SentNotice>(
  'bounces-find-sent',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId", ticket, to_jsonb(expires_at) #>> '{}' AS "expiresAt"
   FROM sent_notice WHERE message_id = $1 AND bounced_at IS NULL`,
).first((messageId: string) => [messageId]);

/** @returns false if another report of the same bounce came first */
export const claimBounce = statement(
  'bounces-claim',
  `UPDATE sent_notice SET bounced_at = service_now(), remind_at = NULL
   WHERE website_id = $1 AND message_id = $2 AND bounced_at IS NULL RETURNING 1 AS one`,
).any((websiteId: number, messageId: string) => [websiteId, messageId]);

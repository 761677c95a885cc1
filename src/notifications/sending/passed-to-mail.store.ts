import { type Connection, statement } from '../../platform/database/statement.js';
import type { Notice } from '../notice-types/notice.js';
import { wakeWorkers, writeHoldNotices } from './notice-outbox.store.js';
import { forgetEnded } from './sent-notice.store.js';

const PASS_ENDED = statement(
  'notice-pass-ended-to-mail',
  `WITH passed AS (
     UPDATE ended_notice e SET untold = array_append(array_remove(array_remove(e.untold, 'text'), 'mail'), 'mail')
     FROM unnest($2::uuid[], $3::int[], $4::timestamptz[]) AS given (reserve_id, ticket, ended_at)
     WHERE e.website_id = $1 AND e.reserve_id = given.reserve_id AND e.ticket = given.ticket AND e.ended_at = given.ended_at
       AND e.email_address IS NOT NULL
     RETURNING e.reserve_id, e.ticket, e.ended_at)
   INSERT INTO notice_outbox (website_id, reserve_id, ticket, occasion, expires_at, channel)
   SELECT $1::int, reserve_id, ticket, 'ended', ended_at, 'mail' FROM passed
   ON CONFLICT DO NOTHING`,
);

/**
 * Writes text messages of one library anew, as mails: the patron has removed the number meanwhile, or the library its gateway. Those without an address
 * are not sent.
 */
export async function passToMail(
  connection: Connection,
  websiteId: number,
  notices: readonly Notice[],
): Promise<void> {
  for (const [noticeType, own] of Map.groupBy(notices, ({ occasion }) => occasion)) {
    const moments = own.map(({ expiresAt }) => expiresAt);
    if (noticeType === 'ended') {
      const keys = [own.map(({ reserveId }) => reserveId), own.map(({ ticket }) => ticket), moments];
      await connection.run(PASS_ENDED, [websiteId, ...keys]);
      await forgetEnded(connection, websiteId, own);
    } else {
      const told = own.map(({ expiresAt, ...hold }) => ({ ...hold, websiteId, moment: expiresAt }));
      await writeHoldNotices(connection, noticeType, told, 'mail');
    }
  }
  await wakeWorkers(connection);
}

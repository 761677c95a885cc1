import type { PatronKey } from '../../domain/patron.js';
import { purgeOf } from '../../platform/database/purge.js';
import { inQuery } from '../../platform/database/cluster.store.js';
import { statement, type Transactions } from '../../platform/database/statement.js';

/** A browser, as it described itself. */
export interface PushReceiver {
  /** Where its push service takes messages: an `https://` address. */
  readonly endpoint: string;
  /** Its public key, in base64url. */
  readonly p256dh: string;
  /** The secret that it shares with the service, in base64url. */
  readonly auth: string;
}

export interface StoredReceiver extends PushReceiver {
  readonly websiteId: number;
  readonly subscriptionId: string;
  /** Its push service wants no message yet. */
  readonly isPaused: boolean;
}

/** The ids that a browser remembers. Attempts at an older message are over. */
const IDS_KEPT = 20;

/** A patron's browsers that have not got this message. None where the library offers no push messages. */
export const findReceivers = statement<StoredReceiver>(
  'push-find-receivers',
  `SELECT d.website_id AS "websiteId", d.subscription_id AS "subscriptionId", d.endpoint, d.p256dh, d.auth, COALESCE(d.paused_until > now(), false) AS "isPaused"
   FROM push_subscription d JOIN library_settings s USING (website_id)
   WHERE d.website_id = $1 AND d.patron_id = $2 AND s.notice_push AND NOT d.told @> ARRAY[$3::text]
   ORDER BY d.created_at, d.subscription_id`,
).all(({ websiteId, patronId }: PatronKey, messageId: string) => [websiteId, patronId, messageId]);

const LOCK_PATRON = statement(
  'push-lock-patron',
  'SELECT FROM patron WHERE website_id = $1 AND patron_id = $2 FOR NO KEY UPDATE',
);
const NOTE_NONE = statement(
  'push-note-none',
  `UPDATE patron p SET has_push = NULL WHERE p.website_id = $1 AND p.patron_id = $2
     AND NOT EXISTS (SELECT FROM push_subscription d WHERE d.website_id = $1 AND d.patron_id = $2)`,
);

/** Lets notices be written without push messages, if the patron has no browser any more. The lock is also that of who adds one. */
export async function noteIfNone(database: Transactions, { websiteId, patronId }: PatronKey): Promise<void> {
  await database.transaction(async (connection) => {
    await connection.run(LOCK_PATRON, [websiteId, patronId]);
    await connection.run(NOTE_NONE, [websiteId, patronId]);
  });
}

type ReceiverKey = Pick<StoredReceiver, 'websiteId' | 'subscriptionId'>;
const keyOf = ({ websiteId, subscriptionId }: ReceiverKey): readonly unknown[] => [websiteId, subscriptionId];

/**
 * Records that a browser was sent a message, or that its push service refused it.
 * @param refusedStatus null: it was sent
 */
export const recordPushed = statement(
  'push-record',
  `UPDATE push_subscription
   SET told = ${inQuery(`(array_append(told, $3::text))[GREATEST(1, cardinality(told) + 2 - ${IDS_KEPT}):cardinality(told) + 1]`)},
     paused_until = NULL, refused_status = $4::int, refused_at = ${inQuery('CASE WHEN $4::int IS NOT NULL THEN service_now() END')}
   WHERE website_id = $1 AND subscription_id = $2`,
).execute((receiver: ReceiverKey, messageId: string, refusedStatus: number | null) => [
  ...keyOf(receiver),
  messageId,
  refusedStatus,
]);

export const pauseReceiver = statement(
  'push-pause',
  `UPDATE push_subscription SET paused_until = now() + make_interval(secs => $3) WHERE website_id = $1 AND subscription_id = $2`,
).execute((receiver: ReceiverKey, seconds: number) => [...keyOf(receiver), seconds]);

/** Deletes a browser that takes no more messages. */
export const endReceiver = statement(
  'push-end',
  'DELETE FROM push_subscription WHERE website_id = $1 AND subscription_id = $2',
).execute((receiver: ReceiverKey) => keyOf(receiver));

/** Deletes those of libraries that offer no push messages any more. @returns how many; at most a thousand */
export const purgePushSubscriptions = purgeOf({
  task: 'push-subscriptions',
  table: 'push_subscription',
  key: { subscription_id: 'text' },
  find: `SELECT d.website_id, d.subscription_id FROM push_subscription d
    LEFT JOIN library_settings s ON s.website_id = d.website_id WHERE s.notice_push IS NOT TRUE LIMIT $1`,
});

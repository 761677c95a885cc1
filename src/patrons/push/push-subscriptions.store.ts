import { createHash } from 'node:crypto';
import type { PatronKey } from '../../domain/patron.js';
import type { PushReceiver } from '../../notifications/push/push-subscriptions.store.js';
import { type Connection, lookup, statement } from '../../platform/database/statement.js';

/** More browsers than people use. Another one takes the place of the oldest. */
export const MAX_PUSH_SUBSCRIPTIONS = 5;

/** A browser that takes a patron's push messages. */
export interface PushSubscription {
  readonly subscriptionId: string;
  readonly endpoint: string;
  readonly createdAt: Date;
  /** When its push service refused a message last; null: it has accepted the latest. */
  readonly refusedAt: Date | null;
  /** With which status of HTTP. */
  readonly refusedStatus: number | null;
}

/** A browser has one endpoint, and is there once. */
export function subscriptionIdOf({ endpoint }: Pick<PushReceiver, 'endpoint'>): string {
  return createHash('sha256').update(endpoint).digest('base64url');
}

/** Whether the library offers push messages. Undefined if there is no such patron. */
export const findPushOffer = lookup<{ isOffered: boolean }>(
  'push-find-offer',
  `SELECT s.notice_push IS TRUE AS "isOffered" FROM patron p LEFT JOIN library_settings s USING (website_id)
   WHERE p.website_id = $1 AND p.patron_id = $2`,
).value('isOffered', ({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

const COLUMNS = `subscription_id AS "subscriptionId", endpoint, created_at AS "createdAt", refused_at AS "refusedAt", refused_status AS "refusedStatus"`;

/** The oldest first. */
export const listPushSubscriptions = lookup<PushSubscription>(
  'push-list',
  `SELECT ${COLUMNS}
   FROM push_subscription WHERE website_id = $1 AND patron_id = $2 ORDER BY created_at, subscription_id`,
).all(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

const write = statement<PushSubscription>(
  'push-write',
  `INSERT INTO push_subscription AS d (website_id, subscription_id, patron_id, endpoint, p256dh, auth, created_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7)
   ON CONFLICT (website_id, subscription_id) DO UPDATE SET patron_id = EXCLUDED.patron_id, p256dh = EXCLUDED.p256dh, auth = EXCLUDED.auth,
     created_at = CASE WHEN d.patron_id = EXCLUDED.patron_id THEN d.created_at ELSE EXCLUDED.created_at END,
     told = CASE WHEN d.patron_id = EXCLUDED.patron_id THEN d.told ELSE '{}' END,
     paused_until = NULL, refused_at = NULL, refused_status = NULL
   WHERE d.patron_id = EXCLUDED.patron_id OR (d.p256dh = EXCLUDED.p256dh AND d.auth = EXCLUDED.auth)
   RETURNING ${COLUMNS}`,
).first(({ websiteId, patronId }: PatronKey, receiver: PushReceiver, now: Date) => {
  const { endpoint, p256dh, auth } = receiver;
  return [websiteId, subscriptionIdOf(receiver), patronId, endpoint, p256dh, auth, now];
});

/**
 * A browser that another patron of the library had is this one's now, and has got nothing. One beyond the limit takes the place of the oldest.
 * Lock the patron before.
 * @returns undefined if another patron has the endpoint with other keys: who knows them has the browser
 */
export async function writePushSubscription(
  connection: Connection,
  patron: PatronKey,
  receiver: PushReceiver,
  now: Date,
): Promise<PushSubscription | undefined> {
  const written = await write(connection, patron, receiver, now);
  if (written === undefined) return undefined;
  await endOldest(connection, patron, receiver);
  await noteBrowser(connection, patron);
  return written;
}

/** Notices are written as push messages, too. */
const noteBrowser = statement(
  'push-note-browser',
  'UPDATE patron SET has_push = true WHERE website_id = $1 AND patron_id = $2',
).execute(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

/** Deletes a patron's oldest browsers beyond the limit, but not the one that has just been added. */
const endOldest = statement(
  'push-end-oldest',
  `DELETE FROM push_subscription WHERE website_id = $1 AND patron_id = $2 AND subscription_id IN (
     SELECT o.subscription_id FROM push_subscription o WHERE o.website_id = $1 AND o.patron_id = $2
     ORDER BY COALESCE(o.subscription_id = $3, false) DESC, o.created_at DESC, o.subscription_id OFFSET ${MAX_PUSH_SUBSCRIPTIONS})`,
).execute(({ websiteId, patronId }: PatronKey, added?: PushReceiver) => [
  websiteId,
  patronId,
  added === undefined ? null : subscriptionIdOf(added),
]);

/** @returns false if the patron has no such browser */
export const endPushSubscription = statement(
  'push-end-own',
  'DELETE FROM push_subscription WHERE website_id = $1 AND patron_id = $2 AND subscription_id = $3 RETURNING 1 AS one',
).any(({ websiteId, patronId }: PatronKey, subscriptionId: string) => [websiteId, patronId, subscriptionId]);

const MOVE = statement(
  'push-move',
  'UPDATE push_subscription SET patron_id = $3 WHERE website_id = $1 AND patron_id = $2 RETURNING 1 AS one',
).any((from: PatronKey, into: PatronKey) => [from.websiteId, from.patronId, into.patronId]);

/** Gives the patron `into` the browsers of `from`, up to the limit. */
export async function movePushSubscriptions(
  connection: Connection,
  from: PatronKey,
  into: PatronKey,
): Promise<void> {
  if (!(await MOVE(connection, from, into))) return;
  await endOldest(connection, into);
  await noteBrowser(connection, into);
}

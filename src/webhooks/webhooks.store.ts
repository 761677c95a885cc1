import type { EventPlace } from '../events/event-iterator.js';
import type { EventType } from '../events/event-types.js';
import { groupSearch } from '../platform/database/library-groups.js';
import { type Connection, lookup, statement } from '../platform/database/statement.js';

export interface WebhookKey {
  readonly websiteId: number;
  readonly webhookId: string;
}

/** Why nothing is sent any more: all attempts failed for three days, the receiver answered 410, or staff have stopped it. */
export type DisabledBecause = 'failing' | 'gone' | 'staff';

/** A webhook as staff see it: without its secrets. */
export interface Webhook extends WebhookKey {
  readonly url: string;
  readonly types: readonly EventType[];
  readonly createdAt: Date;
  readonly formerSecretUntil: Date | null;
  readonly failingSince: Date | null;
  readonly retryAt: Date | null;
  readonly disabledAt: Date | null;
  readonly disabledBecause: DisabledBecause | null;
}

const WEBHOOK = `webhook_id AS "webhookId", website_id AS "websiteId", url, types, created_at AS "createdAt",
  CASE WHEN former_secret_until > service_now() THEN former_secret_until END AS "formerSecretUntil",
  failing_since AS "failingSince", retry_at AS "retryAt", disabled_at AS "disabledAt", disabled_because AS "disabledBecause"`;

export const listWebhooks = lookup<Webhook>(
  'webhooks-list',
  `SELECT ${WEBHOOK} FROM webhook WHERE website_id = $1 ORDER BY created_at, webhook_id`,
).all((websiteId: number) => [websiteId]);

export const findWebhook = lookup<Webhook>(
  'webhooks-find',
  `SELECT ${WEBHOOK} FROM webhook WHERE website_id = $1 AND webhook_id = $2`,
).first(({ websiteId, webhookId }: WebhookKey) => [websiteId, webhookId]);

/** Those of these libraries whose webhooks are all silent at the moment. */
export interface SilentWebhook {
  readonly websiteId: number;
  readonly url: string;
  readonly failingSince: Date | null;
  readonly disabledBecause: DisabledBecause | null;
}

/** What staff have stopped themselves is no news to them. */
export const SILENT_WEBHOOKS = groupSearch<SilentWebhook>(
  'webhooks-silent',
  1,
  (inGroup) => `
  SELECT website_id AS "websiteId", url, failing_since AS "failingSince", disabled_because AS "disabledBecause" FROM webhook
  WHERE ${inGroup} AND (disabled_because <> 'staff' OR failing_since < service_now() - interval '1 hour')
  ORDER BY website_id, created_at LIMIT $1`,
);

export interface NewWebhook {
  readonly websiteId: number;
  readonly url: string;
  readonly types: readonly EventType[];
  readonly secret: string;
}

const INSERT = statement<{ webhookId: string }>(
  'webhooks-insert',
  `INSERT INTO webhook (website_id, url, types, secret, patrons_position, titles_position, shuffled_to, created_at)
   SELECT $1::int, $2, $3, $4, $5, $6, $7, service_now()
   WHERE (SELECT count(*) FROM webhook WHERE website_id = $1) < $8
   RETURNING webhook_id AS "webhookId"`,
);

/** @returns undefined if the library has as many as it may have */
export async function insertWebhook(
  connection: Connection,
  { websiteId, url, types, secret }: NewWebhook,
  { patrons, titles, shuffledTo }: EventPlace,
  most: number,
): Promise<string | undefined> {
  const values = [websiteId, url, types, secret, patrons, titles, shuffledTo, most];
  return (await connection.run(INSERT, values))[0]?.webhookId;
}

export interface WebhookChange {
  readonly url?: string | undefined;
  readonly types?: readonly EventType[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** Another address, or being enabled again, is a new beginning; what waits is sent at once. */
export const changeWebhook = statement<{ one: number }>(
  'webhooks-change',
  `UPDATE webhook SET url = COALESCE($3, url), types = COALESCE($4::text[], types), revision = revision + 1,
     failures = 0, failing_since = NULL, retry_at = NULL,
     disabled_at = (SELECT CASE WHEN $5::boolean THEN NULL WHEN $5 IS NULL THEN disabled_at ELSE COALESCE(disabled_at, service_now()) END),
     disabled_because = CASE WHEN $5::boolean THEN NULL WHEN $5 IS NULL THEN disabled_because
       ELSE COALESCE(disabled_because, 'staff') END
   WHERE website_id = $1 AND webhook_id = $2 RETURNING 1 AS one`,
).any(({ websiteId, webhookId }: WebhookKey, { url, types, enabled }: WebhookChange) => [
  websiteId,
  webhookId,
  url ?? null,
  types ?? null,
  enabled ?? null,
]);

export const deleteWebhook = statement<{ one: number }>(
  'webhooks-delete',
  `DELETE FROM webhook WHERE website_id = $1 AND webhook_id = $2 RETURNING 1 AS one`,
).any(({ websiteId, webhookId }: WebhookKey) => [websiteId, webhookId]);

/** For so long, the secret before signs too. */
const BOTH_SECRETS = `interval '24 hours'`;

/** Undefined if there is no such webhook. */
export const rotateSecret = statement<{ formerSecretUntil: Date }>(
  'webhooks-rotate-secret',
  `UPDATE webhook SET former_secret = secret, former_secret_until = service_now() + ${BOTH_SECRETS}, secret = $3,
     revision = revision + 1
   WHERE website_id = $1 AND webhook_id = $2 RETURNING former_secret_until AS "formerSecretUntil"`,
).first(({ websiteId, webhookId }: WebhookKey, secret: string) => [websiteId, webhookId, secret]);

/** Everything behind this place is sent, once more or for the first time. */
export const moveWebhook = statement<{ one: number }>(
  'webhooks-move',
  `UPDATE webhook SET patrons_position = $3, titles_position = $4, shuffled_to = $5, accepted = '{}', revision = revision + 1
   WHERE website_id = $1 AND webhook_id = $2 RETURNING 1 AS one`,
).any(({ websiteId, webhookId }: WebhookKey, { patrons, titles, shuffledTo }: EventPlace) => [
  websiteId,
  webhookId,
  patrons,
  titles,
  shuffledTo,
]);

export const findSecrets = lookup<{ url: string; secrets: string[] }>(
  'webhooks-find-secrets',
  `SELECT url, array_remove(ARRAY[secret, CASE WHEN former_secret_until > service_now() THEN former_secret END], NULL) AS secrets
   FROM webhook WHERE website_id = $1 AND webhook_id = $2`,
).first(({ websiteId, webhookId }: WebhookKey) => [websiteId, webhookId]);

import type { EventPlace } from '../event-iterator.js';
import { EVENTS_PUBLISHED, type EventStream, type EventType } from '../event-types.js';
import { type Connection, statement, type StatementRunner } from '../../platform/database/statement.js';
import { HAS_DUE_RETRIES } from './retries.store.js';
import { isDue } from './retry-pauses.js';

/** The data of a webhook for a delivery. */
export interface DueWebhook {
  readonly webhookId: string;
  readonly websiteId: number;
  readonly url: string;
  readonly types: readonly EventType[];
  /** Sealed; several while one replaces others. */
  readonly secrets: readonly string[];
  readonly revision: number;
  readonly patrons: number;
  readonly titles: number;
  readonly shuffledTo: number;
  /** Accepted events behind these positions. */
  readonly accepted: readonly string[];
  readonly failures: number;
}

export const listen = statement('', `LISTEN ${EVENTS_PUBLISHED}`).execute();

/**
 * Whether there is an event behind the webhook's place. Rows are compared as wholes, in the order of all three columns, so that only the
 * index by library fits: one step, however many events there are.
 */
const hasEventsBehind = (stream: EventStream): string => `(
  SELECT true FROM event e
  WHERE (e.website_id, e.stream, e.position) > (w.website_id, '${stream}', w.${stream}_position)
    AND (e.website_id, e.stream) <= (w.website_id, '${stream}')
  ORDER BY e.website_id, e.stream, e.position LIMIT 1)`;

/** There are events behind its place, or events that were not accepted must be sent again now. */
const IS_DUE = `w.disabled_at IS NULL AND (${isDue('w.retry_at')} OR w.retry_at IS NULL AND (
  ${hasEventsBehind('patrons')} OR ${hasEventsBehind('titles')} OR ${HAS_DUE_RETRIES}))`;

/** In no particular order, so that processes begin with different ones. */
export const findDue = statement<{ webhookId: string }>(
  'webhook-deliveries-find-due',
  `SELECT w.webhook_id AS "webhookId" FROM webhook w WHERE w.webhook_id <> ALL ($1::uuid[]) AND ${IS_DUE}
   ORDER BY random() LIMIT $2`,
).column('webhookId', (except: readonly string[], most: number) => [except, most]);

/** A lock of the session, which lasts until it is released or the process dies. Locks of job runners have one number, never two. */
const LOCK = `(hashtext('webhook'), hashtext($1))`;

/** @returns false if another process delivers to it */
export const lockWebhook = statement<{ isOurs: boolean }>(
  'webhook-deliveries-lock',
  `SELECT pg_try_advisory_lock${LOCK} AS "isOurs"`,
).isTrue('isOurs', (webhookId: string) => [webhookId]);

export const unlockWebhook = statement(
  'webhook-deliveries-unlock',
  `SELECT FROM pg_advisory_unlock${LOCK}`,
).execute((webhookId: string) => [webhookId]);

/** Undefined if it is no longer due. */
export const findDueWebhook = statement<DueWebhook>(
  'webhook-deliveries-find',
  `SELECT w.webhook_id AS "webhookId", w.website_id AS "websiteId", w.url, w.types,
     array_remove(ARRAY[w.secret, CASE WHEN w.former_secret_until > service_now() THEN w.former_secret END] || ARRAY(
       SELECT o.secret FROM jsonb_to_recordset(w.older_secrets) AS o (secret text, until timestamptz)
       WHERE o.until > service_now()), NULL) AS secrets,
     w.revision, w.patrons_position::float8 AS patrons, w.titles_position::float8 AS titles,
     w.shuffled_to::float8 AS "shuffledTo", w.accepted, w.failures
   FROM webhook w WHERE w.webhook_id = $1 AND ${IS_DUE}`,
).first((webhookId: string) => [webhookId]);

type Delivered = Pick<DueWebhook, 'webhookId' | 'revision'>;

/**
 * Everything up to this place was accepted.
 * @returns false if staff have changed the webhook meanwhile
 */
export const recordAccepted = statement<{ one: number }>(
  'webhook-deliveries-record-accepted',
  `UPDATE webhook SET patrons_position = $3, titles_position = $4, shuffled_to = $5, accepted = '{}', failures = 0,
     failing_since = NULL, retry_at = NULL
   WHERE webhook_id = $1 AND revision = $2 RETURNING 1 AS one`,
).any(({ webhookId, revision }: Delivered, { patrons, titles, shuffledTo }: EventPlace) => [
  webhookId,
  revision,
  patrons,
  titles,
  shuffledTo,
]);

/** These events were accepted behind an unchanged place, and others are still to be sent. */
export const recordPartlyAccepted = statement(
  'webhook-deliveries-record-some-accepted',
  `UPDATE webhook SET accepted = accepted || $3::uuid[] WHERE webhook_id = $1 AND revision = $2`,
).execute(({ webhookId, revision }: Delivered, accepted: readonly string[]) => [
  webhookId,
  revision,
  accepted,
]);

/** A receiver that has accepted nothing for so long is given up. */
const GIVEN_UP_AFTER = `interval '3 days'`;

/** The task of the mail to staff. */
export const WEBHOOK_DISABLED = 'webhook-disabled';

/**
 * Disables a receiver that is given up; its library's administrators get a mail, each by its own job. $3: what was accepted before; $4: the
 * seconds until the next try; $5: whether the receiver wants no more events.
 */
const RECORD_FAILURE = statement<{ disabledBecause: string | null }>(
  'webhook-deliveries-record-failure',
  `WITH failed AS (
     UPDATE webhook SET accepted = accepted || $3::uuid[], failures = next.failures, failing_since = next.failing_since,
       retry_at = next.retry_at, disabled_at = next.disabled_at, disabled_because = next.disabled_because
     FROM (SELECT w.webhook_id, CASE WHEN given.some_accepted THEN 1 ELSE w.failures + 1 END AS failures,
             CASE WHEN given.some_accepted THEN given.now ELSE COALESCE(w.failing_since, given.now) END AS failing_since,
             CASE WHEN ended.because IS NULL THEN given.now + make_interval(secs => $4) END AS retry_at,
             CASE WHEN ended.because IS NOT NULL THEN given.now END AS disabled_at, ended.because AS disabled_because
           FROM webhook w
           CROSS JOIN (SELECT service_now() AS now, cardinality($3::uuid[]) > 0 AS some_accepted) given
           CROSS JOIN LATERAL (SELECT CASE WHEN $5::boolean THEN 'gone' WHEN NOT given.some_accepted
             AND w.failing_since <= given.now - ${GIVEN_UP_AFTER} THEN 'failing' END AS because) ended
           WHERE w.webhook_id = $1) next
     WHERE webhook.webhook_id = next.webhook_id AND revision = $2
     RETURNING webhook.webhook_id, webhook.website_id, webhook.disabled_because),
   told AS (
     SELECT graphile_worker.add_job('${WEBHOOK_DISABLED}',
       json_build_object('webhookId', failed.webhook_id, 'staffId', s.staff_id)) AS job
     FROM failed JOIN staff s ON s.email IS NOT NULL AND (
       EXISTS (SELECT FROM staff_role r WHERE r.staff_id = s.staff_id AND r.website_id = failed.website_id AND r.role = 'admin')
       OR EXISTS (SELECT FROM staff_role_in_all_libraries a WHERE a.staff_id = s.staff_id AND a.role = 'admin'))
     WHERE failed.disabled_because IS NOT NULL)
   SELECT failed.disabled_because AS "disabledBecause" FROM failed CROSS JOIN (SELECT count(*) AS jobs FROM told) counted
   WHERE counted.jobs >= 0`,
);

export interface DeliveryFailure {
  readonly accepted: readonly string[];
  readonly retrySeconds: number;
  readonly isGone: boolean;
}

/** @returns why it is disabled now; null if it is not */
export async function recordFailure(
  connection: StatementRunner,
  { webhookId, revision }: Delivered,
  { accepted, retrySeconds, isGone }: DeliveryFailure,
): Promise<string | null> {
  const [row] = await connection.run(RECORD_FAILURE, [webhookId, revision, accepted, retrySeconds, isGone]);
  return row?.disabledBecause ?? null;
}

export interface DisabledWebhook {
  readonly websiteId: number;
  readonly url: string;
  readonly disabledBecause: string;
  readonly emailAddress: string;
}

/** Undefined if it is enabled again, or the person no longer has an address. */
export async function findDisabled(
  { prisma }: Connection,
  webhookId: string,
  staffId: string,
): Promise<DisabledWebhook | undefined> {
  const [webhook, person] = await Promise.all([
    prisma.webhook.findFirst({
      where: { webhookId },
      select: { websiteId: true, url: true, disabledBecause: true },
    }),
    prisma.staff.findFirst({ where: { staffId }, select: { email: true } }),
  ]);
  const [disabledBecause, emailAddress] = [webhook?.disabledBecause ?? null, person?.email ?? null];
  if (webhook === null || disabledBecause === null || emailAddress === null) return undefined;
  return { ...webhook, disabledBecause, emailAddress };
}

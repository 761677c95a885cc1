import type { PublishedEvent } from '../feed.store.js';
import { subjectOf } from '../cloud-event.representation.js';
import { EVENT_DAYS } from '../event-types.js';
import { inQuery } from '../../platform/database/cluster.store.js';
import { purge } from '../../platform/database/purge.js';
import { statement, type StatementRunner } from '../../platform/database/statement.js';
import { isDue } from './retry-pauses.js';
import { isStillKnown } from './still-told.store.js';

/** The events of a patron or title that are sent apart from the others: one of them was not accepted. */
export interface HeldSubject {
  readonly subject: string;
  readonly events: number;
}

export const findHeldSubjects = statement<HeldSubject>(
  'webhook-retries-subjects',
  `SELECT subject, count(*)::int AS events FROM webhook_retry WHERE webhook_id = $1 GROUP BY subject`,
).all((webhookId: string) => [webhookId]);

/** SQL for "events of the webhook `w` must be sent again now". */
export const HAS_DUE_RETRIES = `EXISTS (SELECT FROM webhook_retry r WHERE r.webhook_id = w.webhook_id AND ${isDue('r.retry_at')})`;

export interface Retry {
  readonly event: PublishedEvent;
  readonly failures: number;
}

const FIND = statement<Retry>(
  'webhook-retries-find',
  `SELECT event, failures FROM webhook_retry r WHERE webhook_id = $1 AND ${isDue('r.retry_at')} ORDER BY line LIMIT $2`,
);

/** The events that must be sent again now. All of a subject are due at the same time. */
export async function findDueRetries(
  connection: StatementRunner,
  webhookId: string,
  most: number,
): Promise<Retry[]> {
  const rows = await connection.run(FIND, [webhookId, most]);
  return rows.map(({ event, failures }) => ({
    event: { ...event, moment: new Date(event.moment) },
    failures,
  }));
}

const STILL_TOLD = isStillKnown({
  websiteId: 'w.website_id',
  type: "given.event->>'type'",
  patronId: "(given.event->>'patronId')::int",
  eventId: "(given.event->>'eventId')::uuid",
});

const HOLD_BACK = statement(
  'webhook-retries-hold-back',
  `INSERT INTO webhook_retry (webhook_id, event_id, website_id, subject, type, patron_id, event, moment, failures, retry_at)
   SELECT w.webhook_id, (given.event->>'eventId')::uuid, w.website_id, given.subject, given.event->>'type',
     (given.event->>'patronId')::int, given.event, (given.event->>'moment')::timestamptz,
     COALESCE(held.failures, 0), COALESCE(held.retry_at, service_now() + make_interval(secs => $4))
   FROM webhook w
   CROSS JOIN ROWS FROM (jsonb_to_recordset($3::jsonb) AS (subject text, event jsonb)) WITH ORDINALITY AS given (subject, event, line)
   LEFT JOIN LATERAL (
     SELECT r.failures, r.retry_at FROM webhook_retry r WHERE r.webhook_id = w.webhook_id AND r.subject = given.subject LIMIT 1) held ON true
   WHERE w.webhook_id = $1 AND w.revision = $2 AND ${STILL_TOLD} ORDER BY given.line
   ON CONFLICT (webhook_id, event_id) DO NOTHING`,
);

/** A webhook as it was when the round began. */
interface DeliveredTo {
  readonly webhookId: string;
  readonly revision: number;
}

/**
 * Puts events behind the held back ones of the same subjects, if any.
 * @param seconds until they are sent again
 */
export async function holdBack(
  connection: StatementRunner,
  { webhookId, revision }: DeliveredTo,
  events: readonly PublishedEvent[],
  seconds: number,
): Promise<void> {
  if (events.length === 0) return;
  const given = events.map((event) => ({ subject: subjectOf(event), event }));
  await connection.run(HOLD_BACK, [webhookId, revision, JSON.stringify(given), seconds]);
}

/** Called for accepted events. */
export const deleteRetries = statement(
  'webhook-retries-delete',
  'DELETE FROM webhook_retry WHERE webhook_id = $1 AND event_id = ANY ($2::uuid[])',
).execute((webhookId: string, eventIds: readonly string[]) => [webhookId, eventIds]);

/** One event of each of these subjects failed again. Those that staff's change of the webhook has made due stay due. */
export const postponeRetries = statement(
  'webhook-retries-postpone',
  `UPDATE webhook_retry r SET failures = r.failures + 1,
     retry_at = ${inQuery(`service_now() + pause.seconds * interval '1 second'`)}
   FROM unnest($2::text[], $3::float8[]) AS pause (subject, seconds)
   WHERE r.webhook_id = $1 AND r.subject = pause.subject AND EXISTS (
     SELECT FROM webhook w WHERE w.webhook_id = $1 AND w.revision = $4 FOR SHARE)`,
).execute(({ webhookId, revision }: DeliveredTo, pauses: ReadonlyMap<string, number>) => [
  webhookId,
  [...pauses.keys()],
  [...pauses.values()],
  revision,
]);

const PURGE = statement<{ one: number }>(
  'webhook-retries-purge',
  `DELETE FROM webhook_retry WHERE (webhook_id, event_id) IN (
     SELECT webhook_id, event_id FROM webhook_retry WHERE moment <= service_now() - interval '${EVENT_DAYS} days' LIMIT 10000)
   RETURNING 1 AS one`,
);

/** Deletes some that are older than events are stored. */
purge('webhook-retries', async (connection) => (await connection.run(PURGE)).length);

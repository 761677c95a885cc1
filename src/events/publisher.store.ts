import type { PatronKey } from '../domain/patron.js';
import { ofPatron, ofTitle } from '../platform/database/clock.store.js';
import { purge } from '../platform/database/purge.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { EVENT_DAYS, EVENTS_PUBLISHED, type EventStream } from './event-types.js';
import { messagesAbout } from './publication-message.js';

/**
 * Until the transaction ends, nobody else gives positions in the stream. So positions become visible in their order, and a reader at one has
 * missed none before it. Returns whether the stream has rested: changes within a second are published together. Undefined if another worker
 * has the lock.
 */
export const lockStream = statement<{ hasRested: boolean }>(
  'event-stream-lock',
  `SELECT COALESCE(abs(extract(epoch FROM statement_timestamp() - published_at)) >= 1, true) AS "hasRested"
   FROM event_stream WHERE stream = $1 FOR UPDATE SKIP LOCKED`,
).first((stream: EventStream) => [stream]);

/** An event, and what it names. */
export interface NewEvent {
  readonly websiteId: number;
  readonly type: string;
  readonly patronId: number | null;
  readonly reserveId: string | null;
  readonly detail: object;
}

/** The time is that of the publication, which never goes back from one position to the next. */
const publishStatement = (stream: EventStream, moment: string): ReturnType<typeof statement> =>
  statement(
    `events-publish-${stream}`,
    `WITH counted AS (
       UPDATE event_stream SET last_position = last_position + jsonb_array_length($1::jsonb),
         published_at = statement_timestamp()
       WHERE stream = '${stream}'
       RETURNING last_position - jsonb_array_length($1::jsonb) AS before)
     INSERT INTO event (stream, position, website_id, type, patron_id, reserve_id, detail, moment)
     SELECT '${stream}', counted.before + given.line, given."websiteId", given.type, given."patronId", given."reserveId",
       given.detail, ${moment}
     FROM counted, ROWS FROM (jsonb_to_recordset($1::jsonb) AS (
       "websiteId" int, type text, "patronId" int, "reserveId" uuid, detail jsonb)) WITH ORDINALITY
       AS given ("websiteId", type, "patronId", "reserveId", detail, line)`,
  );

const PUBLISH = {
  patrons: publishStatement('patrons', ofPatron('service_now()')),
  titles: publishStatement('titles', ofTitle('service_now()')),
};

/** Gives events the next positions of their stream. */
export async function publishEvents(
  connection: Connection,
  stream: EventStream,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length > 0) await connection.run(PUBLISH[stream], [JSON.stringify(events)]);
}

const FORGET = statement<{ events: number }>(
  'events-forget-patrons',
  `WITH gone AS (SELECT * FROM unnest($1::int[], $2::int[]) AS gone (website_id, patron_id)),
     attempts AS (
       DELETE FROM webhook_attempt a USING gone WHERE a.website_id = gone.website_id AND a.patron_id = gone.patron_id),
     retries AS (
       DELETE FROM webhook_retry r USING gone
       WHERE r.website_id = gone.website_id AND r.patron_id = gone.patron_id AND r.type <> 'patron.forgotten'),
     forgotten AS (
       DELETE FROM event WHERE (stream, position) IN (
         SELECT e.stream, e.position FROM event e JOIN gone USING (website_id, patron_id)
         WHERE e.type <> 'patron.forgotten' LIMIT $3)
       RETURNING 1)
   SELECT count(*)::int AS events FROM forgotten`,
);

/** The limit of one transaction; the rest of a patron's events is left to another. */
const FORGOTTEN_AT_ONCE = 10_000;

/**
 * Deletes all about deleted patrons, except that their numbers no longer exist: here, and in the answers of receivers. Call it before the
 * next events are published, as a number may be used again.
 * @returns whether nothing is left
 */
export async function forgetEventsOf(
  connection: Connection,
  patrons: readonly { readonly websiteId: number; readonly subject: string }[],
): Promise<boolean> {
  if (patrons.length === 0) return true;
  const websiteIds = patrons.map(({ websiteId }) => websiteId);
  const patronIds = patrons.map(({ subject }) => subject);
  const [row] = await connection.run(FORGET, [websiteIds, patronIds, FORGOTTEN_AT_ONCE]);
  return (row?.events ?? 0) < FORGOTTEN_AT_ONCE;
}

/** Announces new events to all processes, when the transaction is committed. */
export const announceEvents = statement(
  'events-tell',
  `SELECT pg_notify('${EVENTS_PUBLISHED}', message) FROM unnest($1::text[]) AS message`,
).execute((patrons: readonly PatronKey[] = []) => [messagesAbout(patrons)]);

const PURGE = statement<{ one: number }>(
  'events-purge',
  `WITH old AS (
       SELECT s.stream, e.position FROM event_stream s
       CROSS JOIN LATERAL (SELECT position, moment FROM event WHERE stream = s.stream ORDER BY position LIMIT 1000) e
       WHERE e.moment <= service_now() - interval '${EVENT_DAYS} days'),
     gone AS (DELETE FROM event e USING old WHERE e.stream = old.stream AND e.position = old.position
              RETURNING e.stream, e.position),
     marked AS (
       UPDATE event_stream s SET purged_to = GREATEST(s.purged_to, last.position)
       FROM (SELECT stream, max(position) AS position FROM gone GROUP BY stream) last WHERE s.stream = last.stream)
   SELECT 1 AS one FROM gone`,
);

/** Deletes some events that are too old. @returns how many */
export const purgeEvents = purge('old-events', async (connection) => (await connection.run(PURGE)).length);

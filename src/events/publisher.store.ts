import type { ObservationCount } from '../domain/waits/observation.js';
import type { PatronKey } from '../domain/patron.js';
import { ofPatron, ofTitle } from '../platform/database/clock.store.js';
import { columnTable, runForEach } from '../platform/database/by-library.js';
import { groupSearch } from '../platform/database/library-groups.js';
import { purgeOf } from '../platform/database/purge.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { EVENT_DAYS, EVENTS_PUBLISHED, type EventStream, TITLE_EVENTS } from './event-types.js';
import { messagesAbout } from './publication-message.js';

/** What is published of an event, and what is only counted. */
export interface WrittenDetail {
  readonly observed?: readonly (Omit<ObservationCount, 'count' | 'amount'> & { readonly amount?: number })[];
}

/** An event that no worker has published yet. */
export interface WrittenEvent {
  readonly websiteId: number;
  readonly type: string;
  readonly subject: string;
  readonly detail: WrittenDetail;
  /** To the microsecond, as text. */
  readonly writtenAt: string;
  /** The second in which it was written. */
  readonly second: number;
}

const SECOND = `date_trunc('second', written_at)`;

/**
 * The oldest events of these libraries, in the order in which they were written.
 * Titles' events wait until their second is over, in which more changes of the same title may come.
 */
export const findWrittenEvents = groupSearch<WrittenEvent>(
  'event-outbox-find',
  1,
  (inGroup) => `
  SELECT website_id AS "websiteId", type, subject, detail, to_jsonb(written_at) #>> '{}' AS "writtenAt",
    extract(epoch FROM ${SECOND})::float8 AS second
  FROM event_outbox
  WHERE ${inGroup} AND (type NOT IN ('${TITLE_EVENTS.join("', '")}') OR ${SECOND} <> date_trunc('second', statement_timestamp()))
  ORDER BY written_at, website_id, type, subject LIMIT $1`,
).some();

const DELETE = statement(
  'event-outbox-delete',
  `DELETE FROM event_outbox o USING unnest($2::timestamptz[], $3::text[], $4::text[]) AS moved (written_at, type, subject)
   WHERE o.website_id = $1 AND o.written_at = moved.written_at AND o.type = moved.type AND o.subject = moved.subject`,
);

/** @param events of one library */
export async function deleteWritten(
  connection: Connection,
  websiteId: number,
  events: readonly WrittenEvent[],
): Promise<void> {
  await connection.run(DELETE, [
    websiteId,
    events.map(({ writtenAt }) => writtenAt),
    events.map(({ type }) => type),
    events.map(({ subject }) => subject),
  ]);
}

const OBSERVATIONS = columnTable({
  measure: 'text',
  formatClass: 'text',
  period: 'int',
  bucket: 'int',
  count: 'int',
  amount: 'bigint',
});

const COUNT = statement(
  'observations-count',
  `INSERT INTO observation AS o (website_id, week, measure, format_class, period, bucket, count, amount)
   SELECT $1::int, date_trunc('week', (SELECT service_now()) AT TIME ZONE 'UTC')::date, measure, format_class, period, bucket, count, amount
   FROM ${OBSERVATIONS.sql}
   ON CONFLICT (website_id, week, measure, format_class, period, bucket)
   DO UPDATE SET count = o.count + EXCLUDED.count, amount = o.amount + EXCLUDED.amount`,
);

/** Adds to what was observed in this week. Of one kind and library, there is one. */
export async function countObservations(
  connection: Connection,
  observations: readonly (ObservationCount & { readonly websiteId: number })[],
): Promise<void> {
  await runForEach(connection, [COUNT], OBSERVATIONS, observations);
}

/** Those of a year ago tell nothing any more. */
export const purgeObservations = purgeOf({
  name: 'observations-purge',
  table: 'observation',
  key: { week: 'date', measure: 'text', format_class: 'text', period: 'int', bucket: 'int' },
  find: `SELECT website_id, week::text AS week, measure, format_class, period, bucket FROM observation
    WHERE week < ((SELECT service_now() - interval '1 year') AT TIME ZONE 'UTC')::date ORDER BY week LIMIT $1`,
});

const LOCK_STREAMS = statement<{ stream: EventStream }>(
  'event-streams-lock',
  `SELECT stream FROM event_stream ORDER BY stream FOR UPDATE SKIP LOCKED`,
);

/**
 * Until the transaction ends, no other gives events positions. So the order of positions is that in which they become visible,
 * and a reader that has come to one has missed none before it.
 * @returns false if another worker is at it
 */
export async function lockStreams(connection: Connection): Promise<boolean> {
  return (await connection.run(LOCK_STREAMS)).length === 2;
}

/** An event, with what it names. */
export interface NewEvent {
  readonly websiteId: number;
  readonly type: string;
  readonly patronId: number | null;
  readonly reserveId: string | null;
  readonly detail: object;
}

/** The time is that of the publication: it never goes back from one position to the next. */
const publishStatement = (stream: EventStream, moment: string): ReturnType<typeof statement> =>
  statement(
    `events-publish-${stream}`,
    `WITH counted AS (
       UPDATE event_stream SET last_position = last_position + jsonb_array_length($1::jsonb) WHERE stream = '${stream}'
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

const FORGET = statement(
  'events-forget-patrons',
  `WITH gone AS (SELECT * FROM unnest($1::int[], $2::int[]) AS gone (website_id, patron_id)),
     attempts AS (
       DELETE FROM webhook_attempt a USING gone WHERE a.website_id = gone.website_id AND a.patron_id = gone.patron_id)
   DELETE FROM event e USING gone
   WHERE e.website_id = gone.website_id AND e.patron_id = gone.patron_id AND e.type <> 'patron.forgotten'`,
);

/** Nothing is left of patrons who were deleted, but that their numbers are no more: neither here, nor what receivers answered. */
export async function forgetEventsOf(
  connection: Connection,
  patrons: readonly { readonly websiteId: number; readonly patronId: number | null }[],
): Promise<void> {
  if (patrons.length === 0) return;
  const websiteIds = patrons.map(({ websiteId }) => websiteId);
  await connection.run(FORGET, [websiteIds, patrons.map(({ patronId }) => patronId)]);
}

/** Tells all processes, when the transaction is committed, that there are new events. */
export const announceEvents = statement(
  'events-tell',
  `SELECT pg_notify('${EVENTS_PUBLISHED}', message) FROM unnest($1::text[]) AS message`,
).execute((patrons: readonly PatronKey[] = []) => [messagesAbout(patrons)]);

/** The next events of an hour that is over. $1: how many at most. */
const FIND_UNSHUFFLED = statement<{ from: string | null; to: string | null }>(
  'events-find-unshuffled',
  `SELECT min(position) AS "from", max(position) AS "to" FROM (
     SELECT e.position, e.moment, min(e.moment) OVER () AS first FROM event_stream s
     CROSS JOIN LATERAL (SELECT position, moment FROM event WHERE stream = s.stream AND position > s.shuffled_to
                         ORDER BY position LIMIT $1) e
     WHERE s.stream = 'patrons') next
   WHERE moment = first AND moment <> ${ofPatron('service_now()')}`,
);

/** Two steps, because each position is unique at any time. */
const LIFT = statement(
  'events-lift',
  `UPDATE event SET position = -position WHERE stream = 'patrons' AND position BETWEEN $1 AND $2`,
);

/** Each patron's events keep their order. */
const SHUFFLE = statement(
  'events-shuffle',
  `WITH places AS (
       SELECT event_id, -position AS position, row_number() OVER (ORDER BY position DESC) AS place,
         row_number() OVER (ORDER BY hashtextextended(website_id || ' ' || patron_id, $1), position DESC) AS new_place
       FROM event WHERE stream = 'patrons' AND position < 0)
   UPDATE event e SET position = there.position FROM places own JOIN places there ON there.place = own.new_place
   WHERE e.stream = 'patrons' AND e.position < 0 AND e.position = -own.position`,
);

const MARK_SHUFFLED = statement(
  'events-mark-shuffled',
  `UPDATE event_stream SET shuffled_to = $1 WHERE stream = 'patrons'`,
);

const SHUFFLED_AT_ONCE = 10_000;

/**
 * Mixes patrons' events of an hour that is over, so that their order says no more than their time: otherwise the first event of a
 * patron would be about the first title that changed, and so on (decision 63). Call it in a transaction that has locked the streams.
 * @returns how many positions it has passed
 */
export async function shuffleEvents(connection: Connection, seed: string): Promise<number> {
  const [range] = await connection.run(FIND_UNSHUFFLED, [SHUFFLED_AT_ONCE]);
  if (range?.from == null || range.to === null) return 0;
  await connection.run(LIFT, [range.from, range.to]);
  await connection.run(SHUFFLE, [seed]);
  await connection.run(MARK_SHUFFLED, [range.to]);
  return Number(range.to) - Number(range.from) + 1;
}

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

/** Forgets some events that are too old. @returns how many */
export async function purgeEvents(connection: Connection): Promise<number> {
  return (await connection.run(PURGE)).length;
}

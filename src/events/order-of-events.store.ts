import { ofPatron } from '../platform/database/clock.store.js';
import { type Connection, statement } from '../platform/database/statement.js';

/** The next events of an hour that is over, at most $1. */
const FIND_UNSHUFFLED = statement<{ from: string | null; to: string | null }>(
  'events-find-unshuffled',
  `SELECT min(position) AS "from", max(position) AS "to" FROM (
     SELECT e.position, e.moment, min(e.moment) OVER () AS first FROM event_stream s
     CROSS JOIN LATERAL (SELECT position, moment FROM event WHERE stream = s.stream AND position > s.shuffled_to
                         ORDER BY position LIMIT $1) e
     WHERE s.stream = 'patrons') next
   WHERE moment = first AND moment <> ${ofPatron('service_now()')}`,
);

/** In two steps, because positions are unique at any time. */
const LIFT = statement(
  'events-lift',
  `UPDATE event SET position = -position WHERE stream = 'patrons' AND position BETWEEN $1 AND $2`,
);

/** PostgreSQL expects few lifted rows, or none: it would find each place by reading all of them. */
const WITHOUT_NESTED_LOOPS = statement(
  'events-without-nested-loops',
  `SELECT set_config('enable_nestloop', 'off', true)`,
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
 * Shuffles patrons' events of an hour that is over, so that their order says no more than their time: otherwise the first event of a patron
 * would be about the first title that changed, and so on (decision 13). Call it in a transaction that has locked the stream.
 * @returns how many positions it has passed
 */
export async function shuffleEvents(connection: Connection, seed: string): Promise<number> {
  const [range] = await connection.run(FIND_UNSHUFFLED, [SHUFFLED_AT_ONCE]);
  if (range?.from == null || range.to === null) return 0;
  await connection.run(LIFT, [range.from, range.to]);
  await connection.run(WITHOUT_NESTED_LOOPS);
  await connection.run(SHUFFLE, [seed]);
  await connection.run(MARK_SHUFFLED, [range.to]);
  return Number(range.to) - Number(range.from) + 1;
}

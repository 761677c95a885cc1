import { ofPatron, ofTitle } from '../platform/database/clock.store.js';
import { type Connection, lookup, statement } from '../platform/database/statement.js';
import type { EventStream, EventType } from './event-types.js';

/** An event as it is kept. It names a patron or a title, or neither, and never both. */
export interface PublishedEvent {
  readonly stream: EventStream;
  readonly position: number;
  readonly eventId: string;
  readonly websiteId: number;
  readonly type: EventType;
  readonly patronId: number | null;
  readonly reserveId: string | null;
  /** Its other members of `data`. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Rounded down: to the hour beside a patron, to the minute beside a title. */
  readonly moment: Date;
}

interface StreamRow {
  readonly stream: EventStream;
  readonly last: number;
  readonly shuffledTo: number;
  readonly purgedTo: number;
}

const STREAMS = lookup<StreamRow>(
  'events-streams',
  `SELECT stream, last_position::float8 AS last, shuffled_to::float8 AS "shuffledTo", purged_to::float8 AS "purgedTo"
   FROM event_stream`,
);

export type Streams = Readonly<Record<EventStream, Omit<StreamRow, 'stream'>>>;

export async function readStreams(connection: Connection): Promise<Streams> {
  const rows = new Map((await connection.run(STREAMS)).map((row) => [row.stream, row]));
  const [patrons, titles] = [rows.get('patrons'), rows.get('titles')];
  if (patrons === undefined || titles === undefined)
    throw new Error('The table event_stream lacks a stream.');
  return { patrons, titles };
}

const EVENT = `e.stream, e.position::float8 AS position, e.event_id AS "eventId", e.website_id AS "websiteId", e.type,
  e.patron_id AS "patronId", e.reserve_id AS "reserveId", e.detail, e.moment`;

const OF_ALL = statement<PublishedEvent>(
  'events-find',
  `SELECT ${EVENT} FROM event e
   WHERE e.stream = $1 AND e.position > $2 AND e.type = ANY ($3::text[]) ORDER BY e.position LIMIT $4`,
);

/** Each library's by themselves: the index has them in order. */
const OF_LIBRARIES = statement<PublishedEvent>(
  'events-find-of-libraries',
  `SELECT own.* FROM unnest($5::int[]) AS library (website_id)
   CROSS JOIN LATERAL (
     SELECT ${EVENT} FROM event e
     WHERE e.website_id = library.website_id AND e.stream = $1 AND e.position > $2 AND e.type = ANY ($3::text[])
     ORDER BY e.position LIMIT $4) own
   ORDER BY own.position LIMIT $4`,
);

export interface WantedEvents {
  readonly types: readonly EventType[];
  /** Undefined: of all libraries. */
  readonly websiteIds: readonly number[] | undefined;
  readonly limit: number;
}

/** The next events of a stream behind a position. */
export function findEvents(
  connection: Connection,
  stream: EventStream,
  behind: number,
  { types, websiteIds, limit }: WantedEvents,
): Promise<PublishedEvent[]> {
  const values = [stream, behind, types, limit];
  return websiteIds === undefined
    ? connection.run(OF_ALL, values)
    : connection.run(OF_LIBRARIES, [...values, websiteIds]);
}

const SHARE_HOUR = lookup<{ isSame: boolean }>(
  'events-share-hour',
  `SELECT (SELECT moment FROM event WHERE stream = 'patrons' AND position <= $1 ORDER BY position DESC LIMIT 1)
     = (SELECT moment FROM event WHERE stream = 'patrons' AND position > $1 ORDER BY position LIMIT 1) IS TRUE AS "isSame"`,
);

/** Whether the patrons' events before and behind this position are of the same hour. */
export async function isWithinHour(connection: Connection, position: number): Promise<boolean> {
  const [row] = await connection.run(SHARE_HOUR, [position]);
  return row?.isSame === true;
}

const BEFORE = lookup<{ stream: EventStream; position: number }>(
  'events-before',
  `SELECT s.stream, COALESCE(
     (SELECT e.position FROM event e WHERE e.stream = s.stream
        AND e.moment < CASE s.stream WHEN 'patrons' THEN ${ofPatron('$1::timestamptz')} ELSE ${ofTitle('$1::timestamptz')} END
      ORDER BY e.position DESC LIMIT 1), s.purged_to)::float8 AS position
   FROM event_stream s`,
);

/** The positions before all events of this moment, as far as these are kept. */
export async function findPositionsBefore(
  connection: Connection,
  moment: Date,
): Promise<Readonly<Record<EventStream, number>>> {
  const rows = await connection.run(BEFORE, [moment]);
  const positions = new Map(rows.map(({ stream, position }) => [stream, position]));
  return { patrons: positions.get('patrons') ?? 0, titles: positions.get('titles') ?? 0 };
}

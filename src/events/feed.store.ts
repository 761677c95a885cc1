import { RECOVERY, SERVER_IDENTIFIER } from '../platform/database/identity.js';
import { ofPatron, ofTitle } from '../platform/database/clock.store.js';
import { lookup, statement, type StatementRunner } from '../platform/database/statement.js';
import { EVENT_TYPES, type EventStream, type EventType, streamOf } from './event-types.js';

/** A stored event. It names a patron or a title, or neither, but never both. */
export interface PublishedEvent {
  readonly stream: EventStream;
  readonly position: number;
  readonly eventId: string;
  readonly websiteId: number;
  readonly type: EventType;
  readonly patronId: number | null;
  readonly reserveId: string | null;
  /** The other members of its `data`. */
  readonly detail: Readonly<Record<string, unknown>>;
  /** Rounded down: to the hour for a patron, to the minute for a title. */
  readonly moment: Date;
}

interface StreamRow {
  readonly stream: EventStream;
  readonly last: number;
  readonly shuffledTo: number;
  readonly purgedTo: number;
}

/**
 * The epoch changes when a dump is restored, also into the same database, and when a backup of the whole server is restored: then it follows
 * from the point of recovery, which `resume-mail` stores in case the setting is removed.
 */
const STREAMS = lookup<StreamRow & { readonly epoch: string }>(
  'events-streams',
  `SELECT stream, last_position::float8 AS last, shuffled_to::float8 AS "shuffledTo", purged_to::float8 AS "purgedTo", epoch.text AS epoch
   FROM event_stream CROSS JOIN (
     SELECT left(md5(concat(${SERVER_IDENTIFIER}, '/', d.oid, '/', 'event_stream'::regclass::oid, '/',
       COALESCE(NULLIF(${RECOVERY}, ''), (SELECT recovery FROM mail_origin)))), 8) AS text
     FROM pg_database d WHERE d.datname = current_database()) epoch`,
);

export type Streams = Readonly<Record<EventStream, Omit<StreamRow, 'stream'>>> & {
  /** The epoch of the database, eight characters. */
  readonly epoch: string;
};

export async function readStreams(connection: StatementRunner): Promise<Streams> {
  const rows = new Map((await connection.run(STREAMS)).map((row) => [row.stream, row]));
  const [patrons, titles] = [rows.get('patrons'), rows.get('titles')];
  if (patrons === undefined || titles === undefined)
    throw new Error('The table event_stream lacks a stream.');
  return { patrons, titles, epoch: patrons.epoch };
}

const EVENT = `e.stream, e.position::float8 AS position, e.event_id AS "eventId", e.website_id AS "websiteId", e.type,
  e.patron_id AS "patronId", e.reserve_id AS "reserveId", e.detail, e.moment`;

/** The limit for a page. */
export const MAX_EVENTS = 1_000;

const OF_ALL = statement<PublishedEvent>(
  'events-find',
  `SELECT ${EVENT} FROM event e WHERE e.stream = $1 AND e.position > $2 ORDER BY e.position LIMIT $3`,
);

/**
 * Each library's events separately. Rows are compared as wholes, in the order of all three columns, so that only the index by library fits: a
 * small library's few events are not searched among all those of a large one.
 */
const OF_LIBRARIES = statement<PublishedEvent>(
  'events-find-of-libraries',
  `SELECT own.* FROM unnest($4::int[]) AS library (website_id)
   CROSS JOIN LATERAL (
     SELECT ${EVENT} FROM event e
     WHERE (e.website_id, e.stream, e.position) > (library.website_id, $1::text, $2::bigint)
       AND (e.website_id, e.stream) <= (library.website_id, $1::text)
     ORDER BY e.website_id, e.stream, e.position LIMIT ${MAX_EVENTS}) own
   ORDER BY own.position LIMIT $3`,
);

export interface WantedEvents {
  readonly types: readonly EventType[];
  /** For each stream. Undefined: all libraries. */
  readonly websiteIds: Readonly<Record<EventStream, readonly number[] | undefined>>;
  readonly limit: number;
}

export interface FoundEvents {
  readonly events: readonly PublishedEvent[];
  /** The position up to which there are no others. Undefined: the end. */
  readonly scannedTo: number | undefined;
}

/** The next events of a stream behind a position. If only some types are wanted, those among the next thousand. */
export async function findEvents(
  connection: StatementRunner,
  stream: EventStream,
  behind: number,
  { types, websiteIds: { [stream]: websiteIds }, limit }: WantedEvents,
): Promise<FoundEvents> {
  const isWanted = (type: EventType): boolean => types.includes(type);
  const ofStream = EVENT_TYPES.filter((type) => streamOf(type) === stream);
  if (!ofStream.some(isWanted) || websiteIds?.length === 0) return { events: [], scannedTo: undefined };
  const most = ofStream.every(isWanted) ? limit : MAX_EVENTS;
  const values = [stream, behind, most];
  const found =
    websiteIds === undefined
      ? await connection.run(OF_ALL, values)
      : await connection.run(OF_LIBRARIES, [...values, websiteIds]);
  const wanted = found.filter(({ type }) => isWanted(type));
  const events = wanted.slice(0, limit);
  const isAll = found.length < most && events.length === wanted.length;
  return { events, scannedTo: isAll ? undefined : (events.length < limit ? found : events).at(-1)?.position };
}

const NEXT = lookup<{ position: number; isBefore: boolean }>(
  'events-next',
  `SELECT e.position::float8 AS position, e.moment < CASE e.stream
     WHEN 'patrons' THEN ${ofPatron('$3::timestamptz')} ELSE ${ofTitle('$3::timestamptz')} END AS "isBefore"
   FROM event e WHERE e.stream = $1 AND e.position > $2 ORDER BY e.position LIMIT 1`,
);

/** Positions ascend with time, so the place is found by bisection, in about twenty steps however many events there are. */
async function findPositionBefore(
  connection: StatementRunner,
  stream: EventStream,
  { last, purgedTo }: Omit<StreamRow, 'stream'>,
  moment: Date,
): Promise<number> {
  let [before, behind] = [purgedTo, last];
  while (before < behind) {
    const middle = Math.floor((before + behind) / 2);
    const [next] = await connection.run(NEXT, [stream, middle, moment]);
    if (next?.isBefore === true) before = next.position;
    else behind = middle;
  }
  return before;
}

/** The positions before all events of this moment, as far as these are stored. */
export async function findPositionsBefore(
  connection: StatementRunner,
  moment: Date,
): Promise<Readonly<Record<EventStream, number>>> {
  const { patrons, titles } = await readStreams(connection);
  return {
    patrons: await findPositionBefore(connection, 'patrons', patrons, moment),
    titles: await findPositionBefore(connection, 'titles', titles, moment),
  };
}

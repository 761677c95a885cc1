import type { Queue } from '../domain/holds/queue.js';
import type { PatronKey } from '../domain/patron.js';
import { type Connection, statement } from '../platform/database/statement.js';
import type { EventStream, EventType, LicenceEvent, PatronEvent } from './event-types.js';

/**
 * The events of a change, written in its own transaction: there is never one without the other. They are plain statements, to be sent
 * together with those of the change. They wake no process: a notification would make all commits of the database wait for each other.
 *
 * Each stream has a table of its own: in a common one, neighbouring rows would tie a patron's event to the title's.
 */
export const OUTBOX = {
  patrons: 'patron_event_outbox',
  titles: 'title_event_outbox',
} as const satisfies Record<EventStream, string>;

/**
 * SQL for the detail of an event with facts. Followers of events learn from facts, which are not published.
 * @param facts SQL for each of them
 */
export const factsOf = <Facts extends object>(
  facts: Readonly<Record<keyof Facts & string, string>>,
): string => `
  jsonb_build_object('observed', jsonb_build_object(${Object.entries<string>(facts)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')}))`;

const writing = (stream: EventStream): ReturnType<typeof statement> =>
  statement(
    `events-write-of-${stream}`,
    `INSERT INTO ${OUTBOX[stream]} (website_id, type, subject, detail) VALUES ($1, $2, $3, $4::jsonb)`,
  );

const WRITE = { patrons: writing('patrons'), titles: writing('titles') };

/** A patron's event that changes a title's queue or availability is written as two events, which do not name each other. */
export async function writePatronAndTitle(
  connection: Connection,
  type: PatronEvent,
  patron: PatronKey,
  { reserveId }: { readonly reserveId: string },
  detail: object = {},
): Promise<void> {
  await Promise.all([
    writePatronEvent(connection, type, patron, detail),
    writeTitleChanged(connection, { websiteId: patron.websiteId, reserveId }),
  ]);
}

export async function writePatronEvent(
  connection: Connection,
  type: PatronEvent,
  { websiteId, patronId }: PatronKey,
  detail: object = {},
): Promise<void> {
  await connection.run(WRITE.patrons, [websiteId, type, String(patronId), JSON.stringify(detail)]);
}

/** The last event of this patron, which says that the number no longer exists. */
export async function writePatronForgotten(connection: Connection, patron: PatronKey): Promise<void> {
  const { prisma } = connection;
  const where = { websiteId: patron.websiteId, subject: String(patron.patronId) };
  // First the table of release 0.3.0, whose processes may run beside this one: it waits for a worker that moves its events into the other
  // table. Numbers of patrons are no numbers of titles or imports.
  await prisma.eventOutbox.deleteMany({ where });
  await prisma.patronEventOutbox.deleteMany({ where });
  await writePatronEvent(connection, 'patron.forgotten', patron);
}

/** The same event for several patrons, who may be the same. */
export const writePatronEvents = statement(
  'events-write-of-several-patrons',
  `INSERT INTO ${OUTBOX.patrons} (website_id, type, subject, detail)
   SELECT $1::int, $2::text, given.patron_id::text, COALESCE(given.detail, '{}')
   FROM unnest($3::int[], $4::jsonb[]) AS given (patron_id, detail)`,
).execute(
  (type: PatronEvent, websiteId: number, patronIds: readonly number[], details: readonly object[] = []) => [
    websiteId,
    type,
    patronIds,
    details.map((detail) => JSON.stringify(detail)),
  ],
);

export async function writeTitleChanged(
  connection: Connection,
  { websiteId, reserveId }: Queue,
): Promise<void> {
  await connection.run(WRITE.titles, [websiteId, 'title.changed', reserveId, '{}']);
}

export async function writeTitleWithdrawn(
  connection: Connection,
  { websiteId, reserveId }: Queue,
): Promise<void> {
  await connection.run(WRITE.titles, [websiteId, 'title.withdrawn', reserveId, '{}']);
}

export const writeTitlesChanged = statement(
  'events-write-of-several-titles',
  `INSERT INTO ${OUTBOX.titles} (website_id, type, subject, detail)
   SELECT DISTINCT $1::int, 'title.changed', given.reserve_id::text, COALESCE(given.detail, '{}')
   FROM unnest($2::uuid[], $3::jsonb[]) AS given (reserve_id, detail)`,
).execute(
  (websiteId: number, titles: readonly { readonly reserveId: string }[], details: readonly object[] = []) => [
    websiteId,
    titles.map(({ reserveId }) => reserveId),
    details.map((detail) => JSON.stringify(detail)),
  ],
);

/** What has become of a licence. */
export interface LicenceTurn {
  readonly type: LicenceEvent;
  readonly reserveId: string;
  readonly collectionId: string;
  readonly licenceId: string;
}

/** Of licences of one library. */
export const writeLicenceEvents = statement(
  'events-write-of-licences',
  `INSERT INTO ${OUTBOX.titles} (website_id, type, subject, detail)
   SELECT $1::int, given.type, given.reserve_id::text, jsonb_build_object('collectionId', given.collection_id, 'licenceId', given.licence_id)
   FROM unnest($2::text[], $3::uuid[], $4::text[], $5::text[]) AS given (type, reserve_id, collection_id, licence_id)`,
).execute((websiteId: number, turns: readonly LicenceTurn[]) => [
  websiteId,
  turns.map(({ type }) => type),
  turns.map(({ reserveId }) => reserveId),
  turns.map(({ collectionId }) => collectionId),
  turns.map(({ licenceId }) => licenceId),
]);

/** An import into the library has ended. Its report has its number. */
export async function writeImported(
  connection: Connection,
  { websiteId, importId }: { readonly websiteId: number; readonly importId: string },
): Promise<void> {
  await connection.run(WRITE.titles, [websiteId, 'records.imported' satisfies EventType, importId, '{}']);
}

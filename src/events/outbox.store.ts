import type { PatronKey } from '../domain/patron.js';
import type { PrismaTransaction } from '../platform/database/database.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { type EventType, type PatronEvent, TITLE_EVENTS } from './event-types.js';

/**
 * The events of a change, written in its own transaction: there is never one without the other. Plain statements, to be sent
 * together with those of the change. They wake no process: a notification would make all commits of the database wait for each other.
 */

interface QueueKey {
  readonly websiteId: number;
  readonly reserveId: string;
}

/** Two transactions may write the same about a patron in the same microsecond: that is told once. */
export const ONCE = 'ON CONFLICT (written_at, website_id, type, subject) DO NOTHING';

const WRITE = statement(
  'events-write',
  `INSERT INTO event_outbox (website_id, type, subject, detail) VALUES ($1, $2, $3, $4::jsonb) ${ONCE}`,
);

async function write(
  connection: Connection,
  websiteId: number,
  type: EventType,
  subject: number | string,
  detail: object = {},
): Promise<void> {
  await connection.run(WRITE, [websiteId, type, String(subject), JSON.stringify(detail)]);
}

/** An event of a patron that changes a title's queue or availability: two events, which do not name each other. */
export const writePatronAndTitle = statement(
  'events-write-of-patron-and-title',
  `INSERT INTO event_outbox (website_id, type, subject, detail)
   VALUES ($1, $2, $3, $5::jsonb), ($1, 'title.changed', $4, '{}') ${ONCE}`,
).execute(
  (
    type: PatronEvent,
    { websiteId, patronId }: PatronKey,
    { reserveId }: { readonly reserveId: string },
    detail: object = {},
  ) => [websiteId, type, String(patronId), reserveId, JSON.stringify(detail)],
);

export async function writePatronEvent(
  connection: Connection,
  type: PatronEvent,
  { websiteId, patronId }: PatronKey,
  detail: object = {},
): Promise<void> {
  await write(connection, websiteId, type, patronId, detail);
}

const FORGET_WAITING = statement(
  'events-forget-waiting',
  `DELETE FROM event_outbox WHERE website_id = $1 AND subject = $2 AND type NOT IN ('${TITLE_EVENTS.join("', '")}')`,
);

/** All that will be told of this patron is that the number is no more. */
export async function writePatronForgotten(connection: Connection, patron: PatronKey): Promise<void> {
  await Promise.all([
    connection.run(FORGET_WAITING, [patron.websiteId, String(patron.patronId)]),
    writePatronEvent(connection, 'patron.forgotten', patron),
  ]);
}

/** The same event of several patrons. */
export const writePatronEvents = statement(
  'events-write-of-patrons',
  `INSERT INTO event_outbox (website_id, type, subject, detail)
   SELECT DISTINCT ON (given.patron_id) $1::int, $2::text, given.patron_id::text, COALESCE(given.detail, '{}')
   FROM unnest($3::int[], $4::jsonb[]) AS given (patron_id, detail) ${ONCE}`,
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
  { websiteId, reserveId }: QueueKey,
): Promise<void> {
  await write(connection, websiteId, 'title.changed', reserveId);
}

export async function writeTitleWithdrawn(
  connection: Connection,
  { websiteId, reserveId }: QueueKey,
): Promise<void> {
  await write(connection, websiteId, 'title.withdrawn', reserveId);
}

export const writeTitlesChanged = statement(
  'events-write-of-titles',
  `INSERT INTO event_outbox (website_id, type, subject)
   SELECT DISTINCT $1::int, 'title.changed', reserve_id::text FROM unnest($2::uuid[]) AS reserve_id ${ONCE}`,
).execute((websiteId: number, titles: readonly { readonly reserveId: string }[]) => [
  websiteId,
  titles.map(({ reserveId }) => reserveId),
]);

/** An import into the library has ended. Its report has its number. */
export async function writeImported(
  transaction: PrismaTransaction,
  { websiteId, importId }: { readonly websiteId: number; readonly importId: string },
): Promise<void> {
  const data = { websiteId, type: 'records.imported' satisfies EventType, subject: importId };
  await transaction.eventOutbox.createMany({ data });
}

import { type GroupSearch, groupSearch, type LibraryGroup } from '../platform/database/library-groups.js';
import { type Connection, statement } from '../platform/database/statement.js';
import type { EventStream } from './event-types.js';
import { OUTBOX } from './outbox.store.js';

/** The published part of an event, and the part for followers: see `factsOf`. */
export interface WrittenDetail {
  /** The reason for which a hold has ended. */
  readonly reason?: string;
  /** An array, if a process of release 0.3.0 wrote it. */
  readonly observed?: object;
}

/** An event that no worker has published yet. */
export interface WrittenEvent {
  readonly websiteId: number;
  /** The events of one patron or title have numbers in the order of their commits. */
  readonly number: number;
  readonly type: string;
  readonly subject: string;
  readonly detail: WrittenDetail;
}

const find = (stream: EventStream): GroupSearch<WrittenEvent> =>
  groupSearch<WrittenEvent>(
    `event-outbox-find-${stream}`,
    1,
    (inGroup) => `
  SELECT website_id AS "websiteId", number::float8 AS number, type, subject, detail FROM ${OUTBOX[stream]}
  WHERE ${inGroup} AND failure IS NULL ORDER BY number LIMIT $1`,
  );

const FIND = { patrons: find('patrons'), titles: find('titles') };

/** The first events of a stream in these libraries. */
export function findWrittenEvents(
  connection: Connection,
  stream: EventStream,
  group: LibraryGroup,
  most: number,
): Promise<WrittenEvent[]> {
  return FIND[stream].run(connection, group, most);
}

const remove = (stream: EventStream): ReturnType<typeof statement> =>
  statement(
    `event-outbox-delete-${stream}`,
    `DELETE FROM ${OUTBOX[stream]} WHERE website_id = $1 AND number = ANY ($2::bigint[])`,
  );

const DELETE = { patrons: remove('patrons'), titles: remove('titles') };

/** @param events of one library */
export async function deleteWritten(
  connection: Connection,
  stream: EventStream,
  websiteId: number,
  events: readonly WrittenEvent[],
): Promise<void> {
  await connection.run(DELETE[stream], [websiteId, events.map(({ number }) => number)]);
}

const putAsideIn = (stream: EventStream): ReturnType<typeof statement> =>
  statement(
    `event-outbox-put-aside-${stream}`,
    `UPDATE ${OUTBOX[stream]} SET failure = $3 WHERE website_id = $1 AND number = $2`,
  );

const PUT_ASIDE = { patrons: putAsideIn('patrons'), titles: putAsideIn('titles') };

/** The event is not found again until it is taken up. */
export async function putAside(
  connection: Connection,
  stream: EventStream,
  { websiteId, number }: WrittenEvent,
  failure: string,
): Promise<void> {
  await connection.run(PUT_ASIDE[stream], [websiteId, number, failure]);
}

const takeUpIn = (stream: EventStream): ReturnType<typeof statement> =>
  statement(
    `event-outbox-take-up-${stream}`,
    `UPDATE ${OUTBOX[stream]} SET failure = NULL WHERE failure IS NOT NULL`,
  );

const TAKE_UP = [takeUpIn('patrons'), takeUpIn('titles')];

/** Events that were put aside are tried again, by a release that may succeed. */
export async function takeUpEvents(connection: Connection): Promise<void> {
  for (const takeUp of TAKE_UP) await connection.run(takeUp);
}

/** The events that wait to be published. */
export interface Waiting {
  readonly putAside: number;
  /** The age of the oldest of the others, to the minute; 0 if there is none. */
  readonly oldestSeconds: number;
}

export const readWaiting = statement<Waiting>(
  'event-outbox-waiting',
  `SELECT count(failure)::int AS "putAside", COALESCE(extract(epoch FROM date_trunc('minute', statement_timestamp())
     - min(written_at) FILTER (WHERE failure IS NULL)), 0)::float8 AS "oldestSeconds"
   FROM (SELECT written_at, failure FROM ${OUTBOX.patrons} UNION ALL SELECT written_at, failure FROM ${OUTBOX.titles}) waiting`,
).one();

import { inEachLibrary } from '../platform/database/by-library.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { EVENT_STREAMS, type EventStream, streamOf } from './event-types.js';
import { OUTBOX } from './outbox.store.js';

/** An event as processes of the release 0.3.0 write it while they run beside this one. This file goes with the table. */
interface FormerEvent {
  readonly websiteId: number;
  readonly type: string;
  readonly subject: string;
  readonly detail: object;
  /** As text, to the microsecond. */
  readonly writtenAt: string;
}

const FIND = statement<FormerEvent>(
  'event-outbox-former-find',
  `SELECT website_id AS "websiteId", type, subject, detail, to_jsonb(written_at) #>> '{}' AS "writtenAt"
   FROM event_outbox ORDER BY written_at, website_id, type, subject LIMIT 1000`,
);

const DELETE = statement(
  'event-outbox-former-delete',
  `DELETE FROM event_outbox o USING unnest($2::timestamptz[], $3::text[], $4::text[]) AS moved (written_at, type, subject)
   WHERE o.website_id = $1 AND o.written_at = moved.written_at AND o.type = moved.type AND o.subject = moved.subject`,
);

const writing = (stream: EventStream): ReturnType<typeof statement> =>
  statement(
    `event-outbox-former-write-${stream}`,
    `INSERT INTO ${OUTBOX[stream]} (website_id, type, subject, detail)
     SELECT $1::int, given.type, given.subject, given.detail
     FROM unnest($2::text[], $3::text[], $4::jsonb[]) AS given (type, subject, detail)`,
  );

const WRITE = { patrons: writing('patrons'), titles: writing('titles') };

export async function hasFormerEvents(connection: Connection): Promise<boolean> {
  return (await connection.run(FIND)).length > 0;
}

/** Moves some of these events into the outboxes. Call it in a transaction that has locked a stream: workers of the former release lock both. */
export async function adoptFormerEvents(connection: Connection): Promise<void> {
  await inEachLibrary(await connection.run(FIND), async (websiteId, events) => {
    const of = (each: readonly FormerEvent[]): [string[], string[]] => [
      each.map(({ type }) => type),
      each.map(({ subject }) => subject),
    ];
    await connection.run(DELETE, [websiteId, events.map(({ writtenAt }) => writtenAt), ...of(events)]);
    for (const stream of EVENT_STREAMS) {
      const own = events.filter(({ type }) => streamOf(type) === stream);
      await connection.run(WRITE[stream], [
        websiteId,
        ...of(own),
        own.map(({ detail }) => JSON.stringify(detail)),
      ]);
    }
  });
}

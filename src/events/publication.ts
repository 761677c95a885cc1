import type { PatronKey } from '../domain/patron.js';
import { inEachLibrary } from '../platform/database/by-library.js';
import type { Connection } from '../platform/database/statement.js';
import { type EventStream, streamOf } from './event-types.js';
import * as store from './publisher.store.js';
import { deleteWritten, type WrittenEvent } from './written-events.store.js';

/** Learns from each event once, in the transaction that publishes it. One worker at a time publishes the events of a stream. */
export type EventFollower = (connection: Connection, written: readonly WrittenEvent[]) => Promise<void>;

/** Moves events of a stream from the outbox into the feed. Call it in a transaction that has locked the stream. */
export async function moveEvents(
  connection: Connection,
  stream: EventStream,
  written: readonly WrittenEvent[],
  followers: readonly EventFollower[],
): Promise<void> {
  const events = (stream === 'patrons' ? withoutForgotten(written) : eachChangeOnce(written)).map(eventOf);
  // One after the other: if several are sent together, one that fails only because of another may be reported first.
  await store.publishEvents(connection, stream, events);
  for (const follow of followers) await follow(connection, written);
  await inEachLibrary(written, (websiteId, own) => deleteWritten(connection, stream, websiteId, own));
  await store.announceEvents(connection, events.filter(isOfPatron));
}

function isOfPatron(event: store.NewEvent): event is store.NewEvent & PatronKey {
  return event.patronId !== null;
}

const subjectOf = ({ websiteId, subject }: WrittenEvent): string => `${websiteId} ${subject}`;

/** The last event of each subject, among the selected ones. */
function lastOf(
  written: readonly WrittenEvent[],
  isChosen: (event: WrittenEvent) => boolean,
): ReadonlyMap<string, WrittenEvent> {
  return new Map(written.filter(isChosen).map((event) => [subjectOf(event), event]));
}

export const isForgotten = ({ type }: WrittenEvent): boolean => type === 'patron.forgotten';

/** Earlier events of a patron who was forgotten are not published. */
function withoutForgotten(written: readonly WrittenEvent[]): readonly WrittenEvent[] {
  const forgotten = lastOf(written, isForgotten);
  return written.filter((event) => event.number >= (forgotten.get(subjectOf(event))?.number ?? 0));
}

/** A title that has changed several times has one event: the last, so that it follows all that it is about. */
function eachChangeOnce(written: readonly WrittenEvent[]): readonly WrittenEvent[] {
  const isChange = ({ type }: WrittenEvent): boolean => type === 'title.changed';
  const last = lastOf(written, isChange);
  return written.filter((event) => !isChange(event) || last.get(subjectOf(event)) === event);
}

function eventOf({ websiteId, type, subject, detail: written }: WrittenEvent): store.NewEvent {
  // Facts are for followers only. JSON leaves out what is undefined.
  const detail = { ...written, observed: undefined };
  const named = { websiteId, type, patronId: null, reserveId: null, detail };
  if (streamOf(type) === 'patrons') return { ...named, patronId: Number(subject) };
  if (type === 'records.imported') return { ...named, detail: { ...detail, importId: subject } };
  return { ...named, reserveId: subject };
}

import type { ObservationCount } from '../domain/waits/observation.js';
import type { PatronKey } from '../domain/patron.js';
import { inEachLibrary } from '../platform/database/by-library.js';
import type { Connection } from '../platform/database/statement.js';
import { type EventStream, streamOf } from './event-types.js';
import * as store from './publisher.store.js';
import { deleteWritten, type WrittenEvent } from './written-events.store.js';

/** Moves events of a stream from the outbox into the feed. Call it in a transaction that has locked the stream. */
export async function moveEvents(
  connection: Connection,
  stream: EventStream,
  written: readonly WrittenEvent[],
): Promise<void> {
  const events = (stream === 'patrons' ? withoutForgotten(written) : eachChangeOnce(written)).map(eventOf);
  // One after the other: of several that are sent together, one that fails only because of another may be the first to say so.
  await store.publishEvents(connection, stream, events);
  await store.countObservations(connection, observationsIn(written));
  await inEachLibrary(written, (websiteId, own) => deleteWritten(connection, stream, websiteId, own));
  await store.announceEvents(connection, events.filter(isOfPatron));
}

/** How often each kind of observation was made in each library. One worker at a time publishes, so no two wait for each other's rows. */
function observationsIn(
  written: readonly WrittenEvent[],
): (ObservationCount & { readonly websiteId: number })[] {
  const counts = new Map<string, ObservationCount & { readonly websiteId: number }>();
  for (const { websiteId, detail } of written)
    for (const { amount = 0, ...kind } of detail.observed ?? []) {
      const key = [websiteId, kind.measure, kind.formatClass, kind.period, kind.bucket].join(' ');
      const before = counts.get(key) ?? { websiteId, ...kind, count: 0, amount: 0 };
      counts.set(key, { ...before, count: before.count + 1, amount: before.amount + amount });
    }
  return [...counts.values()];
}

function isOfPatron(event: store.NewEvent): event is store.NewEvent & PatronKey {
  return event.patronId !== null;
}

const subjectOf = ({ websiteId, subject }: WrittenEvent): string => `${websiteId} ${subject}`;

/** The last of each subject, of those that are chosen. */
function lastOf(
  written: readonly WrittenEvent[],
  isChosen: (event: WrittenEvent) => boolean,
): ReadonlyMap<string, WrittenEvent> {
  return new Map(written.filter(isChosen).map((event) => [subjectOf(event), event]));
}

export const isForgotten = ({ type }: WrittenEvent): boolean => type === 'patron.forgotten';

/** Of a patron who was forgotten, nothing before that is told. */
function withoutForgotten(written: readonly WrittenEvent[]): readonly WrittenEvent[] {
  const forgotten = lastOf(written, isForgotten);
  return written.filter((event) => event.number >= (forgotten.get(subjectOf(event))?.number ?? 0));
}

/** A title that has changed several times has one event: the last, so that it comes after all that it tells of. */
function eachChangeOnce(written: readonly WrittenEvent[]): readonly WrittenEvent[] {
  const isChange = ({ type }: WrittenEvent): boolean => type === 'title.changed';
  const last = lastOf(written, isChange);
  return written.filter((event) => !isChange(event) || last.get(subjectOf(event)) === event);
}

function eventOf({ websiteId, type, subject, detail: written }: WrittenEvent): store.NewEvent {
  // What was observed is for the library's own figures. JSON leaves out what is undefined.
  const detail = { ...written, observed: undefined };
  const named = { websiteId, type, patronId: null, reserveId: null, detail };
  if (streamOf(type) === 'patrons') return { ...named, patronId: Number(subject) };
  if (type === 'records.imported') return { ...named, detail: { ...detail, importId: subject } };
  return { ...named, reserveId: subject };
}

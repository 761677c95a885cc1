import { Refusal, refusedField } from '../domain/errors.js';
import type { StatementRunner } from '../platform/database/statement.js';
import { EVENT_DAYS, EVENT_STREAMS, type EventStream } from './event-types.js';
import {
  type EventPlace,
  isFromBefore,
  isFromElsewhere,
  isTooOld,
  latestPlace,
  oldestPlace,
  reconsidered,
} from './event-iterator.js';
import * as store from './feed.store.js';

/** Where to begin: behind a place, at the oldest stored event, or behind all events. */
export type Beginning = EventPlace | 'oldest' | 'now';

export interface EventPage {
  readonly events: readonly store.PublishedEvent[];
  /** Behind the last of the events. */
  readonly place: EventPlace;
  /** Whether there are no more now. */
  readonly done: boolean;
}

/**
 * One page of events. An empty page need not be the last: of a rare type, one page does not search all events.
 * @throws Refusal `IteratorExpired`, `InvalidFieldValue`
 */
export async function readPage(
  connection: StatementRunner,
  beginning: Beginning,
  wanted: store.WantedEvents,
): Promise<EventPage> {
  for (;;) {
    const streams = await store.readStreams(connection);
    const place = placeOf(beginning, streams);
    if (beginning === 'now') return { events: [], place, done: true };
    const [patrons, titles] = await Promise.all([
      store.findEvents(connection, 'patrons', place.patrons, wanted),
      store.findEvents(connection, 'titles', place.titles, wanted),
    ]);
    const page = pageFrom({ patrons, titles }, place, streams, wanted.limit);
    // The reader may have read a part of what was shuffled meanwhile before, and a part after it.
    const { shuffledTo } = (await store.readStreams(connection)).patrons;
    if (shuffledTo === streams.patrons.shuffledTo) return page;
  }
}

function placeOf(beginning: Beginning, streams: store.Streams): EventPlace {
  if (beginning === 'oldest') return oldestPlace(streams);
  if (beginning === 'now') return latestPlace(streams);
  if (isFromBefore(beginning, streams))
    throw new Refusal(
      'IteratorExpired',
      `The database was restored to an earlier state since this iterator was given, and events may have other places now: ${BEGIN_ANEW}`,
    );
  if (isFromElsewhere(beginning, streams))
    throw refusedField('iterator', 'must be one that this service has given.');
  if (isTooOld(beginning, streams))
    throw new Refusal(
      'IteratorExpired',
      `Events are kept for ${EVENT_DAYS} days, and some behind this iterator are gone: ${BEGIN_ANEW}`,
    );
  return { ...reconsidered(beginning, streams.patrons), epoch: streams.epoch };
}

const BEGIN_ANEW =
  'read anew what you need, and begin without iterator, at the oldest event that is kept, or with iterator=now.';

type Read = Readonly<Record<EventStream, store.FoundEvents>>;

function pageFrom(read: Read, place: EventPlace, streams: store.Streams, limit: number): EventPage {
  const events = merged(read.patrons.events, read.titles.events).slice(0, limit);
  const upTo = (stream: EventStream): number => read[stream].scannedTo ?? streams[stream].last;
  const isWhole = EVENT_STREAMS.every((stream) => read[stream].scannedTo === undefined);
  return {
    ...shownOf(events, { patrons: upTo('patrons'), titles: upTo('titles') }, place, read),
    done: isWhole && events.length === read.patrons.events.length + read.titles.events.length,
  };
}

/** The events, and the place behind them; where a stream is shown to its end, behind all that was searched. */
function shownOf(
  events: readonly store.PublishedEvent[],
  upTo: Readonly<Record<EventStream, number>>,
  place: EventPlace,
  read: Read,
): Omit<EventPage, 'done'> {
  const reached = (stream: EventStream): number => {
    const shown = events.filter((event) => event.stream === stream);
    const isAll = shown.length === read[stream].events.length;
    return Math.max(place[stream], shown.at(-1)?.position ?? 0, isAll ? upTo[stream] : 0);
  };
  return { events, place: { ...place, patrons: reached('patrons'), titles: reached('titles') } };
}

/**
 * One reader's part of a page that was read for several.
 * @param from this reader's position
 */
export function pageFor(
  { place, events, done }: EventPage,
  from: EventPlace,
  { types, limit }: Pick<store.WantedEvents, 'types' | 'limit'>,
): EventPage {
  const begin = reconsidered(from, place);
  const isNew = ({ stream, position, type }: store.PublishedEvent): boolean =>
    position > begin[stream] && types.includes(type);
  const own = events.filter(isNew);
  const of = (stream: EventStream): store.FoundEvents => ({
    events: own.filter((event) => event.stream === stream),
    scannedTo: undefined,
  });
  const shown = own.slice(0, limit);
  const read = { patrons: of('patrons'), titles: of('titles') };
  return {
    ...shownOf(shown, place, { ...begin, epoch: place.epoch }, read),
    done: done && shown.length === own.length,
  };
}

/** By their times. Each stream keeps its order, also where a sandbox's clock was set back. */
function merged(
  patrons: readonly store.PublishedEvent[],
  titles: readonly store.PublishedEvent[],
): store.PublishedEvent[] {
  const all: store.PublishedEvent[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [patron, title] = [patrons[i], titles[j]];
    if (patron === undefined) return [...all, ...titles.slice(j)];
    if (title === undefined) return [...all, ...patrons.slice(i)];
    const isPatronNext = patron.moment <= title.moment;
    all.push(isPatronNext ? patron : title);
    if (isPatronNext) i += 1;
    else j += 1;
  }
}

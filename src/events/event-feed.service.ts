import { Injectable } from '@nestjs/common';
import { Refusal } from '../domain/errors.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { EVENT_DAYS, EVENT_STREAMS, type EventStream } from './event-types.js';
import { type EventPlace, isFromElsewhere, isTooOld, latestPlace, oldestPlace } from './event-iterator.js';
import * as store from './feed.store.js';
import { PublishedEvents } from './published-events.js';

/** Where to begin: behind a place, at the oldest event that is kept, or behind all that there are. */
export type Beginning = EventPlace | 'oldest' | 'now';

export interface EventPage {
  readonly events: readonly store.PublishedEvent[];
  /** Behind the last of them. */
  readonly place: EventPlace;
  /** Whether there are no more now. */
  readonly done: boolean;
}

/** What has happened in the last 30 days, in the order in which it was committed, for each patron and each title (decision 63). */
@Injectable()
export class EventFeed {
  constructor(
    private readonly database: Database,
    private readonly published: PublishedEvents,
  ) {}

  /**
   * The next page. If it is empty, waits for an event for so long at most; no connection is used meanwhile.
   * @throws Refusal `IteratorExpired`, `InvalidFieldValue`
   */
  async read(beginning: Beginning, wanted: store.WantedEvents, waitSeconds = 0): Promise<EventPage> {
    const deadline = performance.now() + waitSeconds * 1000;
    let from = beginning;
    for (;;) {
      // Before it reads: what is published meanwhile ends the wait.
      const news = waitSeconds > 0 ? this.published.next() : undefined;
      try {
        const page = await readPage(this.database, from, wanted);
        const left = deadline - performance.now();
        if (page.events.length > 0 || news === undefined || left <= 0) return page;
        from = page.place;
        if (!(await news.within(left))) return page;
      } finally {
        news?.cancel();
      }
    }
  }
}

/** One page of events. */
export async function readPage(
  connection: Connection,
  beginning: Beginning,
  wanted: store.WantedEvents,
): Promise<EventPage> {
  for (;;) {
    const streams = await store.readStreams(connection);
    const place = await placeOf(connection, beginning, streams);
    if (beginning === 'now') return { events: [], place, done: true };
    const [patrons, titles] = await Promise.all([
      store.findEvents(connection, 'patrons', place.patrons, wanted),
      store.findEvents(connection, 'titles', place.titles, wanted),
    ]);
    const page = pageFrom({ patrons, titles }, place, streams, wanted.limit);
    // What was shuffled meanwhile may have been read in part before, and in part after it.
    const { shuffledTo } = (await store.readStreams(connection)).patrons;
    if (shuffledTo === streams.patrons.shuffledTo) return page;
  }
}

/** Behind all events that there are. */
export async function placeNow(connection: Connection): Promise<EventPlace> {
  return latestPlace(await store.readStreams(connection));
}

/** Before all events since that moment, as far as they are kept. */
export async function placeBefore(connection: Connection, moment: Date): Promise<EventPlace> {
  const { shuffledTo } = await placeNow(connection);
  return { ...(await store.findPositionsBefore(connection, moment)), shuffledTo };
}

/** The same place, or the oldest event that is kept. */
export async function amongKept(connection: Connection, place: EventPlace): Promise<EventPlace> {
  const oldest = oldestPlace(await store.readStreams(connection));
  return {
    patrons: Math.max(place.patrons, oldest.patrons),
    titles: Math.max(place.titles, oldest.titles),
    shuffledTo: place.shuffledTo,
  };
}

async function placeOf(
  connection: Connection,
  beginning: Beginning,
  streams: store.Streams,
): Promise<EventPlace> {
  if (beginning === 'oldest') return oldestPlace(streams);
  if (beginning === 'now') return latestPlace(streams);
  if (isFromElsewhere(beginning, streams))
    throw new Refusal('InvalidFieldValue', 'iterator must be one that this service has given.');
  if (isTooOld(beginning, streams))
    throw new Refusal(
      'IteratorExpired',
      `Events are kept for ${EVENT_DAYS} days, and some behind this iterator are gone: read anew what you need, and begin without iterator, at the oldest event that is kept, or with iterator=now.`,
    );
  return reconsider(connection, beginning, streams);
}

/** A reader who had come into the middle of an hour that was shuffled since begins again where the shuffled part begins. */
async function reconsider(
  connection: Connection,
  place: EventPlace,
  { patrons: { shuffledTo } }: store.Streams,
): Promise<EventPlace> {
  const isInShuffled = place.patrons > place.shuffledTo && place.patrons < shuffledTo;
  if (isInShuffled && (await store.isWithinHour(connection, place.patrons)))
    return { ...place, patrons: place.shuffledTo };
  return place;
}

type Read = Readonly<Record<EventStream, readonly store.PublishedEvent[]>>;

function pageFrom(read: Read, place: EventPlace, streams: store.Streams, limit: number): EventPage {
  const events = merged(read.patrons, read.titles).slice(0, limit);
  const reached = (stream: EventStream): number => {
    const shown = events.filter((event) => event.stream === stream);
    const isAll = shown.length === read[stream].length && shown.length < limit;
    return Math.max(place[stream], shown.at(-1)?.position ?? 0, isAll ? streams[stream].last : 0);
  };
  return {
    events,
    place: {
      patrons: reached('patrons'),
      titles: reached('titles'),
      shuffledTo: streams.patrons.shuffledTo,
    },
    done: EVENT_STREAMS.every((stream) => read[stream].length < limit) && events.length < limit,
  };
}

/** By their times; each stream keeps its order, also where a sandbox's clock was set back. */
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

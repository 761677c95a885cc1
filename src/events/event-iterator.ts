import type { Streams } from './feed.store.js';

/** A reader's position in each stream. */
export interface EventPlace {
  readonly patrons: number;
  readonly titles: number;
  /** The position up to which patrons' events were shuffled when the reader came here. */
  readonly shuffledTo: number;
  /** The epoch of the database: positions mean nothing after it was restored. Undefined: the present one. */
  readonly epoch?: string | undefined;
}

const NUMBER = /^(?:0|[1-9]\d{0,14})$/;
const EPOCH = /^[0-9a-f]{8}$/;

/** Opaque to clients, and safe in an address. */
export function iteratorText({ patrons, titles, shuffledTo, epoch = '' }: EventPlace): string {
  return Buffer.from([patrons, titles, shuffledTo, epoch].join(' ').trimEnd()).toString('base64url');
}

/** Undefined: the text is no iterator. Iterators of the release 0.3.0 have no epoch. */
export function parseIterator(text: string): EventPlace | undefined {
  const [patrons = '', titles = '', shuffledTo = '', epoch] = Buffer.from(text, 'base64url')
    .toString()
    .split(' ');
  if (![patrons, titles, shuffledTo].every((each) => NUMBER.test(each))) return undefined;
  if (epoch !== undefined && !EPOCH.test(epoch)) return undefined;
  const place = {
    patrons: Number(patrons),
    titles: Number(titles),
    shuffledTo: Number(shuffledTo),
    ...(epoch !== undefined && { epoch }),
  };
  return iteratorText(place) === text ? place : undefined;
}

/** The place before all stored events. */
export function oldestPlace({ patrons, titles, epoch }: Streams): EventPlace {
  return { patrons: patrons.purgedTo, titles: titles.purgedTo, shuffledTo: patrons.shuffledTo, epoch };
}

/** The place behind all events. */
export function latestPlace({ patrons, titles, epoch }: Streams): EventPlace {
  return { patrons: patrons.last, titles: titles.last, shuffledTo: patrons.shuffledTo, epoch };
}

/** A place among events that were shuffled since moves back to where these begin, as far as they are stored. */
export function reconsidered(
  place: EventPlace,
  { shuffledTo, purgedTo = 0 }: { readonly shuffledTo: number; readonly purgedTo?: number },
): EventPlace {
  const isInShuffled = place.patrons > place.shuffledTo && place.patrons < shuffledTo;
  const patrons = isInShuffled ? Math.max(place.shuffledTo, purgedTo) : place.patrons;
  return { ...place, patrons, shuffledTo };
}

/** The same place, or the oldest stored event. */
export function amongKept(place: EventPlace, { patrons, titles }: Streams): EventPlace {
  return {
    patrons: Math.max(place.patrons, patrons.purgedTo),
    titles: Math.max(place.titles, titles.purgedTo),
    shuffledTo: place.shuffledTo,
  };
}

/** Whether events behind the place have already been deleted. */
export function isTooOld(place: EventPlace, { patrons, titles }: Streams): boolean {
  return place.patrons < patrons.purgedTo || place.titles < titles.purgedTo;
}

/** Whether the database was restored since. */
export function isFromBefore({ epoch }: EventPlace, streams: Streams): boolean {
  return epoch !== undefined && epoch !== streams.epoch;
}

/** Whether the place is behind all events. */
export function isFromElsewhere(place: EventPlace, { patrons, titles }: Streams): boolean {
  return place.patrons > patrons.last || place.titles > titles.last || place.shuffledTo > patrons.shuffledTo;
}

import type { Streams } from './feed.store.js';

/** Up to where a reader has come in each stream. */
export interface EventPlace {
  readonly patrons: number;
  readonly titles: number;
  /** Up to where patrons' events were shuffled when the reader came here. */
  readonly shuffledTo: number;
}

const NUMBER = /^(?:0|[1-9]\d{0,14})$/;

/** Opaque to clients, and safe in an address. */
export function iteratorText({ patrons, titles, shuffledTo }: EventPlace): string {
  return Buffer.from([patrons, titles, shuffledTo].join(' ')).toString('base64url');
}

/** Undefined: that is no iterator. */
export function parseIterator(text: string): EventPlace | undefined {
  const numbers = Buffer.from(text, 'base64url').toString().split(' ');
  if (numbers.length !== 3 || !numbers.every((each) => NUMBER.test(each))) return undefined;
  const [patrons = 0, titles = 0, shuffledTo = 0] = numbers.map(Number);
  const place = { patrons, titles, shuffledTo };
  return iteratorText(place) === text ? place : undefined;
}

/** Before all events that are kept. */
export function oldestPlace({ patrons, titles }: Streams): EventPlace {
  return { patrons: patrons.purgedTo, titles: titles.purgedTo, shuffledTo: patrons.shuffledTo };
}

/** Behind all events that there are. */
export function latestPlace({ patrons, titles }: Streams): EventPlace {
  return { patrons: patrons.last, titles: titles.last, shuffledTo: patrons.shuffledTo };
}

/** Whether events behind the place have been deleted already. */
export function isTooOld(place: EventPlace, { patrons, titles }: Streams): boolean {
  return place.patrons < patrons.purgedTo || place.titles < titles.purgedTo;
}

/** Whether it is behind all events: of another database, or of one that was restored since. */
export function isFromElsewhere(place: EventPlace, { patrons, titles }: Streams): boolean {
  return place.patrons > patrons.last || place.titles > titles.last || place.shuffledTo > patrons.shuffledTo;
}

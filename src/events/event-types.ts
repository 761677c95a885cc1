/** What happens to patrons. An event of these names no title. */
const PATRON_EVENTS = [
  'hold.placed',
  'hold.ready',
  'hold.missed',
  'hold.suspended',
  'hold.resumed',
  'hold.ended',
  'loan.begun',
  'loan.ended',
  'patron.merged',
  'patron.forgotten',
] as const;

/** What happens to titles, or in a library as a whole. An event of these names no patron. */
export const TITLE_EVENTS = ['title.changed', 'title.withdrawn', 'records.imported'] as const;

export type PatronEvent = (typeof PATRON_EVENTS)[number];
export type EventType = PatronEvent | (typeof TITLE_EVENTS)[number];

export const EVENT_TYPES: readonly [EventType, ...EventType[]] = [...PATRON_EVENTS, ...TITLE_EVENTS];

/** Each has an order of its own: who reads both cannot tell by the order which title a patron's event was about. */
export const EVENT_STREAMS = ['patrons', 'titles'] as const;
export type EventStream = (typeof EVENT_STREAMS)[number];

export function streamOf(type: string): EventStream {
  return (PATRON_EVENTS as readonly string[]).includes(type) ? 'patrons' : 'titles';
}

/** For so long, events can be read again. */
export const EVENT_DAYS = 30;

/** The channel on which processes hear of new events (`publication-message.ts`). */
export const EVENTS_PUBLISHED = 'holdfast_events';

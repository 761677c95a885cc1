/** Events about patrons. None of them names a title. */
const PATRON_EVENTS = [
  'hold.placed',
  'hold.soon',
  'hold.ready',
  'hold.missed',
  'hold.waiting',
  'hold.suspended',
  'hold.resumed',
  'hold.ended',
  'loan.begun',
  'loan.ended',
  'patron.merged',
  'patron.forgotten',
] as const;

const LICENCE_EVENTS = ['licence.added', 'licence.ending', 'licence.ended'] as const;
export type LicenceEvent = (typeof LICENCE_EVENTS)[number];

/** Events about titles, or about a library as a whole. None of them names a patron. */
export const TITLE_EVENTS = [
  'title.changed',
  'title.withdrawn',
  ...LICENCE_EVENTS,
  'records.imported',
] as const;

export type PatronEvent = (typeof PATRON_EVENTS)[number];
export type EventType = PatronEvent | (typeof TITLE_EVENTS)[number];

export const EVENT_TYPES: readonly [EventType, ...EventType[]] = [...PATRON_EVENTS, ...TITLE_EVENTS];

/** Each stream has an order of its own: otherwise the order would tell a reader of both which title a patron's event was about. */
export const EVENT_STREAMS = ['patrons', 'titles'] as const;
export type EventStream = (typeof EVENT_STREAMS)[number];

export function streamOf(type: string): EventStream {
  return (PATRON_EVENTS as readonly string[]).includes(type) ? 'patrons' : 'titles';
}

/** Events can be read again for so long. */
export const EVENT_DAYS = 30;

/** The channel on which processes hear of new events (`publication-message.ts`). */
export const EVENTS_PUBLISHED = 'holdfast_events';

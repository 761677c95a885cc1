import { EVENT_TYPES, type EventType } from '../../events/event-types.js';

/** What each event tells, as staff say it. */
const WORDS: Readonly<Record<EventType, string>> = {
  'hold.placed': 'Hold placed',
  'hold.soon': 'Hold ready soon',
  'hold.ready': 'Hold ready',
  'hold.missed': 'Pickup missed',
  'hold.waiting': 'Hold waits again',
  'hold.suspended': 'Hold suspended',
  'hold.resumed': 'Hold resumed',
  'hold.ended': 'Hold ended',
  'loan.begun': 'Title borrowed',
  'loan.ended': 'Title returned',
  'patron.merged': 'Cards merged',
  'patron.forgotten': 'Patron deleted',
  'title.changed': 'Title changed',
  'title.withdrawn': 'Title withdrawn',
  'licence.added': 'Licence added',
  'licence.ending': 'Licence ends soon',
  'licence.ended': 'Licence ended',
  'records.imported': 'Records imported',
};

/** Of an event, or of the test of a webhook. */
export function eventInWords(type: string): string {
  return WORDS[type as EventType] ?? 'Test';
}

export function eventsInWords(types: readonly EventType[]): string {
  return types.length === EVENT_TYPES.length ? 'everything' : types.map(eventInWords).join(', ');
}

const typesOf = (...subjects: readonly string[]): string =>
  EVENT_TYPES.filter((type) => subjects.some((subject) => type.startsWith(subject))).join(',');

/** What a receiver can be told, in a form. A program may name each type. */
export const EVENT_CHOICES: readonly (readonly [types: string, text: string])[] = [
  ['', 'Everything'],
  [typesOf('hold.', 'loan.'), 'Holds and loans'],
  [typesOf('hold.'), 'Holds'],
  [typesOf('loan.'), 'Loans'],
  [typesOf('patron.'), 'Cards that are merged, and patrons who are deleted'],
  [typesOf('licence.'), 'Licences'],
  [typesOf('title.', 'records.'), 'Titles and imports'],
];

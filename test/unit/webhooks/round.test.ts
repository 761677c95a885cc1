import type { PublishedEvent } from '../../../src/events/feed.store.js';
import { outcomeOf, type DeliveryRound, sendable } from '../../../src/events/webhooks/round.js';

/** An event of a patron, named by the patron's number and a letter: `1a`, `1b`. */
const event = (name: string): PublishedEvent =>
  ({
    eventId: name,
    type: 'hold.ready',
    patronId: Number.parseInt(name, 10),
    reserveId: null,
  }) as PublishedEvent;
const events = (names: string): PublishedEvent[] => names.split(' ').filter(Boolean).map(event);
const ids = (found: readonly PublishedEvent[]): string => found.map(({ eventId }) => eventId).join(' ');

/** Of 20 patrons. */
const MANY = Array.from({ length: 20 }, (_, index) => index + 1);
const OF_MANY = MANY.map((patronId) => `${patronId}a`).join(' ');

interface Case {
  readonly retries?: string;
  readonly held?: Readonly<Record<number, number>>;
  readonly page: string;
  readonly sent: string;
  readonly refused?: string;
  readonly notBegun?: string;
  readonly heldBack?: string;
  readonly accepted: string;
  readonly again?: string;
  readonly failedAgain?: Readonly<Record<string, number>>;
  readonly isDown?: boolean;
  readonly isStopped?: boolean;
}

test.each<[string, Case]>([
  ['all are accepted', { page: '1a 2a 1b', sent: '1a 2a 1b', accepted: '1a 2a 1b' }],
  [
    'what is refused is held back with what follows of the same patron',
    { page: '1a 2a 1b', sent: '1a 2a 1b', refused: '1a', notBegun: '1b', heldBack: '1a 1b', accepted: '2a' },
  ],
  [
    'where nothing is accepted, the receiver is down',
    { page: '1a', sent: '1a', refused: '1a', heldBack: '1a', accepted: '', isDown: true },
  ],
  [
    'behind what is held back and not due, nothing is sent',
    { held: { 1: 2 }, page: '1c 2a', sent: '2a', heldBack: '1c', accepted: '2a' },
  ],
  [
    'behind all that is held back of a patron, more is sent in its order',
    { retries: '1a 1b', held: { 1: 2 }, page: '1c', sent: '1a 1b 1c', accepted: '1c', again: '1a 1b' },
  ],
  [
    'not behind a part of it',
    {
      retries: '1a',
      held: { 1: 2 },
      page: '1c 2a',
      sent: '2a 1a',
      heldBack: '1c',
      accepted: '2a',
      again: '1a',
    },
  ],
  [
    'what is refused again says nothing of the receiver as a whole',
    {
      retries: '1a',
      held: { 1: 1 },
      page: '',
      sent: '1a',
      refused: '1a',
      accepted: '',
      failedAgain: { 'patrons/1': 3 },
    },
  ],
  [
    'however many are refused again, what is of others comes before them',
    {
      retries: OF_MANY,
      held: Object.fromEntries(MANY.map((patronId) => [patronId, 1])),
      page: '20b 21a 22a 23a 24a 25a',
      sent: `21a 22a 23a 24a 25a ${OF_MANY} 20b`,
      refused: OF_MANY,
      notBegun: '20b',
      heldBack: '20b',
      accepted: '21a 22a 23a 24a 25a',
      failedAgain: Object.fromEntries(MANY.map((patronId) => [`patrons/${patronId}`, 3])),
    },
  ],
  [
    'what was not begun, because the process stops, is sent again',
    { page: '1a 2a', sent: '1a 2a', notBegun: '2a', accepted: '1a', isStopped: true },
  ],
])('%s', (_, given) => {
  const { retries = '', held = {}, refused = '', notBegun = '', heldBack = '', again = '' } = given;
  const round: DeliveryRound = {
    retries: events(retries).map((each) => ({ event: each, failures: 3 })),
    events: events(given.page),
    held: Object.entries(held).map(([patronId, count]) => ({
      subject: `patrons/${patronId}`,
      events: count,
    })),
  };
  const sent = sendable(round);
  expect(ids(sent)).toBe(given.sent);
  const attempts = sent
    .filter(({ eventId }) => !notBegun.split(' ').includes(eventId))
    .map(({ eventId, type, patronId }) => {
      const status = refused.split(' ').includes(eventId) ? 500 : 204;
      return { eventId, type, patronId, status, answer: '', problem: null };
    });
  const accepted = attempts.filter(({ status }) => status === 204).map(({ eventId }) => eventId);
  const outcome = outcomeOf(round, { attempts, accepted });
  expect({
    ...outcome,
    toHoldBack: ids(outcome.toHoldBack),
    failedAgain: Object.fromEntries(outcome.failedAgain),
  }).toEqual({
    accepted: events(given.accepted).map(({ eventId }) => eventId),
    acceptedAgain: events(again).map(({ eventId }) => eventId),
    toHoldBack: heldBack,
    failedAgain: given.failedAgain ?? {},
    isDown: given.isDown ?? false,
    isStopped: given.isStopped ?? false,
  });
});

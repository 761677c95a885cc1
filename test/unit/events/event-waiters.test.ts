import { EVENT_TYPES } from '../../../src/events/event-types.js';
import { EventWaiters } from '../../../src/events/event-waiters.js';
import type { PublishedEvents } from '../../../src/events/published-events.js';
import type { Database } from '../../../src/platform/database/database.js';
import type { Statement } from '../../../src/platform/database/statement.js';

/** A feed without events, whose first reader has just seen nothing when one is published and announced. */
function feed() {
  let last = 0;
  let announce = (): void => undefined;
  const moment = new Date('2026-11-27T03:00Z');
  const event = { stream: 'patrons', position: 1, eventId: 'one', type: 'hold.ready', patronId: 1, moment };
  const run = ({ name }: Statement, [stream]: readonly unknown[] = []): Promise<object[]> => {
    const kept = { shuffledTo: 0, purgedTo: 0, epoch: '00000000' };
    if (name === 'events-streams')
      return Promise.resolve([
        { stream: 'patrons', last, ...kept },
        { stream: 'titles', last: 0, ...kept },
      ]);
    const found = stream === 'patrons' && last > 0 ? [event] : [];
    if (stream === 'patrons' && last === 0) {
      last = 1;
      announce();
    }
    return Promise.resolve(found);
  };
  const published = { listen: (listener: () => void) => (announce = listener) };
  return {
    waiters: new EventWaiters({ run } as unknown as Database, published as unknown as PublishedEvents),
    announce: () => announce(),
  };
}

it('what is announced while it reads is read after it', async () => {
  const { waiters, announce } = feed();
  const over = new AbortController();
  waiters.begin();
  const place = { patrons: 0, titles: 0, shuffledTo: 0, epoch: '00000000' };
  const wanted = { types: EVENT_TYPES, websiteIds: { patrons: undefined, titles: undefined }, limit: 10 };
  const waiting = waiters.wait({ events: [], place, done: true }, wanted, waiters.heard, over.signal);
  announce();
  // All that is to be read has been.
  await new Promise((resolve) => setImmediate(resolve));
  over.abort();
  expect((await waiting).events).toEqual([expect.objectContaining({ eventId: 'one' })]);
});

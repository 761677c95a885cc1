import type { Database } from '../platform/database/database.js';
import { type EventPage, pageFor, readPage } from './event-page.js';
import type { EventPlace } from './event-iterator.js';
import { EVENT_TYPES } from './event-types.js';
import { MAX_EVENTS, type WantedEvents } from './feed.store.js';
import type { PublishedEvents } from './published-events.js';

interface Waiter {
  readonly wanted: WantedEvents;
  /** The answer when the time is over: empty, and as far as others have read. */
  page: EventPage;
  readonly answer: (page: EventPage) => void;
  readonly fail: (error: unknown) => void;
}

interface WaiterGroup {
  readonly websiteIds: WantedEvents['websiteIds'];
  readonly waiters: Set<Waiter>;
  isAsked: boolean;
  isReading: boolean;
}

/** The readers that wait for events in this process. For all that may see the same libraries, one read answers all. */
export class EventWaiters {
  private readonly groups = new Map<string, WaiterGroup>();
  /** Counts announcements: a reader that has read before the last one must not wait for the next. */
  heard = 0;
  private isListening = false;

  constructor(
    private readonly database: Database,
    private readonly published: PublishedEvents,
  ) {}

  /** From now on, no announcement is missed. */
  begin(): void {
    if (this.isListening) return;
    this.isListening = true;
    this.published.listen(() => {
      this.heard++;
      for (const group of this.groups.values()) void this.read(group);
    });
  }

  /**
   * @param page an empty one, which was read after `heard` announcements
   * @param over ends the wait with an empty page
   */
  wait(page: EventPage, wanted: WantedEvents, heard: number, over: AbortSignal): Promise<EventPage> {
    const { promise, resolve, reject } = Promise.withResolvers<EventPage>();
    const key = JSON.stringify(wanted.websiteIds);
    const group = this.groups.get(key) ?? newGroup(wanted);
    this.groups.set(key, group);
    const waiter: Waiter = { wanted, page, answer: resolve, fail: reject };
    group.waiters.add(waiter);
    const end = (): void => resolve(waiter.page);
    over.addEventListener('abort', end);
    if (over.aborted) end();
    if (heard !== this.heard) void this.read(group);
    return promise.finally(() => {
      over.removeEventListener('abort', end);
      group.waiters.delete(waiter);
      if (group.waiters.size === 0) this.groups.delete(key);
    });
  }

  /** One read at a time; an announcement meanwhile leads to another read. */
  private async read(group: WaiterGroup): Promise<void> {
    group.isAsked = true;
    if (group.isReading) return;
    group.isReading = true;
    while (group.isAsked && group.waiters.size > 0) {
      group.isAsked = false;
      const waiters = [...group.waiters];
      try {
        const isDone = await this.answer(group.websiteIds, waiters);
        if (!isDone) group.isAsked = true;
      } catch (error) {
        for (const { fail } of waiters) fail(error);
      }
    }
    group.isReading = false;
  }

  /** @returns whether there is nothing more to read */
  private async answer(websiteIds: WaiterGroup['websiteIds'], waiters: readonly Waiter[]): Promise<boolean> {
    const from = lowest(waiters.map(({ page }) => page.place));
    const read = await readPage(this.database, from, { types: EVENT_TYPES, websiteIds, limit: MAX_EVENTS });
    for (const waiter of waiters) {
      const page = pageFor(read, waiter.page.place, waiter.wanted);
      waiter.page = page;
      if (page.events.length > 0) waiter.answer(page);
    }
    return read.done;
  }
}

function newGroup({ websiteIds }: WantedEvents): WaiterGroup {
  return { websiteIds, waiters: new Set(), isAsked: false, isReading: false };
}

function lowest(places: readonly EventPlace[]): EventPlace {
  const least = (of: 'patrons' | 'titles' | 'shuffledTo'): number =>
    places.reduce((lowest, place) => Math.min(lowest, place[of]), Infinity);
  return {
    patrons: least('patrons'),
    titles: least('titles'),
    shuffledTo: least('shuffledTo'),
    epoch: places[0]?.epoch,
  };
}

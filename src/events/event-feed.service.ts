import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { type Beginning, type EventPage, readPage } from './event-page.js';
import { type EventPlace, latestPlace } from './event-iterator.js';
import { EventWaiters } from './event-waiters.js';
import * as store from './feed.store.js';
import { PublishedEvents } from './published-events.js';

/** A reader of a rare type searches the events of others for so long before it gets an empty page. */
const MAX_LOOK_MS = 500;

/** A read that several readers share, and the count of announcements at its beginning. */
interface SharedRead {
  readonly heard: number;
  readonly page: Promise<EventPage>;
}

/** The events of the last 30 days, in the order of their commits, for each patron and each title (decision 13). */
@Injectable()
export class EventFeed {
  private readonly waiters: EventWaiters;
  private readonly inProgress = new Map<string, SharedRead>();

  constructor(
    private readonly database: Database,
    private readonly published: PublishedEvents,
  ) {
    this.waiters = new EventWaiters(database, published);
  }

  /**
   * The next page. If it is empty, waits for an event, at most for the time given, without a connection.
   * @param left ends the wait: the reader is gone
   * @throws Refusal `IteratorExpired`, `InvalidFieldValue`
   */
  async read(
    beginning: Beginning,
    wanted: store.WantedEvents,
    { waitSeconds = 0, left }: { readonly waitSeconds?: number | undefined; readonly left: AbortSignal },
  ): Promise<EventPage> {
    if (waitSeconds === 0) return this.readNow(beginning, wanted);
    // Before it reads, so that whatever is published meanwhile ends the wait.
    this.waiters.begin();
    const over = new AbortController();
    const timer = setTimeout(() => over.abort(), waitSeconds * 1000);
    const end = AbortSignal.any([over.signal, left, this.published.stopped]);
    try {
      const { heard, page: reading } = this.readOnce(beginning, wanted);
      const page = await reading;
      if (page.events.length > 0 || !page.done || end.aborted) return page;
      return await this.waiters.wait(page, wanted, heard, end);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Readers who ask for the same at the same time, as they do when one event has answered them all, share one read. */
  private readOnce(beginning: Beginning, wanted: store.WantedEvents): SharedRead {
    const key = JSON.stringify([beginning, wanted]);
    const reading = this.inProgress.get(key) ?? {
      heard: this.waiters.heard,
      page: this.readNow(beginning, wanted).finally(() => this.inProgress.delete(key)),
    };
    this.inProgress.set(key, reading);
    return reading;
  }

  private async readNow(beginning: Beginning, wanted: store.WantedEvents): Promise<EventPage> {
    const until = performance.now() + MAX_LOOK_MS;
    let page = await readPage(this.database, beginning, wanted);
    while (page.events.length === 0 && !page.done && performance.now() < until)
      page = await readPage(this.database, page.place, wanted);
    return page;
  }
}

/** The place behind all events. */
export async function placeNow(connection: Connection): Promise<EventPlace> {
  return latestPlace(await store.readStreams(connection));
}

/** The place before all events since that moment, as far as they are stored. */
export async function placeBefore(connection: Connection, moment: Date): Promise<EventPlace> {
  const { shuffledTo } = await placeNow(connection);
  return { ...(await store.findPositionsBefore(connection, moment)), shuffledTo };
}

import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { type Beginning, type EventPage, readPage } from './event-page.js';
import { type EventPlace, latestPlace } from './event-iterator.js';
import { EventWaiters } from './event-waiters.js';
import * as store from './feed.store.js';
import { PublishedEvents } from './published-events.js';

/** For so long, a reader of a rare type looks through events of others before it gets an empty page. */
const MAX_LOOK_MS = 500;

/** A read that several wait for, and what had been announced when it began. */
interface Reading {
  readonly heard: number;
  readonly page: Promise<EventPage>;
}

/** What has happened in the last 30 days, in the order in which it was committed, for each patron and each title (decision 13). */
@Injectable()
export class EventFeed {
  private readonly waiters: EventWaiters;
  private readonly inProgress = new Map<string, Reading>();

  constructor(
    private readonly database: Database,
    private readonly published: PublishedEvents,
  ) {
    this.waiters = new EventWaiters(database, published);
  }

  /**
   * The next page. If it is empty, waits for an event for so long at most; no connection is used meanwhile.
   * @param left ends the wait: the reader is gone
   * @throws Refusal `IteratorExpired`, `InvalidFieldValue`
   */
  async read(
    beginning: Beginning,
    wanted: store.WantedEvents,
    { waitSeconds = 0, left }: { readonly waitSeconds?: number | undefined; readonly left: AbortSignal },
  ): Promise<EventPage> {
    if (waitSeconds === 0) return this.readNow(beginning, wanted);
    // Before it reads: what is published meanwhile ends the wait.
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

  /** All who ask for the same at the same time, as they do when one event has answered them, get it by one read. */
  private readOnce(beginning: Beginning, wanted: store.WantedEvents): Reading {
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

/** Behind all events that there are. */
export async function placeNow(connection: Connection): Promise<EventPlace> {
  return latestPlace(await store.readStreams(connection));
}

/** Before all events since that moment, as far as they are kept. */
export async function placeBefore(connection: Connection, moment: Date): Promise<EventPlace> {
  const { shuffledTo } = await placeNow(connection);
  return { ...(await store.findPositionsBefore(connection, moment)), shuffledTo };
}

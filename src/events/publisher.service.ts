import { randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { ObservationCount } from '../domain/waits/observation.js';
import type { PatronKey } from '../domain/patron.js';
import { Database } from '../platform/database/database.js';
import { inEachLibrary } from '../platform/database/by-library.js';
import { type LibraryGroup, LibraryGroups } from '../platform/database/library-groups.js';
import type { Connection } from '../platform/database/statement.js';
import { PeriodicTask } from '../platform/jobs/task.decorators.js';
import { Polling } from '../platform/polling.js';
import { streamOf } from './event-types.js';
import * as store from './publisher.store.js';

const EVENTS_AT_ONCE = 2_000;

/**
 * Moves events from the outbox into the feed. One worker at a time does so, in one transaction: no event is lost, none is
 * there twice, and positions become visible in their order, whichever transactions wrote the events and however long they took.
 */
@Injectable()
export class EventPublisher {
  private readonly logger = new Logger('Events');
  private readonly groups: LibraryGroups;
  private readonly polling = new Polling(
    () => this.publish(),
    (error) => this.logger.warn({ err: error }, 'Events stay in the outbox; retrying.'),
  );

  constructor(private readonly database: Database) {
    this.groups = new LibraryGroups(database);
  }

  start(): void {
    this.polling.start();
  }

  /** Resolves when the work in progress is done. */
  stop(): Promise<void> {
    return this.polling.stop();
  }

  @PeriodicTask('old-events')
  purgeEvents(connection: Connection): Promise<number> {
    return store.purgeEvents(connection);
  }

  /** Mixes patrons' events of hours that are over. */
  @PeriodicTask('order-of-events')
  shuffle(): Promise<number> {
    const seed = String(randomInt(2 ** 47));
    return this.database.transaction(async (connection) =>
      (await store.lockStreams(connection)) ? store.shuffleEvents(connection, seed) : 0,
    );
  }

  @PeriodicTask('old-observations')
  purgeObservations(connection: Connection): Promise<number> {
    return store.purgeObservations(connection);
  }

  /** @returns how many events it has taken from the outbox */
  async publish(): Promise<number> {
    let moved = 0;
    for (const group of await this.groups.list()) {
      if ((await store.findWrittenEvents(this.database, group, 1)).length === 0) continue;
      let some: number;
      do {
        some = await this.database.transaction((connection) => publishSome(connection, group));
        moved += some;
      } while (some >= EVENTS_AT_ONCE / 2 && !this.polling.isStopping);
    }
    return moved;
  }
}

async function publishSome(connection: Connection, group: LibraryGroup): Promise<number> {
  if (!(await store.lockStreams(connection))) return 0;
  const found = await store.findWrittenEvents(connection, group, EVENTS_AT_ONCE);
  const written = found.length < EVENTS_AT_ONCE ? found : withoutLastSecond(found);
  if (written.length === 0) return 0;
  const events = onceASecond(written).map(eventOf);
  const { patrons = [], titles = [] } = Object.groupBy(events, ({ type }) => streamOf(type));
  await Promise.all([
    store.publishEvents(connection, 'patrons', patrons),
    store.publishEvents(connection, 'titles', titles),
    store.forgetEventsOf(
      connection,
      patrons.filter(({ type }) => type === 'patron.forgotten'),
    ),
    store.countObservations(connection, observationsIn(written)),
    inEachLibrary(written, (websiteId, own) => store.deleteWritten(connection, websiteId, own)),
    store.announceEvents(connection, patrons.filter(isOfPatron)),
  ]);
  return written.length;
}

/** How often each kind of observation was made in each library. One worker at a time publishes, so no two wait for each other's rows. */
function observationsIn(
  written: readonly store.WrittenEvent[],
): (ObservationCount & { readonly websiteId: number })[] {
  const counts = new Map<string, ObservationCount & { readonly websiteId: number }>();
  for (const { websiteId, detail } of written)
    for (const { amount = 0, ...kind } of detail.observed ?? []) {
      const key = [websiteId, kind.measure, kind.formatClass, kind.period, kind.bucket].join(' ');
      const before = counts.get(key) ?? { websiteId, ...kind, count: 0, amount: 0 };
      counts.set(key, { ...before, count: before.count + 1, amount: before.amount + amount });
    }
  return [...counts.values()];
}

function isOfPatron(event: store.NewEvent): event is store.NewEvent & PatronKey {
  return event.patronId !== null;
}

/** More changes of a title in the last second may follow in the next batch, unless this second alone fills one. */
function withoutLastSecond(written: readonly store.WrittenEvent[]): readonly store.WrittenEvent[] {
  const last = written.at(-1)?.second;
  const before = written.filter(({ type, second }) => streamOf(type) === 'patrons' || second !== last);
  return before.length > 0 ? before : written;
}

/** A title that changed several times within a second has one event: the last, so that it comes after all that it tells of. */
function onceASecond(written: readonly store.WrittenEvent[]): store.WrittenEvent[] {
  const last = new Map<string, store.WrittenEvent>();
  const keyOf = ({ websiteId, subject, second }: store.WrittenEvent): string =>
    [websiteId, subject, second].join(' ');
  const isChange = ({ type }: store.WrittenEvent): boolean => type === 'title.changed';
  for (const event of written) if (isChange(event)) last.set(keyOf(event), event);
  return written.filter((event) => !isChange(event) || last.get(keyOf(event)) === event);
}

function eventOf(event: store.WrittenEvent): store.NewEvent {
  const { websiteId, type, subject } = event;
  // What was observed is for the library's own figures. JSON leaves out what is undefined.
  const detail = { ...event.detail, observed: undefined };
  if (streamOf(type) === 'patrons')
    return { websiteId, type, patronId: Number(subject), reserveId: null, detail };
  if (type === 'records.imported')
    return { websiteId, type, patronId: null, reserveId: null, detail: { ...detail, importId: subject } };
  return { websiteId, type, patronId: null, reserveId: subject, detail };
}

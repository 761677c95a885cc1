import { Injectable } from '@nestjs/common';
import { observationsOf } from '../domain/waits/observed.js';
import { EventPublisher } from '../events/publisher.service.js';
import type { WrittenEvent } from '../events/written-events.store.js';
import type { Connection } from '../platform/database/statement.js';
import { countObservations } from './observations.store.js';

/** Learns from events what patrons and libraries do. */
@Injectable()
export class WaitsObserver {
  constructor(publisher: EventPublisher) {
    publisher.follow(observe);
  }
}

/** Counts what the events tell. */
export async function observe(connection: Connection, written: readonly WrittenEvent[]): Promise<void> {
  const seen = written.flatMap(({ websiteId, type, detail: { observed, reason } }) =>
    // What processes of release 0.3.0 count themselves, while they run beside this one, is not learned.
    observed === undefined || Array.isArray(observed)
      ? []
      : observationsOf(type, observed, reason).map((each) => ({ websiteId, count: 1, ...each })),
  );
  await countObservations(connection, seen);
}

import { Injectable } from '@nestjs/common';
import { observationsOf } from '../domain/waits/observed.js';
import { EventPublisher } from '../events/publisher.service.js';
import type { WrittenEvent } from '../events/written-events.store.js';
import type { Connection } from '../platform/database/statement.js';
import { countObservations } from './observations.store.js';

/** Learns from events how patrons and libraries behave. */
@Injectable()
export class WaitsObserver {
  constructor(publisher: EventPublisher) {
    publisher.follow(observe);
  }
}

/** Counts the facts in events. */
export async function observe(connection: Connection, written: readonly WrittenEvent[]): Promise<void> {
  const seen = written.flatMap(({ websiteId, type, detail: { observed, reason } }) =>
    // While processes of release 0.3.0 run beside this one, their own counts are ignored.
    observed === undefined || Array.isArray(observed)
      ? []
      : observationsOf(type, observed, reason).map((each) => ({ websiteId, count: 1, ...each })),
  );
  await countObservations(connection, seen);
}

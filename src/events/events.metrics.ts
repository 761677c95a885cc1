import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/observability/metrics.js';
import { addReadGauge } from '../platform/observability/read-gauge.js';
import { readAtMostEvery } from '../platform/observability/readings.js';
import { readWaiting } from './written-events.store.js';

/** With millions of events in the outboxes, counting them may take a hundredth of a connection's time. */
const KEPT = { milliseconds: 5_000, costMultiplier: 100 };

/** The events that are not published yet. Only workers report them, as all processes would report the same. */
@Injectable()
export class EventsMetrics {
  constructor(database: Database, { registry }: Metrics) {
    const waiting = readAtMostEvery(KEPT, () => readWaiting(database));
    addReadGauge(
      registry,
      'holdfast_events_put_aside',
      'Events that could not be published, and were put aside so that they stop no others.',
      async () => (await waiting())?.putAside,
    );
    addReadGauge(
      registry,
      'holdfast_oldest_event_seconds',
      'For how long the oldest of the other events has waited to be published, to the minute; 0 if there is none.',
      async () => (await waiting())?.oldestSeconds,
    );
  }
}

import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/observability/metrics.js';
import { readAtMostEvery } from '../platform/observability/readings.js';
import { readWaiting } from './written-events.store.js';

/** With millions in the outboxes, counting them may take a hundredth of a connection's time. */
const KEPT = { milliseconds: 5_000, costMultiplier: 100 };

/** What has not been published. Only workers say so: the answer of all processes is the same. */
@Injectable()
export class EventsMetrics {
  constructor(database: Database, { registry }: Metrics) {
    const waiting = readAtMostEvery(KEPT, () => readWaiting(database));
    const gauge = (name: string, help: string, read: () => Promise<number | undefined>): Gauge =>
      new Gauge({
        name,
        help,
        registers: [registry],
        async collect() {
          const value = await read();
          if (value === undefined) this.remove();
          else this.set(value);
        },
      });
    gauge(
      'holdfast_events_put_aside',
      'Events that could not be published, and were put aside so that they stop no others.',
      async () => (await waiting())?.putAside,
    );
    gauge(
      'holdfast_oldest_event_seconds',
      'For how long the oldest of the other events has waited to be published, to the minute; 0 if there is none.',
      async () => (await waiting())?.oldestSeconds,
    );
  }
}

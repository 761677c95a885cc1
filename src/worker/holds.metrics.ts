import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../platform/database/database.js';
import { Metrics } from '../platform/observability/metrics.js';
import { readAtMostEvery } from '../platform/observability/readings.js';
import { countHolds } from './holds.store.js';

/** Counting may take a hundredth of a connection's time, whatever the size of the table (decision 16). */
const KEPT = { milliseconds: 15_000, costMultiplier: 100 };

/** The number of holds. Only workers report it: API processes may be many, and the answer is the same. */
@Injectable()
export class HoldsMetrics {
  constructor(database: Database, { registry }: Metrics) {
    const count = readAtMostEvery(KEPT, () => countHolds(database));
    new Gauge({
      name: 'holdfast_holds',
      help: 'Holds by condition (waiting, suspended, ready): counted, or estimated where they are many.',
      labelNames: ['condition'] as const,
      registers: [registry],
      async collect() {
        const holds = await count();
        if (holds === undefined) this.reset();
        else for (const [condition, number] of Object.entries(holds)) this.set({ condition }, Number(number));
      },
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Database } from '../database/database.js';
import { countJobRunners } from './job-runners.store.js';
import { Metrics } from '../observability/metrics.js';
import { readAtMostEvery } from '../observability/readings.js';

/**
 * How many job runners live, as the database sees it: every process shows it, so that it can be seen where no worker is
 * left to say so.
 */
@Injectable()
export class JobsMetrics {
  constructor(database: Database, { registry }: Metrics) {
    const countRunners = readAtMostEvery({ milliseconds: 1_000 }, () => countJobRunners(database));
    new Gauge({
      name: 'holdfast_job_runners',
      help: 'Job runners of all workers that hold their locks in the database.',
      registers: [registry],
      async collect() {
        const runners = await countRunners();
        if (runners === undefined) this.remove();
        else this.set(runners);
      },
    });
  }
}

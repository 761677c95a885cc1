import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { countJobRunners } from './job-runners.store.js';
import { Metrics } from '../observability/metrics.js';
import { addReadGauge } from '../observability/read-gauge.js';
import { readAtMostEvery } from '../observability/readings.js';

/** The number of live job runners, as the database sees it. Every process reports it, so that it is seen even if no worker is left. */
@Injectable()
export class JobsMetrics {
  constructor(database: Database, { registry }: Metrics) {
    const countRunners = readAtMostEvery({ milliseconds: 1_000 }, () => countJobRunners(database));
    addReadGauge(
      registry,
      'holdfast_job_runners',
      'Job runners of all workers that hold their locks in the database.',
      countRunners,
    );
  }
}

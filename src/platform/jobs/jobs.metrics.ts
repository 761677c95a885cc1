import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { countJobRunners } from './job-runners.store.js';
import { Metrics } from '../observability/metrics.js';
import { addReadGauge } from '../observability/read-gauge.js';
import { readAtMostEvery } from '../observability/readings.js';

/**
 * How many job runners live, as the database sees it: every process shows it, so that it can be seen where no worker is
 * left to say so.
 */
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

import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { addReadGauge } from '../../platform/observability/read-gauge.js';
import { readAtMostEvery } from '../../platform/observability/readings.js';
import { findWaitingNotices, secondsOverdue } from './backlog.store.js';

const ONE_SECOND = { milliseconds: 1_000 };

/**
 * The work that waits for a worker. Every process reads it from the database when its metrics are asked for, so that it is visible where no
 * worker runs. A gauge without a value in the database has no sample.
 */
@Injectable()
export class BacklogMetrics {
  constructor(database: Database, { registry }: Metrics) {
    const overdue = readAtMostEvery(ONE_SECOND, () => secondsOverdue(database));
    const notices = readAtMostEvery(ONE_SECOND, () => findWaitingNotices(database));
    addReadGauge(
      registry,
      'holdfast_database_up',
      'Whether the database answers this process: 1 or 0.',
      async () => ((await overdue()) === undefined ? 0 : 1),
    );
    addReadGauge(
      registry,
      'holdfast_timer_lag_seconds',
      'For how long the longest overdue suspension, pickup or loan has been over; 0 if none is overdue.',
      overdue,
    );
    addReadGauge(
      registry,
      'holdfast_notices_waiting',
      'Notices that were neither sent, refused nor given up.',
      async () => (await notices())?.count,
    );
    addReadGauge(
      registry,
      'holdfast_oldest_notice_seconds',
      'Age of the oldest of these notices; 0 if there is none.',
      async () => (await notices())?.oldestSeconds,
    );
  }
}

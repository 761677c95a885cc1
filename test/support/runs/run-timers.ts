import { QueueService } from '../../../src/circulation/queue.service.js';
import { TimersService } from '../../../src/circulation/timers/timers.service.js';
import type { Database } from '../../../src/platform/database/database.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';
import { eventually } from '../clock.js';

/** Records all that is due, as the timers of a worker do. */
export async function runTimers(database: Database, metrics = new Metrics()): Promise<void> {
  metrics.timersLastRun.reset();
  const timers = new TimersService(database, new QueueService(metrics), metrics);
  timers.start();
  await eventually(async () =>
    expect((await metrics.timersLastRun.get()).values[0]?.value).toBeGreaterThan(0),
  );
  await timers.stop();
}

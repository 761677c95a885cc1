import { Logger } from '@nestjs/common';
import type { Database } from '../../platform/database/database.js';
import type { PeriodicWork } from '../../platform/jobs/task.decorators.js';
import type { Metrics } from '../../platform/observability/metrics.js';

/** The names are those of the log and the metrics. */
export type NamedTasks = Readonly<Record<string, PeriodicWork>>;

const FIRST_PAUSE_SECONDS = 1;
const MAX_PAUSE_SECONDS = 300;

interface Pause {
  readonly seconds: number;
  /** In milliseconds of the process's own clock. */
  readonly end: number;
}

/** Runs tasks independently: one that fails pauses for longer and longer, and the others go on. */
export class PeriodicTasks {
  private readonly logger = new Logger('Timers');
  private readonly pauses = new Map<string, Pause>();

  /** @param now a clock in milliseconds that is never set back */
  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly named: NamedTasks,
    private readonly now = () => performance.now(),
  ) {
    for (const task of Object.keys(named)) metrics.periodicTaskFailures.inc({ task }, 0);
  }

  /**
   * Runs each task until it finds nothing more to do.
   * @returns the seconds until the next failed task is due again; Infinity if none has failed
   */
  async run(isStopped: () => boolean): Promise<number> {
    for (const [name, task] of Object.entries(this.named)) {
      const pause = this.pauses.get(name);
      if (isStopped() || (pause !== undefined && pause.end > this.now())) continue;
      await this.runOne(name, task, isStopped);
    }
    return Math.min(...[...this.pauses.values()].map(({ end }) => (end - this.now()) / 1000));
  }

  private async runOne(name: string, task: PeriodicWork, isStopped: () => boolean): Promise<void> {
    try {
      while (!isStopped() && (await task(this.database)) > 0);
      if (this.pauses.delete(name)) this.logger.log({ task: name }, 'The periodic task works again.');
    } catch (error) {
      this.fail(name, error);
    }
  }

  private fail(name: string, error: unknown): void {
    this.metrics.periodicTaskFailures.inc({ task: name });
    const before = this.pauses.get(name);
    if (before === undefined)
      this.logger.warn({ err: error, task: name }, 'A periodic task failed; it is tried again.');
    const seconds = Math.min(
      before === undefined ? FIRST_PAUSE_SECONDS : before.seconds * 2,
      MAX_PAUSE_SECONDS,
    );
    this.pauses.set(name, { seconds, end: this.now() + seconds * 1000 });
  }
}

import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { Session } from '../platform/database/connections/session.js';
import { Trouble } from '../platform/trouble.js';
import { AbsenceWatch } from './absence-watch.js';
import {
  findJobsOf,
  findRunnersWithoutLock,
  holdRunnerLock,
  releaseJobs,
  releaseJobsWithoutLock,
} from './jobs.store.js';

const LOOK_EVERY_MS = 2_000;
const RETRY_AFTER_MS = 1_000;
/**
 * A runner that has been without its lock for this long must end. Together with one more attempt, this is less than the time after which other
 * runners take its jobs.
 */
const LIFE_WITHOUT_LOCK_MS = 6_000;

export interface RunnerLockOptions {
  readonly databaseUrl: string;
  /** The id with which the runner locks its jobs. */
  readonly runnerId: string;
  /** Whether the runner runs this job now. */
  readonly isRunning: (jobId: string) => boolean;
  /** Called whenever it is certain that the lock is held. */
  readonly onHeld: () => void;
  /** Called when the lock was lost for so long that other runners may take this runner's jobs. The runner must end. */
  readonly onLost: () => void;
}

/**
 * The advisory lock that shows other workers that a runner is alive (decision 12). PostgreSQL releases it when the process dies. While the runner
 * lives, this also releases the jobs of dead runners, and jobs that the database gave to this runner in an answer that never arrived.
 */
export class RunnerLock {
  readonly runnerId: string;
  /** Resolves when the lock is held for the first time, or when it is lost or released before that. */
  readonly taken: Promise<void>;
  private readonly logger = new Logger('Jobs');
  private readonly released = new AbortController();
  private markTaken: () => void = () => undefined;
  private readonly trouble = new Trouble();
  private readonly absentRunners = new AbsenceWatch();
  private readonly absentJobs = new AbsenceWatch();
  private readonly keeping: Promise<void>;
  private session: Session | undefined;
  /** When the lock was last known to be held; at first, when it was requested. */
  private heldAt = performance.now();

  constructor(private readonly options: RunnerLockOptions) {
    this.runnerId = options.runnerId;
    this.taken = new Promise((resolve) => (this.markTaken = resolve));
    this.keeping = this.keep();
  }

  /** Call it when the runner has ended. */
  async release(): Promise<void> {
    this.released.abort();
    await this.session?.close();
    await this.keeping;
    // It may have opened another one meanwhile.
    await this.session?.close();
  }

  private async keep(): Promise<void> {
    while (!this.released.signal.aborted) {
      const isHeld = await this.look();
      if (!isHeld && this.isOverdue()) {
        this.options.onLost();
        break;
      }
      const pause = isHeld ? LOOK_EVERY_MS : RETRY_AFTER_MS;
      await sleep(pause, undefined, { signal: this.released.signal }).catch(() => undefined);
    }
    this.markTaken();
  }

  /** @returns whether the lock is held now, and no other process can have taken the runner's jobs before */
  private async look(): Promise<boolean> {
    const asked = performance.now();
    try {
      let { session } = this;
      if (session === undefined || session.isOver) {
        session = await this.openSession();
        if (this.isOverdue()) return false;
      }
      // The answer also shows that the session, and with it the lock, still exists.
      await this.releaseJobsOfTheDead(session);
      await this.releaseLostJobs(session);
      this.heldAt = asked;
      this.trouble.end();
      this.options.onHeld();
      this.markTaken();
      return true;
    } catch (error) {
      this.absentRunners.forget();
      this.absentJobs.forget();
      if (this.released.signal.aborted) return false;
      if (this.trouble.isNews(error))
        this.logger.warn({ err: error }, 'Lock of the job runner not held; retrying.');
      return false;
    }
  }

  private isOverdue(): boolean {
    return performance.now() - this.heldAt > LIFE_WITHOUT_LOCK_MS;
  }

  private async openSession(): Promise<Session> {
    const session = await Session.open(this.options.databaseUrl, 'holdfast-jobs');
    this.session = session;
    await holdRunnerLock(session, this.runnerId);
    return session;
  }

  private async releaseJobsOfTheDead(session: Session): Promise<void> {
    const absent = await findRunnersWithoutLock(session, this.runnerId);
    const dead = this.absentRunners.look(absent, performance.now());
    if (dead.length === 0) return;
    const jobs = await releaseJobsWithoutLock(session, dead);
    this.logger.warn({ jobs }, 'Released the jobs of a worker that has died.');
  }

  /** A finished job counts as not running until its result is recorded, which takes less time than the watch waits. */
  private async releaseLostJobs(session: Session): Promise<void> {
    const taken = await findJobsOf(session, this.runnerId);
    const notRunning = taken.filter((jobId) => !this.options.isRunning(jobId));
    const lost = this.absentJobs.look(notRunning, performance.now());
    if (lost.length === 0) return;
    await releaseJobs(session, this.runnerId, lost);
    this.logger.warn({ jobs: lost.length }, 'Released jobs that never reached their worker.');
  }
}

import { isInterruption, isOfAnotherNode } from '../failures.js';

/**
 * How long the database may be away until its requests fail: as long as a standby needs to take over. After that, requests
 * fail at once until the database is back, so that they don't pile up.
 */
const MAX_AWAY_MS = 5_000;
const PAUSE_MS = 50;

/**
 * Runs again what a failover or a restart of the database has interrupted, so that its callers notice only a delay
 * (decision 5). Only for what has changed nothing when it fails.
 */
export class Interruptions {
  private awaySince: number | undefined;
  /** A database that was never reached does not come back: the start says at once that it is not there. */
  private wasReached = false;

  /** @param now a clock in milliseconds that is never set back */
  constructor(private readonly now = () => performance.now()) {}

  /** The database has answered, or a connection is ready. */
  end(): void {
    this.awaySince = undefined;
    this.wasReached = true;
  }

  /**
   * Waits a moment if the work that failed may run again. Not for a node of a cluster that is away while others answer: each
   * answer would begin the time anew.
   * @returns false if it may not: the failure is another one, or the database has been away for too long
   */
  async shouldRetry(error: unknown): Promise<boolean> {
    if (!this.wasReached || !isInterruption(error) || isOfAnotherNode(error)) return false;
    this.awaySince ??= this.now();
    if (this.now() - this.awaySince > MAX_AWAY_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return true;
  }
}

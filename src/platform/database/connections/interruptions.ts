import { isInterruption, isOfAnotherNode } from '../failures.js';

/**
 * The time that a standby needs to take over. Until then, requests wait for the database; after that, they fail at once until it is back, so that
 * they do not pile up.
 */
const MAX_AWAY_MS = 5_000;
const PAUSE_MS = 50;

/**
 * Repeats work that a failover or a restart of the database has interrupted, so that callers only notice a delay (decision 5). For work that changes
 * nothing when it fails.
 */
export class Interruptions {
  private awaySince: number | undefined;
  /** A database that was never reached is not waited for: the process then fails at its start. */
  private wasReached = false;

  /** @param now a clock in milliseconds that is never set back */
  constructor(private readonly now = () => performance.now()) {}

  /** Called when the database has answered, or a connection is ready. */
  end(): void {
    this.awaySince = undefined;
    this.wasReached = true;
  }

  /**
   * Waits a moment if the failed work may run again. A cluster node that is away while others answer does not count: each answer would restart the
   * time.
   * @returns false if it may not: it is another failure, or the database has been away for too long
   */
  async shouldRetry(error: unknown): Promise<boolean> {
    if (!this.wasReached || !isInterruption(error) || isOfAnotherNode(error)) return false;
    this.awaySince ??= this.now();
    if (this.now() - this.awaySince > MAX_AWAY_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return true;
  }
}

import pLimit, { type LimitFunction } from 'p-limit';
import { DatabaseUnavailable } from '../failures.js';

/**
 * Limits the connections used by reads that may take seconds, so that changes find one. A read that waits too long for its turn is refused like one
 * that finds no connection.
 */
export class LongReads {
  /** Called when a read that had to wait begins, or gives up. */
  onWaited: (seconds: number) => void = () => undefined;
  private readonly limit: LimitFunction;

  /**
   * @param atOnce at least 1
   * @param patience in milliseconds; 0 for no limit
   */
  constructor(
    atOnce: number,
    private readonly patience: number,
  ) {
    this.limit = pLimit(atOnce);
  }

  /** The number of waiting reads. */
  get waiting(): number {
    return this.limit.pendingCount;
  }

  /** @throws DatabaseUnavailable when the read waits too long for its turn; the errors of `read` */
  run<Result>(read: () => Promise<Result>): Promise<Result> {
    return this.limit.activeCount < this.limit.concurrency ? this.limit(read) : this.runInTurn(read);
  }

  private runInTurn<Result>(read: () => Promise<Result>): Promise<Result> {
    const asked = performance.now();
    return new Promise((resolve, reject) => {
      let isWaiting = true;
      const endWait = (): void => {
        isWaiting = false;
        clearTimeout(timer);
        this.onWaited((performance.now() - asked) / 1000);
      };
      const giveUp = (): void => {
        endWait();
        reject(new DatabaseUnavailable(new Error('Other long reads have taken too long.')));
      };
      const timer = this.patience === 0 ? undefined : setTimeout(giveUp, this.patience);
      void this.limit(async () => {
        if (!isWaiting) return;
        endWait();
        await read().then(resolve, reject);
      });
    });
  }
}

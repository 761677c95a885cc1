interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits how many requests of one key are worked on at once. Every request of a patron passes here, so a request that need
 * not wait costs a look into a map: no promise, as p-limit would make several.
 */
export class ConcurrencyLimiter {
  private readonly shares = new Map<string, Share>();

  constructor(private readonly atOnce: number) {}

  /** How many requests of this key wait for their turn. */
  waiting(key: string): number {
    return this.shares.get(key)?.waiting.length ?? 0;
  }

  /** Takes a turn. Call `leave` when it is over. @returns undefined if it is the request's turn at once */
  enter(key: string): Promise<void> | undefined {
    const share = this.shares.get(key);
    if (share === undefined) this.shares.set(key, { running: 1, waiting: [] });
    else if (share.running < this.atOnce) share.running++;
    else return new Promise((resolve) => share.waiting.push(resolve));
    return undefined;
  }

  leave(key: string): void {
    const share = this.shares.get(key);
    const next = share?.waiting.shift();
    // Its turn is the one that ends here.
    if (next !== undefined) next();
    else if (share !== undefined && --share.running === 0) this.shares.delete(key);
  }
}

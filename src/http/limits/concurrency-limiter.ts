interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits how many requests of one key are worked on at once: to its share while requests of others are there, and to more
 * while it is alone. Every request of a patron passes here, so a request that need not wait costs a look into a map: no
 * promise, as p-limit would make several.
 */
export class ConcurrencyLimiter {
  private readonly shares = new Map<string, Share>();

  /** @param atOnceAlone at least `atOnce` */
  constructor(
    private readonly atOnce: number,
    private readonly atOnceAlone: number,
  ) {}

  /** How many requests of this key wait for their turn. */
  waiting(key: string): number {
    return this.shares.get(key)?.waiting.length ?? 0;
  }

  /** Takes a turn. Call `leave` when it is over. @returns undefined if it is the request's turn at once */
  enter(key: string): Promise<void> | undefined {
    const share = this.shares.get(key);
    if (share === undefined) this.shares.set(key, { running: 1, waiting: [] });
    else if (share.running < this.allowed()) share.running++;
    else return new Promise((resolve) => share.waiting.push(resolve));
    return undefined;
  }

  leave(key: string): void {
    const share = this.shares.get(key);
    if (share === undefined) return;
    share.running--;
    this.letIn(share);
    if (share.running > 0) return;
    this.shares.delete(key);
    // The one that is alone now may have waited for that.
    if (this.shares.size === 1) for (const last of this.shares.values()) this.letIn(last);
  }

  private allowed(): number {
    return this.shares.size === 1 ? this.atOnceAlone : this.atOnce;
  }

  private letIn(share: Share): void {
    while (share.running < this.allowed()) {
      const next = share.waiting.shift();
      if (next === undefined) return;
      share.running++;
      next();
    }
  }
}

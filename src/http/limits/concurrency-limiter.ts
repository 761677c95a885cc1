interface Share {
  running: number;
  readonly waiting: (() => void)[];
}

/**
 * Limits the requests of one key in progress at once: to its share while requests of other keys are there, and to more while it is alone. Every
 * request of a patron passes here, so a request that need not wait costs only a map look-up; p-limit would make several promises.
 */
export class ConcurrencyLimiter {
  private readonly shares = new Map<string, Share>();

  /** @param atOnceAlone at least `atOnce` */
  constructor(
    private readonly atOnce: number,
    private readonly atOnceAlone: number,
  ) {}

  /** The number of requests of this key that wait for their turn. */
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
    // The last remaining key may have waited to be alone.
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

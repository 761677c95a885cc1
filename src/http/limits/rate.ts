/** The subject of a rate. The name is shown in the header `RateLimit`. */
export type RateName =
  'address' | 'patron' | 'client' | 'api-token' | 'library' | 'wrong-secrets' | 'wrong-tokens';

/** More requests than allowed. */
export interface ExceededRate {
  readonly name: RateName;
  readonly requests: number;
  readonly windowSeconds: number;
  readonly secondsLeft: number;
  /** Whether it is the first request beyond the rate in this window. */
  readonly isFirst: boolean;
}

/**
 * Counts requests, by default per minute. Each process counts for itself: this protects a process, not an account.
 *
 * Every request passes here twice, so counting is a map look-up, without promises and without a timer for each key. All keys share one window: when
 * it ends, all counts are dropped at once.
 */
export class Rate {
  private counts = new Map<string, number>();
  private windowEnd = -Infinity;

  /** @param now a clock in milliseconds that is never set back */
  constructor(
    private readonly name: RateName,
    private readonly windowSeconds = 60,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * Counts one request.
   * @param requests the limit for this key in the window; 0 for no limit
   * @returns undefined if it is allowed
   */
  take(key: string, requests: number): ExceededRate | undefined {
    if (requests === 0) return undefined;
    const now = this.now();
    if (now >= this.windowEnd) {
      this.counts = new Map();
      this.windowEnd = now + this.windowSeconds * 1000;
    }
    const count = (this.counts.get(key) ?? 0) + 1;
    this.counts.set(key, count);
    return count <= requests ? undefined : this.exceeded(count, requests, now);
  }

  /** Whether the key has exceeded its rate in this window. Counts nothing. */
  look(key: string, requests: number): ExceededRate | undefined {
    const count = requests === 0 ? undefined : this.counts.get(key);
    if (count === undefined || count <= requests) return undefined;
    const now = this.now();
    return now >= this.windowEnd ? undefined : { ...this.exceeded(count, requests, now), isFirst: false };
  }

  private exceeded(count: number, requests: number, now: number): ExceededRate {
    return {
      name: this.name,
      requests,
      windowSeconds: this.windowSeconds,
      secondsLeft: Math.max(1, Math.ceil((this.windowEnd - now) / 1000)),
      isFirst: count === requests + 1,
    };
  }
}

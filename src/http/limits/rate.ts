import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';

/** What a rate counts by. The name is shown in the header `RateLimit`. */
export type RateName = 'address' | 'patron' | 'client';

/** More requests than allowed. */
export interface ExceededRate {
  readonly name: RateName;
  readonly requests: number;
  readonly windowSeconds: number;
  readonly secondsLeft: number;
}

/** Counts requests, by default per minute. Each process counts for itself: this protects a process, not an account. */
export class Rate {
  private readonly limiter: RateLimiterMemory | undefined;

  /** @param requests allowed in the window; 0 for no limit */
  constructor(
    private readonly name: RateName,
    private readonly requests: number,
    private readonly windowSeconds = 60,
  ) {
    if (requests > 0) this.limiter = new RateLimiterMemory({ points: requests, duration: windowSeconds });
  }

  /** Counts one request. @returns undefined if it is allowed */
  async take(key: string): Promise<ExceededRate | undefined> {
    try {
      await this.limiter?.consume(key);
      return undefined;
    } catch (rejection) {
      if (!(rejection instanceof RateLimiterRes)) throw rejection;
      return {
        name: this.name,
        requests: this.requests,
        windowSeconds: this.windowSeconds,
        secondsLeft: Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)),
      };
    }
  }
}

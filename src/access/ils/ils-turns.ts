import { KeyedLimit } from '../../platform/keyed-limit.js';
import { settlesWithin } from '../../platform/settles-within.js';

/** Asking is put off: too many ask already, or the library's system has failed too often. */
export class IlsPutOff extends Error {}

export interface TurnTimes {
  readonly waitMs: number;
  readonly pauseMs: number;
}

const AT_ONCE = 4;
/** More are put off at once: they would take the places of sign-ins of other libraries. */
const MAX_WAITING = 8;
const FAILURES_UNTIL_PAUSE = 5;
const DEFAULT_TIMES: TurnTimes = { waitMs: 2_000, pauseMs: 15_000 };

interface Failures {
  /** In a row. */
  count: number;
  pausedUntil: number;
}

/**
 * Who may ask a library's system now. A few at once; and after failures in a row nobody for some seconds, and then one: its success lets all
 * others in again. So sign-ins do not wait for a system that is away, and it is not flooded when it comes back.
 */
export class IlsTurns {
  private readonly limit = new KeyedLimit(AT_ONCE);
  private readonly failures = new Map<number, Failures>();

  constructor(private readonly times = DEFAULT_TIMES) {}

  /** @throws IlsPutOff, and what `ask` does, which counts as a failure */
  async run<Answer>(websiteId: number, ask: () => Promise<Answer>): Promise<Answer> {
    this.requireNoPause(websiteId);
    if (this.limit.users(String(websiteId)) >= AT_ONCE + MAX_WAITING) throw new IlsPutOff();
    let hasGivenUp = false;
    const begun = Promise.withResolvers<void>();
    const answer = this.limit.run(String(websiteId), async () => {
      begun.resolve();
      if (hasGivenUp) throw new IlsPutOff();
      this.takeTurn(websiteId);
      return this.counted(websiteId, ask);
    });
    // Nobody awaits it any longer once it was given up.
    answer.catch(() => undefined);
    if (await settlesWithin(this.times.waitMs, begun.promise)) return answer;
    hasGivenUp = true;
    throw new IlsPutOff();
  }

  private requireNoPause(websiteId: number): void {
    if ((this.failures.get(websiteId)?.pausedUntil ?? 0) > performance.now()) throw new IlsPutOff();
  }

  /** After a pause, the first one takes the next pause as its own: it alone asks, until there is an answer. */
  private takeTurn(websiteId: number): void {
    this.requireNoPause(websiteId);
    const failures = this.failures.get(websiteId);
    if (failures !== undefined && failures.count >= FAILURES_UNTIL_PAUSE)
      failures.pausedUntil = performance.now() + this.times.pauseMs;
  }

  private async counted<Answer>(websiteId: number, ask: () => Promise<Answer>): Promise<Answer> {
    try {
      const answer = await ask();
      this.failures.delete(websiteId);
      return answer;
    } catch (error) {
      const failures = this.failures.get(websiteId) ?? { count: 0, pausedUntil: 0 };
      failures.count++;
      if (failures.count >= FAILURES_UNTIL_PAUSE)
        failures.pausedUntil = performance.now() + this.times.pauseMs;
      this.failures.set(websiteId, failures);
      throw error;
    }
  }
}

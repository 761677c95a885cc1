import { jest } from '@jest/globals';

/** What Jest can fake, without the date. */
const ALL_BUT_DATE = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const;

/**
 * Fakes the clocks of the host on which a test's service runs: the monotonic one, which measures waits, and the date. The
 * database has its own clock.
 */
export class HostClocks {
  private advancedMs = 0;

  constructor() {
    const ticks = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => ticks() + this.advancedMs);
    // Real time ends no wait either: a request without an answer waits on.
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  }

  advance(seconds: number): void {
    this.advancedMs += seconds * 1000;
  }

  /** Sets the host's date, which then stands still, without advancing the monotonic clock. */
  setDate(date: Date): void {
    jest.useFakeTimers({ now: date, doNotFake: [...ALL_BUT_DATE] });
  }

  restore(): void {
    jest.useRealTimers();
    jest.restoreAllMocks();
  }
}

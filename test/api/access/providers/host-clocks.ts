import { mock } from 'node:test';

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
    mock.timers.reset();
    mock.timers.enable({ apis: ['Date'], now: date });
  }

  restore(): void {
    mock.timers.reset();
    jest.restoreAllMocks();
  }
}

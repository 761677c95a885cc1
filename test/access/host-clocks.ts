import { jest } from '@jest/globals';

/** All that Jest can fake but the date. */
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
 * The clocks of the host on which a test's service runs: the one that only goes forward, by which waits are measured, and
 * the one that anybody may set. The database has its own.
 */
export class HostClocks {
  private waited = 0;

  constructor() {
    const ticks = performance.now.bind(performance);
    jest.spyOn(performance, 'now').mockImplementation(() => ticks() + this.waited);
    // Nor does a wait end by real time: whoever waits for an answer that does not come waits on.
    jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  }

  /** Lets so much time pass. */
  wait(seconds: number): void {
    this.waited += seconds * 1000;
  }

  /** Sets the host's date, where it then stands still. No time passes. */
  set(date: Date): void {
    jest.useFakeTimers({ now: date, doNotFake: [...ALL_BUT_DATE] });
  }

  restore(): void {
    jest.useRealTimers();
    jest.restoreAllMocks();
  }
}

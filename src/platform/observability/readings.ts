import { setTimeout as sleep } from 'node:timers/promises';

/** Shorter than the timeout of a scrape. */
const MAX_WAIT_MS = 2_000;

export interface CacheOptions {
  /** The shortest time for which a value is kept. */
  readonly milliseconds: number;
  /** A value is kept for this many times the duration of reading it, which bounds the cost of reading. */
  readonly costMultiplier?: number;
}

/**
 * Returns a function that reads a value for the metrics, but only after the last value was kept long enough. It returns undefined if reading fails or
 * takes too long.
 */
export function readAtMostEvery<Value>(
  { milliseconds, costMultiplier = 0 }: CacheOptions,
  read: () => Promise<Value>,
): () => Promise<Value | undefined> {
  let value: Promise<Value | undefined> = Promise.resolve(undefined);
  let keptUntil = -Infinity;
  return () => {
    const began = performance.now();
    if (began < keptUntil) return Promise.race([value, tooLate()]);
    // Readings that wait for a busy database must not pile up.
    keptUntil = Infinity;
    value = read()
      .catch(() => undefined)
      .finally(() => {
        const cost = performance.now() - began;
        keptUntil = began + Math.max(milliseconds, cost * costMultiplier);
      });
    return Promise.race([value, tooLate()]);
  };
}

const tooLate = (): Promise<undefined> => sleep(MAX_WAIT_MS, undefined, { ref: false });

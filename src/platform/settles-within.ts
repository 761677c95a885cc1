import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for `work` for a limited time. @returns whether it has ended; rejects if it does */
export async function settlesWithin(milliseconds: number, work: Promise<unknown>): Promise<boolean> {
  const timer = new AbortController();
  const timeout = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([work.then(() => true), timeout]);
  } finally {
    timer.abort();
  }
}

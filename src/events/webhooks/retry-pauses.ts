const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 3_600;
/** A fifth more or less. */
const SPREAD = 0.2;

/** Doubled with each failure, and a fifth more or less: receivers that failed together are not tried together. */
export function retrySeconds(failures: number, random = Math.random()): number {
  const seconds = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.min(failures, 20), MAX_RETRY_SECONDS);
  return seconds * (1 - SPREAD + 2 * SPREAD * random);
}

/** SQL for "it is time to try again". No pause is longer than the longest: a later time comes from a clock that was set back since. */
export const isDue = (retryAt: string): string =>
  `(${retryAt} <= service_now() OR ${retryAt} > service_now() + interval '${MAX_RETRY_SECONDS * (1 + SPREAD)} seconds')`;

import { Latencies } from '../load/latencies.mjs';

const MAX_FAILURES = 50;

/** Counts the answers, in all and since the last sample. */
export class Tally {
  statuses = {};
  /** The first requests that were answered with 5xx, or not at all. */
  failures = [];
  serverErrors = 0;
  lost = 0;
  #recentServerErrors = 0;
  #latencies = new Latencies();
  #since = performance.now();

  count(method, path, { status, text }, milliseconds) {
    this.statuses[status] = (this.statuses[status] ?? 0) + 1;
    this.#latencies.add(milliseconds);
    if (status >= 500) this.serverErrors++;
    else if (status === 0) this.lost++;
    else return;
    if (status >= 500) this.#recentServerErrors++;
    if (this.failures.length < MAX_FAILURES)
      this.failures.push({ at: new Date().toISOString(), request: `${method} ${path}`, status, text });
  }

  get total() {
    return Object.values(this.statuses).reduce((sum, count) => sum + count, 0);
  }

  /** What was counted since the last call. */
  takeInterval() {
    const now = performance.now();
    const { count, p50, p99 } = this.#latencies.summary();
    const interval = {
      rate: (count / (now - this.#since)) * 1000,
      p50: p50 || 0,
      p99: p99 || 0,
      serverErrors: this.#recentServerErrors,
    };
    this.#latencies = new Latencies();
    this.#since = now;
    this.#recentServerErrors = 0;
    return interval;
  }
}

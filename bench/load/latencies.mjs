/** Collects times in milliseconds and summarizes them. */
export class Latencies {
  #times = [];

  add(milliseconds) {
    this.#times.push(milliseconds);
  }

  summary() {
    const times = Float64Array.from(this.#times).sort();
    const at = (share) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? NaN;
    return { count: times.length, p50: at(0.5), p99: at(0.99) };
  }
}

const FAILURES_UNTIL_PAUSE = 5;

/** Failures that follow one another. After five there is a pause. */
export class FailuresInARow {
  private count = 0;
  private readonly origins = new Set<string>();
  private pausedUntil = 0;

  constructor(private readonly pauseMs: number) {}

  get isPause(): boolean {
    return this.pausedUntil > performance.now();
  }

  /** Somebody asks. After a pause whose cause nobody has sent, the first one takes the next pause as its own: it alone asks, until there is an answer. */
  begin(): void {
    if (this.count >= FAILURES_UNTIL_PAUSE) this.pause();
  }

  /**
   * @param origins of what was sent, if the failure followed it: each counts once, so that no sender brings about a pause alone, nor keeps it
   *   up: after one, it takes as many others again
   */
  add(origins: readonly string[] = []): void {
    if (origins.some((origin) => this.origins.has(origin))) return;
    for (const origin of origins) this.origins.add(origin);
    if (++this.count < FAILURES_UNTIL_PAUSE) return;
    this.pause();
    if (origins.length > 0) this.forget();
  }

  /** There was an answer. */
  end(): void {
    this.forget();
    this.pausedUntil = 0;
  }

  private forget(): void {
    this.count = 0;
    this.origins.clear();
  }

  private pause(): void {
    this.pausedUntil = performance.now() + this.pauseMs;
  }
}

const FAILURES_UNTIL_PAUSE = 5;

/** Counts failures in a row. Five of them start a pause. */
export class FailuresInARow {
  private count = 0;
  private readonly origins = new Set<string>();
  private pausedUntil = 0;

  constructor(private readonly pauseMs: number) {}

  get isPause(): boolean {
    return this.pausedUntil > performance.now();
  }

  /**
   * Called before each question. After a pause that no origin has caused, the first caller starts the next pause: nobody else asks until
   * there is an answer.
   */
  begin(): void {
    if (this.count >= FAILURES_UNTIL_PAUSE) this.pause();
  }

  /**
   * @param origins who sent it, and what was sent, if that may have caused the failure. Each origin counts once, so none can cause a pause
   *   alone. Such a pause starts the count anew.
   */
  add(origins: readonly string[] = []): void {
    if (origins.some((origin) => this.origins.has(origin))) return;
    for (const origin of origins) this.origins.add(origin);
    if (++this.count < FAILURES_UNTIL_PAUSE) return;
    this.pause();
    if (origins.length > 0) this.forget();
  }

  /** Called when there was an answer. */
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

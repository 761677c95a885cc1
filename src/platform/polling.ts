import { setTimeout as sleep } from 'node:timers/promises';
import { Trouble } from './trouble.js';

/** The pause between two looks grows while there is nothing to do. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 400;
const RETRY_MS = 1_000;

/** Looks for work repeatedly until it is stopped. */
export class Polling {
  private readonly stopping = new AbortController();
  private readonly trouble = new Trouble();
  private running: Promise<void> = Promise.resolve();

  /**
   * @param work does what is due, and resolves to the amount
   * @param onFailure called with the error, unless the attempt before failed alike; then it is tried again
   * @param minPauseMs the pause after there was work
   */
  constructor(
    private readonly work: () => Promise<number>,
    private readonly onFailure: (error: unknown) => void,
    private readonly minPauseMs = MIN_PAUSE_MS,
  ) {}

  get isStopping(): boolean {
    return this.stopping.signal.aborted;
  }

  start(): void {
    this.running = this.run();
  }

  /** Resolves when the work in progress is done. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    const { minPauseMs } = this;
    const maxPauseMs = Math.max(minPauseMs, MAX_PAUSE_MS);
    let pause = minPauseMs;
    while (!this.isStopping) {
      try {
        pause = (await this.work()) > 0 ? minPauseMs : Math.min(pause * 2, maxPauseMs);
        this.trouble.end();
      } catch (error) {
        if (this.trouble.isNews(error)) this.onFailure(error);
        pause = Math.max(minPauseMs, RETRY_MS);
      }
      await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }
}

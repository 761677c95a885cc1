import { setTimeout as sleep } from 'node:timers/promises';
import { Trouble } from './trouble.js';

/** Between two looks when there is nothing to do: the longer, the longer there has been nothing. */
const MIN_PAUSE_MS = 50;
const MAX_PAUSE_MS = 400;
const RETRY_MS = 1_000;

/** Looks for work again and again, until it is stopped. */
export class Polling {
  private readonly stopping = new AbortController();
  private readonly trouble = new Trouble();
  private running: Promise<void> = Promise.resolve();

  /**
   * @param work does what there is to do, and resolves to how much it was
   * @param onFailure called with its error, unless the attempt before failed alike; then it is tried again
   * @param minPauseMs also after there was work
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

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
   */
  constructor(
    private readonly work: () => Promise<number>,
    private readonly onFailure: (error: unknown) => void,
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
    let pause = MIN_PAUSE_MS;
    while (!this.isStopping) {
      try {
        pause = (await this.work()) > 0 ? MIN_PAUSE_MS : Math.min(pause * 2, MAX_PAUSE_MS);
        this.trouble.end();
      } catch (error) {
        if (this.trouble.isNews(error)) this.onFailure(error);
        pause = RETRY_MS;
      }
      await sleep(pause, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
  }
}

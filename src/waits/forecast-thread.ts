import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { Forecast, QueueToForecast } from '../domain/waits/forecast.js';

/** Many times what a queue of 100,000 holds takes, with what more copies would bring. */
const MAX_MS_FOR_A_QUEUE = 60_000;
const MAX_MEGABYTES = 512;

/** Simulates queues in a thread of its own, one after the other: no request of this process waits for it. */
@Injectable()
export class ForecastThread {
  private thread: Worker | undefined;
  private readonly stopping = new AbortController();

  /**
   * Ask for one at a time.
   * @throws what the simulation throws, a `TimeoutError` where it takes too long, or an error that the thread has ended: the next queue has
   *   a new thread
   */
  async forecast(queue: QueueToForecast, maxMilliseconds = MAX_MS_FOR_A_QUEUE): Promise<Forecast> {
    const thread = (this.thread ??= this.start());
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(maxMilliseconds)]);
    try {
      const answered = once(thread, 'message', { signal });
      thread.postMessage(queue);
      const [forecast] = (await answered) as [Forecast];
      return forecast;
    } catch (error) {
      this.thread = undefined;
      void thread.terminate();
      throw signal.aborted ? signal.reason : error;
    }
  }

  /** Gives up the queue that is simulated. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.thread?.terminate();
  }

  private start(): Worker {
    const thread = new Worker(new URL(import.meta.resolve('./forecast.thread.js')), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    // Whoever waits for a forecast is told; without a listener of its own, the error would end the process.
    thread.on('error', () => undefined);
    // Not every thread that ends says why. `once` rejects with what is emitted as an error.
    thread.on('exit', (code) => {
      if (this.thread === thread) this.thread = undefined;
      thread.emit('error', new Error(`The thread has ended, with code ${code}.`));
    });
    thread.unref();
    return thread;
  }
}

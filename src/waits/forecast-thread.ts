import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import type { MoreCopiesForecast, QueueToForecast, Waits } from '../domain/waits/forecast.js';
import type { WaitCurve } from '../domain/waits/wait-curve.js';

/** Processor time, many times what a queue of 100,000 holds takes: on a busy machine, it may be minutes. */
const MAX_MS_FOR_A_QUEUE = 60_000;
const MS_BETWEEN_LOOKS = 100;
const MAX_MEGABYTES = 512;

/** Asks the thread for the waits of a queue or, given these, for the effect of more copies. */
export interface Question {
  readonly queue: QueueToForecast;
  readonly curves?: readonly WaitCurve[];
}

/**
 * Simulates queues in a separate thread, one after the other: no request of this process waits for it. Ask for one thing at a time.
 * @throws the simulation's errors, a `TimeoutError` if it takes too long, or an error that the thread has ended: the next queue has a new thread.
 */
@Injectable()
export class ForecastThread {
  private thread: Worker | undefined;
  private readonly stopping = new AbortController();

  waits(queue: QueueToForecast, maxMilliseconds?: number): Promise<Waits> {
    return this.ask({ queue }, maxMilliseconds) as Promise<Waits>;
  }

  /** @param curves the waits of the queue */
  moreCopies(queue: QueueToForecast, curves: readonly WaitCurve[]): Promise<MoreCopiesForecast> {
    return this.ask({ queue, curves }) as Promise<MoreCopiesForecast>;
  }

  /** Aborts the present simulation. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.thread?.terminate();
  }

  private async ask(question: Question, maxMilliseconds = MAX_MS_FOR_A_QUEUE): Promise<unknown> {
    const thread = (this.thread ??= this.start());
    const tooSlow = new AbortController();
    const signal = AbortSignal.any([this.stopping.signal, tooSlow.signal]);
    let began: NodeJS.CpuUsage | undefined;
    const look = async (): Promise<void> => {
      began ??= await thread.cpuUsage();
      const { user, system } = await thread.cpuUsage(began);
      if ((user + system) / 1000 > maxMilliseconds)
        tooSlow.abort(new DOMException('The simulation takes too long.', 'TimeoutError'));
    };
    // A thread that has not begun, or has ended, has no figures; the caller gets its error elsewhere.
    const looks = setInterval(() => void look().catch(() => undefined), MS_BETWEEN_LOOKS);
    try {
      const answered = once(thread, 'message', { signal });
      thread.postMessage(question);
      const [answer] = (await answered) as [unknown];
      return answer;
    } catch (error) {
      this.thread = undefined;
      void thread.terminate();
      throw signal.aborted ? signal.reason : error;
    } finally {
      clearInterval(looks);
    }
  }

  private start(): Worker {
    const thread = new Worker(new URL(import.meta.resolve('./forecast.thread.js')), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEGABYTES },
    });
    // The caller of a forecast gets the error; without a listener, it would end the process.
    thread.on('error', () => undefined);
    // Not every thread that ends says why. `once` rejects with the emitted error.
    thread.on('exit', (code) => {
      if (this.thread === thread) this.thread = undefined;
      thread.emit('error', new Error(`The thread has ended, with code ${code}.`));
    });
    thread.unref();
    return thread;
  }
}

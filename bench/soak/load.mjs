import { setTimeout as sleep } from 'node:timers/promises';
import { PATRONS } from './library.mjs';
import { Patron } from './patron.mjs';

/**
 * Patrons who take steps at a fixed rate, whether or not earlier steps have ended. A step is one request, seldom two. A
 * patron who still waits for an answer is left out.
 */
export class Load {
  #patrons;
  #random;
  /** The error of a step, which ends the load. */
  error;
  #isRunning = true;
  #running = new Set();
  #pacing;

  /** @param {number} rate steps per second */
  constructor(client, random, rate) {
    this.#random = random;
    this.#patrons = Array.from({ length: PATRONS }, (_, index) => new Patron(client, random, index + 1));
    this.#pacing = this.#pace(1000 / rate);
  }

  async stop() {
    this.#isRunning = false;
    await this.#pacing;
    await Promise.allSettled(this.#running);
  }

  async #pace(everyMs) {
    for (let due = performance.now(); this.#isRunning; due += everyMs) {
      const wait = due - performance.now();
      if (wait > 0) await sleep(wait);
      const patron = this.#random.pick(this.#patrons);
      if (patron.isBusy) continue;
      const step = patron.step();
      this.#running.add(step);
      step.then(
        () => this.#running.delete(step),
        (error) => {
          this.error ??= error;
          this.#isRunning = false;
        },
      );
    }
  }
}

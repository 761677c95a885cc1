import { Worker } from 'node:worker_threads';

/** A sleeping thread is accurate to 0.05 ms and uses no CPU; Node's timers are accurate to 1 ms only. */
const SLEEPER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const never = new Int32Array(new SharedArrayBuffer(4));
  const { every, forMs } = workerData;
  const started = performance.now();
  for (let tick = 0; tick * every < forMs; tick++) {
    const due = started + tick * every;
    const wait = due - performance.now();
    if (wait > 0.02) Atomics.wait(never, 0, 0, wait);
    parentPort.postMessage(performance.timeOrigin + due);
  }`;

/**
 * Calls `tick` when the thread has started, and then every `everyMs` milliseconds for `forMs`, with the time at which it was due
 * (as of `performance.now()`). Late ticks are not skipped. Resolves after the last tick.
 */
export function pace(everyMs, forMs, tick) {
  const workerData = { every: everyMs, forMs };
  const worker = new Worker(SLEEPER, { eval: true, workerData });
  worker.on('message', (due) => tick(due - performance.timeOrigin));
  return new Promise((resolve, reject) => {
    worker.once('exit', () => resolve());
    worker.once('error', reject);
  });
}

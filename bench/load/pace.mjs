import { Worker } from 'node:worker_threads';

/** A sleeping thread is accurate to 0.05 ms and uses no CPU; Node's timers are accurate to 1 ms only. */
const SLEEPER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const never = new Int32Array(new SharedArrayBuffer(4));
  const started = performance.now();
  for (let tick = 0; tick * workerData.every < workerData.forMs; tick++) {
    const wait = started + tick * workerData.every - performance.now();
    if (wait > 0.02) Atomics.wait(never, 0, 0, wait);
    parentPort.postMessage(tick);
  }`;

/**
 * Calls `tick` when the thread has started, and then every `everyMs` milliseconds for `forMs`. Late ticks are not skipped.
 * Resolves after the last tick.
 */
export function pace(everyMs, forMs, tick) {
  const workerData = { every: everyMs, forMs };
  const worker = new Worker(SLEEPER, { eval: true, workerData });
  worker.on('message', tick);
  return new Promise((resolve, reject) => {
    worker.once('exit', () => resolve());
    worker.once('error', reject);
  });
}

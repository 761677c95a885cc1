import { Worker } from 'node:worker_threads';

/** Node's timers keep time to a millisecond; a thread that sleeps keeps it to a twentieth of that, and costs nothing. */
const SLEEPER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const never = new Int32Array(new SharedArrayBuffer(4));
  const begun = performance.now();
  for (let tick = 0; tick * workerData.every < workerData.forMs; tick++) {
    const wait = begun + tick * workerData.every - performance.now();
    if (wait > 0.02) Atomics.wait(never, 0, 0, wait);
    parentPort.postMessage(tick);
  }`;

/** Calls `tick` as soon as the thread is there, and then every so many milliseconds; resolves after the last. Late ticks are not left out. */
export function pace(everyMs, forMs, tick) {
  const workerData = { every: everyMs, forMs };
  const worker = new Worker(SLEEPER, { eval: true, workerData });
  worker.on('message', tick);
  return new Promise((resolve, reject) => {
    worker.once('exit', () => resolve());
    worker.once('error', reject);
  });
}

import { parentPort } from 'node:worker_threads';
import { Forecaster } from '../domain/waits/forecast.js';
import type { Question } from './forecast-thread.js';

/** The thread that `ForecastThread` starts: each message is a question, and is answered. */
parentPort?.on('message', ({ queue, curves }: Question) => {
  const forecaster = new Forecaster(queue);
  parentPort?.postMessage(curves === undefined ? forecaster.waits() : forecaster.moreCopies(curves));
});

import { parentPort } from 'node:worker_threads';
import { randomLcg } from 'd3-random';
import { Forecaster } from '../domain/waits/forecast.js';
import type { Question } from './forecast-thread.js';

/** Two workers that compute the same queue write the same. */
const SEED = 1;

/** The thread that `ForecastThread` starts: each message is a question, and is answered. */
parentPort?.on('message', ({ queue, curves }: Question) => {
  const forecaster = new Forecaster(queue, () => randomLcg(SEED));
  parentPort?.postMessage(curves === undefined ? forecaster.waits() : forecaster.moreCopies(curves));
});

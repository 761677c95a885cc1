import { parentPort } from 'node:worker_threads';
import { randomLcg } from 'd3-random';
import { forecastOf, type QueueToForecast } from '../domain/waits/forecast.js';

/** Two workers that compute the same queue write the same. */
const SEED = 1;

/** The thread that `ForecastThread` starts: each message is a queue, and is answered with its forecast. */
parentPort?.on('message', (queue: QueueToForecast) => {
  parentPort?.postMessage(forecastOf(queue, () => randomLcg(SEED)));
});

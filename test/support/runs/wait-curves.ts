import { ForecastThread } from '../../../src/waits/forecast-thread.js';
import { observe } from '../../../src/waits/observer.service.js';
import { WaitCurvesService } from '../../../src/waits/wait-curves.service.js';
import {
  Forecaster,
  type MoreCopiesForecast,
  type QueueToForecast,
  type Waits,
} from '../../../src/domain/waits/forecast.js';
import type { WaitCurve } from '../../../src/domain/waits/wait-curve.js';
import { EventPublisher } from '../../../src/events/publisher.service.js';
import type { Database } from '../../../src/platform/database/database.js';
import { Metrics } from '../../../src/platform/observability/metrics.js';

/** Computes without a thread of its own, which takes long to start. */
export class InThisThread extends ForecastThread {
  override waits(queue: QueueToForecast): Promise<Waits> {
    return Promise.resolve(new Forecaster(queue).waits());
  }

  override moreCopies(queue: QueueToForecast, curves: readonly WaitCurve[]): Promise<MoreCopiesForecast> {
    return Promise.resolve(new Forecaster(queue).moreCopies(curves));
  }
}

/** Leaves out what more copies would bring, which takes most of the time. */
export class WaitsOnly extends InThisThread {
  override moreCopies(): Promise<undefined> {
    return Promise.resolve(undefined);
  }
}

export const METRICS = new Metrics();

/** As in a worker that has just started. */
export function waitCurvesOf(
  database: Database,
  thread: ForecastThread = new InThisThread(),
): WaitCurvesService {
  return new WaitCurvesService(database, METRICS, thread);
}

/** It also learns what estimates are made from, as a worker's does. */
export function publisherOf(database: Database): EventPublisher {
  const publisher = new EventPublisher(database);
  publisher.follow(observe);
  return publisher;
}

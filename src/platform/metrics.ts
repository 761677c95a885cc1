import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What the process tells Prometheus. Labels name routes and outcomes, never a patron, a title or an address. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'holdfast_request_seconds',
    help: 'Time from a request to its answer, by method, route template and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  readonly mails = new Counter({
    name: 'holdfast_mails_total',
    help: 'Notices, by outcome: sent, delayed (to be tried again), refused (for good).',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly timerLag = new Gauge({
    name: 'holdfast_timer_lag_seconds',
    help: 'How late the last look at what is due found the longest overdue suspension, pickup or loan; 0 when none was.',
    registers: [this.registry],
  });

  readonly settledQueues = new Counter({
    name: 'holdfast_settled_queues_total',
    help: 'Queues in which a timer acted on something due.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }
}

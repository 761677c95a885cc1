import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { HOLD_END_REASONS } from '../../domain/holds/hold-end.js';
import { readBuildInfo } from './build-info.js';

/** How long a rendering is reused. */
const RENDERING_MS = 1_000;

const REQUEST_LIMITS = [
  'address',
  'api-token',
  'client',
  'library',
  'patron',
  'in-progress',
  'streams',
  'wrong-secrets',
  'wrong-tokens',
];
const ILS_OUTCOMES = ['success', 'refused', 'no-category', 'unavailable'];
const PUSH_OUTCOMES = ['sent', 'delayed', 'refused', 'ended'];
const MAIL_OUTCOMES = ['sent', 'delayed', 'refused', 'bounced'];

export interface Rendering {
  readonly mediaType: string;
  readonly content: Buffer;
  readonly etag: string;
}

/** Metrics for Prometheus. Labels name routes and outcomes, never a patron, a title or an e-mail address. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly requests = new Histogram({
    name: 'holdfast_request_seconds',
    help: 'Time from a request to the end of its response, by method, route template and status.',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [this.registry],
  });

  readonly mails = new Counter({
    name: 'holdfast_mails_total',
    help: 'Notices by outcome: sent, delayed (will be retried), refused (permanently), bounced (reported later).',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly texts = new Counter({
    name: 'holdfast_texts_total',
    help: 'Notices as text messages by outcome: sent, delayed (will be retried), refused (permanently), bounced (reported later).',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  readonly pushes = new Counter({
    name: 'holdfast_pushes_total',
    help: 'Push messages by outcome: sent, delayed (will be retried), refused (for good), ended (the browser takes no more).',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  /** How long copies freed by time alone wait for a process to assign them. Commands that free a copy assign it in the same transaction. */
  readonly assignmentLag = new Histogram({
    name: 'holdfast_hand_over_lag_seconds',
    help: 'Copies assigned to holds: time from when a copy was free for a hold until the hold was ready; 0 if one transaction did both.',
    buckets: [0, 1, 5, 15, 60, 300, 1_800, 7_200, 43_200],
    registers: [this.registry],
  });

  /** Has no sample until the timers have run: never in a process without timers. */
  readonly timersLastRun = new Gauge({
    name: 'holdfast_timers_last_run_timestamp_seconds',
    help: 'When the timers of this process last had done all that was due, in Unix time.',
    registers: [this.registry],
  });

  readonly periodicTaskFailures = new Counter({
    name: 'holdfast_periodic_task_failures_total',
    help: 'Attempts of a periodic task that failed, by task. It is tried again after a second, then later and later.',
    labelNames: ['task'] as const,
    registers: [this.registry],
  });

  readonly appliedQueues = new Counter({
    name: 'holdfast_settled_queues_total',
    help: 'Queues in which a timer processed something due.',
    registers: [this.registry],
  });

  readonly queuesWithoutForecast = new Counter({
    name: 'holdfast_queues_without_forecast_total',
    help: 'Queues whose waits could not be computed, by reason: failed, or too-slow. They are put aside until they change, or for a day.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  readonly holdsEnded = new Counter({
    name: 'holdfast_holds_ended_total',
    help: 'Holds that ended, by reason.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  readonly operatorRequests = new Counter({
    name: 'holdfast_operator_requests_total',
    help: 'Requests with an operator token, by its position in OPERATOR_TOKEN: first, second.',
    labelNames: ['token'] as const,
    registers: [this.registry],
  });

  readonly refusedRequests = new Counter({
    name: 'holdfast_refused_requests_total',
    help: 'Requests refused by a limit: the rate of an address, API token, client, library or patron, requests in progress or streams of a patron, wrong secrets of a client, or unknown tokens of an address.',
    labelNames: ['limit'] as const,
    registers: [this.registry],
  });

  readonly changeStreams = new Gauge({
    name: 'holdfast_change_streams',
    help: 'Open streams of patrons’ changes.',
    registers: [this.registry],
  });

  readonly staffSignIns = new Counter({
    name: 'holdfast_staff_sign_ins_total',
    help: 'Attempts of staff to sign in, by method (password, provider) and outcome (success, refused).',
    labelNames: ['method', 'outcome'] as const,
    registers: [this.registry],
  });

  readonly ilsSignIns = new Counter({
    name: 'holdfast_ils_sign_ins_total',
    help: 'Sign-ins by the system of a library, by outcome: success, refused (an unknown card or a wrong PIN), no-category, unavailable.',
    labelNames: ['outcome'] as const,
    registers: [this.registry],
  });

  private readonly buildInfo = new Gauge({
    name: 'holdfast_build_info',
    help: 'Always 1. The labels name the release, and the commit of which it was built.',
    labelNames: ['version', 'commit'] as const,
    registers: [this.registry],
  });

  /** Has no sample until a job runner lives: never in a process without jobs. */
  readonly runnerHeartbeat = new Gauge({
    name: 'holdfast_job_runner_heartbeat_timestamp_seconds',
    help: 'When the job runner of this process last saw that it holds its lock, in Unix time.',
    registers: [this.registry],
  });

  private rendering!: Promise<Rendering>;
  private renderedAt = -Infinity;

  constructor() {
    this.timersLastRun.remove();
    this.runnerHeartbeat.remove();
    // A series without a first sample of 0 would not show its first increase.
    for (const outcome of MAIL_OUTCOMES)
      for (const counter of [this.mails, this.texts]) counter.inc({ outcome }, 0);
    for (const outcome of PUSH_OUTCOMES) this.pushes.inc({ outcome }, 0);
    for (const reason of ['failed', 'too-slow']) this.queuesWithoutForecast.inc({ reason }, 0);
    for (const reason of HOLD_END_REASONS) this.holdsEnded.inc({ reason }, 0);
    for (const token of ['first', 'second']) this.operatorRequests.inc({ token }, 0);
    for (const limit of REQUEST_LIMITS) this.refusedRequests.inc({ limit }, 0);
    for (const method of ['password', 'provider'])
      for (const outcome of ['success', 'refused']) this.staffSignIns.inc({ method, outcome }, 0);
    for (const outcome of ILS_OUTCOMES) this.ilsSignIns.inc({ outcome }, 0);
    const { version, commit } = readBuildInfo();
    this.buildInfo.set({ version, commit }, 1);
    collectDefaultMetrics({ register: this.registry });
  }

  /** All metrics as text, rendered at most once a second, so that frequent scrapes cost little. */
  render(): Promise<Rendering> {
    if (performance.now() - this.renderedAt >= RENDERING_MS) {
      // Scrapes share a rendering in progress: some metrics wait for the database, which may be slow.
      this.renderedAt = Infinity;
      this.rendering = this.renderAgain().finally(() => {
        this.renderedAt = performance.now();
      });
    }
    return this.rendering;
  }

  private async renderAgain(): Promise<Rendering> {
    const content = Buffer.from(await this.registry.metrics());
    const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
    return { mediaType: this.registry.contentType, content, etag };
  }
}

import { type BeforeApplicationShutdown, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Task, TaskList } from 'graphile-worker';
import { TimersService } from '../circulation/timers/timers.service.js';
import { MailPause } from '../notifications/sending/mail-pause.js';
import { inSpan } from '../platform/observability/tracing.js';
import { DeclaredTasks } from './declared-tasks.js';
import { JobsService } from './jobs.service.js';
import { Outboxes } from './outboxes.js';

/** Runs timers and mail in the background, in processes whose `ROLE` is `all` or `worker`. */
@Injectable()
export class WorkerService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly timers: TimersService,
    private readonly jobs: JobsService,
    private readonly mailPause: MailPause,
    private readonly outboxes: Outboxes,
    private readonly declared: DeclaredTasks,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    // Steps that can fail come first: a failed start must leave nothing running.
    await this.mailPause.prepare();
    await this.jobs.start(() => this.tasks());
    this.mailPause.watch(() => void this.jobs.renew());
    this.outboxes.start();
    this.timers.start(this.declared.periodic());
  }

  private tasks(): TaskList {
    const runnable = this.declared.jobs().filter(([{ sendsMail }]) => !sendsMail || !this.mailPause.isOn);
    return Object.fromEntries(runnable.map(([{ name }, task]) => [name, inOwnSpan(name, task)]));
  }

  /** Runs before the database closes, so that jobs and timers can finish their current work. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all([this.timers, this.outboxes, this.jobs, this.mailPause].map((part) => part.stop()));
  }
}

function inOwnSpan(name: string, task: Task): Task {
  return (payload, helpers) =>
    inSpan({ name: `job ${name}`, kind: 'job' }, async () => task(payload, helpers));
}

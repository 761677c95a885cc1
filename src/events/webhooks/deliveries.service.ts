import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { isRestoredCopy } from '../../notifications/sending/mail-origin.store.js';
import { Database } from '../../platform/database/database.js';
import { Session } from '../../platform/database/connections/session.js';
import type { SignedOutbound } from '../../platform/outbound/signed-sender.js';
import { Trouble } from '../../platform/trouble.js';
import { settlesWithin } from '../../platform/settles-within.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { sendEvents, type Sent } from './delivery.js';
import * as store from './deliveries.store.js';
import { findDueRound, recordRound } from './due-round.js';
import { sendable } from './round.js';
import { SecretSeal } from '../../platform/secret-seal.js';

const LOOK_EVERY_MS = 1_000;
/** The pause between two looks, however often events are published. */
const MIN_PAUSE_MS = 50;
const RETRY_MS = 1_000;
/** How many receivers one process sends to at the same time: those that hang do not delay others. */
const RECEIVERS_AT_ONCE = 500;
/** The time for requests in progress, when the process must end. */
const STOP_MS = 5_000;

/**
 * Sends events to receivers, in the order of the feed. One process at a time delivers to a receiver: it holds a lock that lasts as long as
 * its session, through which it reads and records everything. So one that has lost its lock records nothing.
 */
@Injectable()
export class WebhookDeliveries {
  private readonly logger = new Logger('Webhooks');
  private readonly to: SignedOutbound;
  private readonly stopping = new AbortController();
  private readonly trouble = new Trouble();
  /** Ends the requests in progress. */
  private readonly cutting = new AbortController();
  private readonly inProgress = new Map<string, Promise<void>>();
  private running: Promise<void> = Promise.resolve();
  private news = new AbortController();
  private session: Session | undefined;
  private turns: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly database: Database,
    seal: SecretSeal,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.to = {
      seal,
      policy: config.outbound,
      proxy: config.outboundProxy,
    };
  }

  start(): void {
    this.running = this.run();
  }

  /** Begins no more requests, and waits for those in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.news.abort();
    await this.running;
    const all = Promise.all(this.inProgress.values());
    if (!(await settlesWithin(STOP_MS, all))) this.cutting.abort();
    await settlesWithin(STOP_MS, all);
    await this.session?.close();
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.news = new AbortController();
      let pause = LOOK_EVERY_MS;
      try {
        await this.look(await this.openSession());
        this.trouble.end();
      } catch (error) {
        if (this.trouble.isNews(error))
          this.logger.warn({ err: error }, 'Webhooks are not delivered; retrying.');
        pause = RETRY_MS;
      }
      await this.pauseFor(MIN_PAUSE_MS, this.stopping.signal);
      await this.pauseFor(pause, AbortSignal.any([this.stopping.signal, this.news.signal]));
    }
  }

  private async pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
    await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
  }

  private async openSession(): Promise<Session> {
    if (this.session?.isOver === false) return this.session;
    const url = this.config.jobsDatabaseUrl ?? this.database.url;
    const session = await Session.open(url, 'holdfast-webhooks', () => this.news.abort());
    await store.listen(session);
    this.session = session;
    return session;
  }

  /** Begins with the receivers for which something is due. */
  private async look(session: Session): Promise<void> {
    const room = RECEIVERS_AT_ONCE - this.inProgress.size;
    if (room <= 0) return;
    const due = await store.findDue(session, [...this.inProgress.keys()], room);
    // A copy of the database must not send what the original sends, or what has not happened in it.
    if (due.length === 0 || (await isRestoredCopy(session))) return;
    for (const webhookId of due) {
      const work = this.deliver(session, webhookId)
        .catch((error: unknown) =>
          this.logger.warn({ err: error }, 'A delivery was not recorded; repeating.'),
        )
        .finally(() => this.inProgress.delete(webhookId));
      this.inProgress.set(webhookId, work);
    }
  }

  /** One after the other: with hundreds of receivers at a time, statements would wait too long for the session. */
  private inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.turns.then(work);
    this.turns = result.catch(() => undefined);
    return result;
  }

  private async deliver(session: Session, webhookId: string): Promise<void> {
    if (!(await this.inTurn(() => store.lockWebhook(session, webhookId)))) return;
    try {
      while (!this.stopping.signal.aborted && (await this.deliverPage(session, webhookId)));
    } finally {
      if (!session.isOver) await this.inTurn(() => store.unlockWebhook(session, webhookId));
      // Takes account of what was published meanwhile.
      this.news.abort();
    }
  }

  /** @returns whether there is more to send now */
  private async deliverPage(session: Session, webhookId: string): Promise<boolean> {
    const due = await this.inTurn(() => findDueRound(session, webhookId));
    if (due === undefined) return false;
    const events = sendable(due.round);
    const isStopped = (): boolean => this.stopping.signal.aborted || session.isOver;
    const sent =
      events.length === 0
        ? NOTHING
        : await sendEvents(due.webhook, events, this.to, { signal: this.cutting.signal, isStopped });
    const recorded = await this.inTurn(() => recordRound(session, due, sent));
    if (recorded === 'disabled')
      this.logger.warn({ websiteId: due.webhook.websiteId }, 'A webhook was disabled.');
    return recorded === 'more';
  }
}

const NOTHING: Sent = { attempts: [], accepted: [] };

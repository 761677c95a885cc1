import { setTimeout as sleep } from 'node:timers/promises';
import { HttpStatus, Inject, Injectable, Logger } from '@nestjs/common';
import { amongKept, type EventPage, readPage } from '../events/event-feed.service.js';
import type { PublishedEvent } from '../events/feed.store.js';
import { isRestoredCopy } from '../notifications/sending/mail-origin.store.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { PeriodicTask } from '../platform/jobs/task.decorators.js';
import { Session } from '../platform/database/connections/session.js';
import { webhookPolicy } from '../platform/outbound/outbound-policy.js';
import { settlesWithin } from '../platform/settles-within.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { insertAttempts, purgeAttempts } from './attempts.store.js';
import { isAccepted, sendEvents, type Sent, type SignedOutbound } from './delivery.js';
import * as store from './deliveries.store.js';
import { SecretSeal } from './secret-seal.js';

const LOOK_EVERY_MS = 1_000;
/** Between two looks, however often events are published. */
const MIN_PAUSE_MS = 50;
const RETRY_MS = 1_000;
/** Receivers that one process sends to at the same time: those that hang hold up no others. */
const RECEIVERS_AT_ONCE = 500;
const EVENTS_AT_ONCE = 100;
/** For requests in progress, when the process has to end. */
const STOP_MS = 5_000;

const FIRST_RETRY_SECONDS = 5;
const MAX_RETRY_SECONDS = 3_600;

/** Doubled with each failure, and a fifth more or less: receivers that failed together are not tried together. */
export function retrySeconds(failures: number, random = Math.random()): number {
  const seconds = Math.min(FIRST_RETRY_SECONDS * 2 ** Math.min(failures, 20), MAX_RETRY_SECONDS);
  return seconds * (0.8 + 0.4 * random);
}

/**
 * Tells receivers what has happened, in the order of the feed. One process at a time delivers to a receiver: it holds a lock for as long
 * as its session lasts, and all that it reads and records goes through that session. So one that has lost its lock records nothing.
 */
@Injectable()
export class WebhookDeliveries {
  private readonly logger = new Logger('Webhooks');
  private readonly to: SignedOutbound;
  private readonly stopping = new AbortController();
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
      policy: webhookPolicy(config.webhooksToPrivateAddresses),
      proxy: config.outboundProxy,
    };
  }

  start(): void {
    this.running = this.run();
  }

  /** Begins no more, and waits for the requests in progress. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.news.abort();
    await this.running;
    const all = Promise.all(this.inProgress.values());
    if (!(await settlesWithin(STOP_MS, all))) this.cutting.abort();
    await settlesWithin(STOP_MS, all);
    await this.session?.close();
  }

  @PeriodicTask('webhook-attempts')
  purgeAttempts(connection: Connection): Promise<number> {
    return purgeAttempts(connection);
  }

  private async run(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      this.news = new AbortController();
      let pause = LOOK_EVERY_MS;
      try {
        await this.look(await this.openSession());
      } catch (error) {
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

  /** Begins with the receivers that something is due for. */
  private async look(session: Session): Promise<void> {
    const room = RECEIVERS_AT_ONCE - this.inProgress.size;
    if (room <= 0) return;
    const due = await store.findDue(session, [...this.inProgress.keys()], room);
    // A copy of the database tells no receiver what the original tells, or what has not happened to it.
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

  /** One after the other: with hundreds of receivers at a time, statements would wait for the session until their time is over. */
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
      // What was published meanwhile.
      this.news.abort();
    }
  }

  /** @returns whether there is more to be sent now */
  private async deliverPage(session: Session, webhookId: string): Promise<boolean> {
    const found = await this.inTurn(() => findPage(session, webhookId));
    if (found === undefined) return false;
    const { webhook, page, events } = found;
    const isStopped = (): boolean => this.stopping.signal.aborted || session.isOver;
    const sent =
      events.length === 0
        ? NOTHING
        : await sendEvents(webhook, events, this.to, { signal: this.cutting.signal, isStopped });
    return this.inTurn(async () => {
      await insertAttempts(session, webhookId, sent.attempts);
      if (sent.accepted.length === events.length) {
        await store.recordAccepted(session, webhook, page.place);
        return !page.done;
      }
      await this.recordRest(session, webhook, sent);
      return false;
    });
  }

  private async recordRest(session: Session, webhook: store.DueWebhook, sent: Sent): Promise<void> {
    const failed = sent.attempts.filter((attempt) => !isAccepted(attempt));
    if (failed.length === 0) return store.recordPartlyAccepted(session, webhook, sent.accepted);
    const disabled = await store.recordFailure(session, webhook, {
      accepted: sent.accepted,
      retrySeconds: retrySeconds(sent.accepted.length > 0 ? 0 : webhook.failures),
      // A receiver that answers this wants no more.
      isGone: failed.some(({ status }) => status === HttpStatus.GONE),
    });
    if (disabled !== null) this.logger.warn({ websiteId: webhook.websiteId }, 'A webhook was disabled.');
  }
}

const NOTHING: Sent = { attempts: [], accepted: [] };

interface DuePage {
  readonly webhook: store.DueWebhook;
  readonly page: EventPage;
  /** Those of the page that were not accepted yet. */
  readonly events: readonly PublishedEvent[];
}

/** Undefined if nothing is due. */
async function findPage(session: Session, webhookId: string): Promise<DuePage | undefined> {
  const webhook = await store.findDueWebhook(session, webhookId);
  if (webhook === undefined) return undefined;
  const { types, websiteId, accepted } = webhook;
  const wanted = { types, websiteIds: [websiteId], limit: EVENTS_AT_ONCE };
  const page = await readPage(session, await amongKept(session, webhook), wanted);
  return { webhook, page, events: page.events.filter(({ eventId }) => !accepted.includes(eventId)) };
}

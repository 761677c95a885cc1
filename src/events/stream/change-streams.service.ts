import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { TokenHoldersService } from '../../access/tokens/token-holders.service.js';
import { Refusal, refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import { patronText } from '../publication-message.js';
import { PublishedEvents } from '../published-events.js';
import { Database } from '../../platform/database/database.js';
import { Trouble } from '../../platform/trouble.js';
import { Metrics } from '../../platform/observability/metrics.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import type { ChangeStream } from './change-stream.js';
import { findLatestEvents } from './changes.store.js';

/** The limit in one process. */
const STREAMS_OF_A_PATRON = 10;
/** The share of the connections that may be open. The rest is left to requests that end. */
const STREAMS_SHARE = 1 / 2;
const PATRONS_AT_ONCE = 500;
const RETRY_MS = 1_000;
/** Balancers and proxies cut connections that are silent for longer, commonly for 60 s. */
const HEARTBEAT_MS = 15_000;
const CHECK_TOKENS_MS = 5_000;
/** Behind a pooler, without an address of PostgreSQL itself, no notification arrives. */
const LOOK_ANYWAY_MS = 30_000;

/**
 * The streams of this process. An open one costs no statements of its own: when events were published, one statement finds the latest of all
 * patrons who have a stream here, and now and then others check all patrons and all tokens.
 */
@Injectable()
export class ChangeStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Changes');
  private readonly ofPatrons = new Map<string, Set<ChangeStream>>();
  /** Patrons whose latest event must be looked up. */
  private readonly asked = new Map<string, PatronKey>();
  private readonly stopping = new AbortController();
  private readonly trouble = new Trouble();
  private readonly max: number;
  private count = 0;
  private isLooking = false;
  private timers: NodeJS.Timeout[] | undefined;

  constructor(
    private readonly database: Database,
    private readonly published: PublishedEvents,
    private readonly holders: TokenHoldersService,
    private readonly metrics: Metrics,
    @Inject(CONFIG) { maxConnections }: Config,
  ) {
    this.max = Math.ceil(maxConnections * STREAMS_SHARE);
  }

  /** @throws Refusal `TooManyRequests`, `ServiceUnavailable` */
  requireRoom(patron: PatronKey): void {
    if (this.stopping.signal.aborted) throw refusal('ServiceUnavailable');
    if (this.count >= this.max)
      throw new Refusal('ServiceUnavailable', 'Too many streams of changes are open: try again later.');
    if ((this.ofPatrons.get(patronText(patron))?.size ?? 0) < STREAMS_OF_A_PATRON) return;
    this.metrics.refusedRequests.inc({ limit: 'streams' });
    throw new Refusal(
      'TooManyRequests',
      `The patron has ${STREAMS_OF_A_PATRON} streams of changes already: close one of them.`,
    );
  }

  /** Resolves when the stream has begun, or its client has left. */
  async open(stream: ChangeStream): Promise<void> {
    this.begin();
    const key = patronText(stream.patron);
    const own = this.ofPatrons.get(key) ?? new Set();
    this.ofPatrons.set(key, own.add(stream));
    this.count++;
    this.metrics.changeStreams.set(this.count);
    // First, so that nothing that is published meanwhile is missed.
    this.ask([stream.patron]);
    await stream.opened;
  }

  close(stream: ChangeStream): void {
    const key = patronText(stream.patron);
    const own = this.ofPatrons.get(key);
    if (own?.delete(stream) !== true) return;
    if (own.size === 0) this.ofPatrons.delete(key);
    this.count--;
    this.metrics.changeStreams.set(this.count);
  }

  /** Ends all streams. Their clients reconnect to another process. */
  beforeApplicationShutdown(): void {
    this.stopping.abort();
    for (const timer of this.timers ?? []) clearInterval(timer);
    for (const stream of this.all()) stream.end();
  }

  private all(): ChangeStream[] {
    return [...this.ofPatrons.values()].flatMap((streams) => [...streams]);
  }

  private patrons(): PatronKey[] {
    return this.all().map(({ patron }) => patron);
  }

  /** Called with the first stream: a process without streams does not listen. */
  private begin(): void {
    if (this.timers !== undefined) return;
    this.published.listen((patrons) => this.ask(patrons ?? this.patrons()));
    this.timers = [
      setInterval(() => this.all().forEach((stream) => stream.beat()), HEARTBEAT_MS),
      setInterval(() => void this.endThoseWithoutToken(), CHECK_TOKENS_MS),
      setInterval(() => this.ask(this.patrons()), LOOK_ANYWAY_MS),
    ];
  }

  private ask(patrons: readonly PatronKey[]): void {
    for (const patron of patrons) {
      const key = patronText(patron);
      if (this.ofPatrons.has(key)) this.asked.set(key, patron);
    }
    if (!this.isLooking) void this.look();
  }

  /** One statement at a time, so that no answer is older than the one before it. */
  private async look(): Promise<void> {
    this.isLooking = true;
    while (this.asked.size > 0 && !this.stopping.signal.aborted) {
      const some = [...this.asked.values()].slice(0, PATRONS_AT_ONCE);
      for (const patron of some) this.asked.delete(patronText(patron));
      try {
        for (const { eventId, ...patron } of await findLatestEvents(this.database, some))
          for (const stream of this.streamsOf(patron)) stream.tell(eventId);
        this.trouble.end();
      } catch (error) {
        if (this.trouble.isNews(error))
          this.logger.warn({ err: error }, 'Patrons are not told of their changes; retrying.');
        for (const stream of some.flatMap((patron) => this.streamsOf(patron))) stream.refuse(error);
        for (const patron of some) this.asked.set(patronText(patron), patron);
        await sleep(RETRY_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
      }
    }
    this.isLooking = false;
  }

  private streamsOf(patron: PatronKey): ChangeStream[] {
    return [...(this.ofPatrons.get(patronText(patron)) ?? [])];
  }

  private async endThoseWithoutToken(): Promise<void> {
    const streams = this.all();
    try {
      const ended = await this.holders.findEnded(streams.map(({ token }) => token));
      for (const stream of streams) if (ended.has(stream.token)) stream.end();
    } catch (error) {
      this.logger.warn({ err: error }, 'The tokens of streams were not checked; retrying.');
    }
  }
}

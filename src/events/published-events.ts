import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { Session } from '../platform/database/connections/session.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { listenForEvents } from './published-events.store.js';

const LOOK_AFTER_SESSION_MS = 1_000;

/** The wait for the next events. */
export interface News {
  /** @returns false when none came within these milliseconds, or the process is to stop */
  within(milliseconds: number): Promise<boolean>;
  cancel(): void;
}

/** @param patronIds of the patrons whom something happened to; undefined: of any, because the session was lost meanwhile */
export type EventListener = (patronIds: ReadonlySet<number> | undefined) => void;

/**
 * Tells all who wait in this process that events were published. However many they are, one session listens, and none as long as
 * nobody waits: behind PgBouncer it goes around it (`JOBS_DATABASE_URL`).
 */
@Injectable()
export class PublishedEvents implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly listeners = new Set<EventListener>();
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @returns a function that ends it */
  listen(listener: EventListener): () => void {
    this.listeners.add(listener);
    this.running ??= this.run();
    return () => this.listeners.delete(listener);
  }

  next(): News {
    const ended = new AbortController();
    let hasCome = false;
    const cancel = this.listen(() => {
      hasCome = true;
      ended.abort();
    });
    const signal = AbortSignal.any([ended.signal, this.stopping.signal]);
    return {
      cancel,
      within: async (milliseconds) => {
        await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
        return hasCome;
      },
    };
  }

  /** Ends all waits: their requests are answered before the process stops. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  get isStopping(): AbortSignal {
    return this.stopping.signal;
  }

  private async run(): Promise<void> {
    let session: Session | undefined;
    while (!this.stopping.signal.aborted) {
      try {
        if (session?.isOver !== false) {
          session = await this.open();
          // Whatever was published without a session.
          this.tell(undefined);
        }
      } catch (error) {
        this.logger.warn({ err: error }, 'Nobody is told of new events; retrying.');
      }
      await sleep(LOOK_AFTER_SESSION_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
    await session?.close();
  }

  private async open(): Promise<Session> {
    const url = this.config.jobsDatabaseUrl ?? this.database.url;
    const session = await Session.open(url, 'holdfast-events', (message) => {
      this.tell(new Set(message.split(',').map(Number)));
    });
    await listenForEvents(session);
    return session;
  }

  private tell(patronIds: ReadonlySet<number> | undefined): void {
    for (const listener of [...this.listeners]) listener(patronIds);
  }
}

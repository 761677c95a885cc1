import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { PatronKey } from '../domain/patron.js';
import { Database } from '../platform/database/database.js';
import { Session } from '../platform/database/connections/session.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { Trouble } from '../platform/trouble.js';
import { patronsIn } from './publication-message.js';
import { listenForEvents } from './published-events.store.js';

const LOOK_AFTER_SESSION_MS = 1_000;

/** @param patrons whom the events are about; undefined: unknown, because no session was listening for a while */
type Listener = (patrons: readonly PatronKey[] | undefined) => void;

/**
 * Announces published events to all that wait in this process. A single session listens for all of them, and none as long as nobody waits:
 * behind PgBouncer it connects directly (`JOBS_DATABASE_URL`).
 */
@Injectable()
export class PublishedEvents implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Events');
  private readonly listeners = new Set<Listener>();
  private readonly stopping = new AbortController();
  private readonly trouble = new Trouble();
  private running: Promise<void> | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Aborted when the process stops: waiting requests are answered first. */
  get stopped(): AbortSignal {
    return this.stopping.signal;
  }

  /** Calls the listener for all events that are published from now on, until the process stops. */
  listen(listener: Listener): void {
    this.listeners.add(listener);
    this.running ??= this.run();
  }

  /** Ends all waits: their requests are answered before the process stops. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  private async run(): Promise<void> {
    let session: Session | undefined;
    while (!this.stopping.signal.aborted) {
      try {
        // Listening again changes nothing, and fails on a session whose server is gone.
        if (session?.isOver === false) await listenForEvents(session);
        else {
          session = await this.open();
          this.trouble.end();
          // Events may have been published without a session.
          this.tell(undefined);
        }
      } catch (error) {
        if (this.trouble.isNews(error))
          this.logger.warn({ err: error }, 'New events are not announced; retrying.');
      }
      await sleep(LOOK_AFTER_SESSION_MS, undefined, { signal: this.stopping.signal }).catch(() => undefined);
    }
    await session?.close();
  }

  private async open(): Promise<Session> {
    const url = this.config.jobsDatabaseUrl ?? this.database.url;
    const session = await Session.open(url, 'holdfast-events', (message) => this.tell(patronsIn(message)));
    await listenForEvents(session);
    return session;
  }

  private tell(patrons: readonly PatronKey[] | undefined): void {
    for (const listener of [...this.listeners]) listener(patrons);
  }
}

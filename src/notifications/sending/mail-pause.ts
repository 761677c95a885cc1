import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { claimMailOrigin, isMailOrigin } from './mail-origin.store.js';

const LOOK_EVERY_MS = 2_000;

/** The notice waits until mail is resumed. */
export class MailIsPaused extends Error {
  constructor() {
    super('Mail is paused.');
    this.name = 'MailIsPaused';
  }
}

/**
 * Whether notices wait in the database (decision 12). They do on a restored copy, until `holdfast resume-mail`: its patrons have had most of them
 * already, and the original may still be running.
 */
@Injectable()
export class MailPause {
  private readonly logger = new Logger('Mail');
  private readonly stopped = new AbortController();
  private onChange: () => void = () => undefined;
  private looking: Promise<void> = Promise.resolve();
  /** Undefined before the first look. */
  private paused: boolean | undefined;

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The result of the last look at the database. */
  get isOn(): boolean {
    return this.paused !== false;
  }

  /** Looks for the first time. A database that has sent no notices yet becomes the one that does. */
  async prepare(): Promise<void> {
    await claimMailOrigin(this.database);
    await this.look();
  }

  /** @param onChange called whenever a pause begins or ends */
  watch(onChange: () => void): void {
    this.onChange = onChange;
    if (!this.config.mailPaused) this.looking = this.keepLooking();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.looking;
  }

  /**
   * Looks again, because the database may have been replaced by a copy since.
   * @throws MailIsPaused
   */
  async requireNone(): Promise<void> {
    await this.look();
    if (this.isOn) throw new MailIsPaused();
  }

  private async keepLooking(): Promise<void> {
    const { signal } = this.stopped;
    while (!signal.aborted) {
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        await this.look();
      } catch (error) {
        this.logger.debug({ err: error }, 'Not known whether mail is paused.');
      }
    }
  }

  private async look(): Promise<void> {
    const isPaused = this.config.mailPaused || !(await isMailOrigin(this.database));
    const wasPaused = this.paused;
    this.paused = isPaused;
    if (isPaused === wasPaused) return;
    if (isPaused) this.logger.warn(this.reason());
    else if (wasPaused) this.logger.log('Mail is no longer paused.');
    this.onChange();
  }

  private reason(): string {
    return this.config.mailPaused
      ? 'Mail is paused by MAIL_PAUSED. Notices wait.'
      : 'Mail is paused, because this database is a restored copy. Notices wait until "holdfast resume-mail".';
  }
}

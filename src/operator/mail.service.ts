import { Inject, Injectable } from '@nestjs/common';
import { findWaitingNotices, type WaitingNotices } from '../circulation/backlog.store.js';
import { changeQueue } from '../circulation/queue-transaction.js';
import { QueueService } from '../circulation/queue.service.js';
import { refusal } from '../domain/errors.js';
import type { TitleId } from '../domain/title-id.js';
import { changeEmailAddress } from '../holds/holds.store.js';
import { isMailOrigin, moveMailOrigin } from '../notifications/mail-origin.store.js';
import type { Config } from '../platform/config.js';
import { CONFIG } from '../platform/config.module.js';
import { Database } from '../platform/database/database.js';
import * as store from './mail.store.js';
import type { Page } from './paging.requests.js';

/** Why no notice is sent, if so: the setting MAIL_PAUSED, or the database is a restored copy (decision 49). */
export type MailPauseReason = 'setting' | 'restored-copy';

export interface MailStatus {
  readonly paused: MailPauseReason | null;
  readonly waiting: WaitingNotices;
}

/** Notices that were not delivered. */
@Injectable()
export class MailService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param websiteId only those of this library */
  unsent(page: Page, websiteId?: number): Promise<store.UnsentNotice[]> {
    return store.findUnsentNotices(this.database, page, websiteId);
  }

  /**
   * @param websiteId only those of this library
   * @returns how many notices are sent again now
   */
  retry(websiteId?: number): Promise<number> {
    return store.retryUnsentNotices(this.database, { websiteId });
  }

  /** @throws Refusal `NotFound` if the hold has ended */
  async recipient(hold: store.NoticedHold): Promise<store.Recipient> {
    const recipient = await store.findRecipient(this.database, hold);
    if (recipient === undefined) throw refusal('NotFound');
    return recipient;
  }

  /**
   * Sends the notice of one hold again.
   * @param emailAddress corrects the hold's address first: the patron can no longer change it, because the title is ready
   * @returns how many notices are sent again now: none if it was sent meanwhile, or is being sent
   * @throws Refusal `NotFound` if the hold has ended, `IgnoreHoldEmailCannotBeChanged` if it has no address
   */
  async retryOne(
    websiteId: number,
    title: TitleId,
    ticket: number,
    emailAddress: string | undefined,
  ): Promise<number> {
    // The list of unsent notices names titles by their reserveId.
    if (title.kind !== 'reserveId') throw refusal('NotFound');
    const hold = { websiteId, reserveId: title.reserveId, ticket };
    const recipient = await this.recipient(hold);
    if (emailAddress !== undefined) await this.correctAddress(hold, recipient.patronId, emailAddress);
    return store.retryUnsentNotices(this.database, hold);
  }

  private correctAddress(
    { websiteId, reserveId, ticket }: store.NoticedHold,
    patronId: number,
    emailAddress: string,
  ): Promise<void> {
    const patron = { websiteId, patronId };
    return changeQueue(this.database, async (transaction) => {
      const title = { kind: 'reserveId', reserveId } as const;
      const { queue, hold } = await this.queues.lockHold(transaction, patron, title);
      // The patron may have a new hold on the title since.
      if (hold.ticket !== ticket) throw refusal('NotFound');
      if (hold.emailAddress === null) throw refusal('IgnoreHoldEmailCannotBeChanged');
      await changeEmailAddress(transaction, patron, queue, emailAddress);
    });
  }

  async status(): Promise<MailStatus> {
    return { paused: await this.pauseReason(), waiting: await findWaitingNotices(this.database) };
  }

  /** Sends notices from this database from now on. It must be certain that the original sends none any more. */
  async resume(): Promise<MailStatus> {
    if ((await this.pauseReason()) === 'restored-copy') await moveMailOrigin(this.database);
    return this.status();
  }

  private async pauseReason(): Promise<MailPauseReason | null> {
    if (this.config.mailPaused) return 'setting';
    const isCopy = (await store.hasMailOrigin(this.database)) && !(await isMailOrigin(this.database));
    return isCopy ? 'restored-copy' : null;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { allWaiting, WAITING_NOTICES } from '../../circulation/timers/backlog.store.js';
import { changeQueue } from '../../circulation/queue-transaction.js';
import { QueueService } from '../../circulation/queue.service.js';
import { Refusal, refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import { changeEmailAddress } from '../../holds/holds.store.js';
import { keepPatron } from '../../patrons/patron-deletion.store.js';
import { isRestoredCopy, moveMailOrigin } from '../../notifications/sending/mail-origin.store.js';
import { NOT_ENCRYPTED } from '../../notifications/sending/mail-transport.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { ReachableLibraries } from '../../platform/database/reachable-libraries.js';
import { recordAction } from '../actions/action-log.js';
import { librariesServed, type StaffPrincipal } from '../permissions/staff-principal.js';
import {
  type MailPauseReason,
  type MailStatusRecord,
  representUnsentNotices,
  type UnsentNoticeListRecord,
} from './mail.representation.js';
import * as store from './mail.store.js';
import { findDestinations, findOthersRefused, type NoticeDestination } from './notice-destinations.store.js';
import type { Page } from '../requests/paging.requests.js';

export type { NoticedHold } from './mail.store.js';

/** Undelivered notices. */
@Injectable()
export class MailService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
    @Inject(CONFIG) private readonly config: Config,
    private readonly reachable: ReachableLibraries,
  ) {}

  /** @param websiteIds undefined: all libraries */
  async unsent(
    { limit, offset }: Page,
    websiteIds: readonly number[] | undefined,
  ): Promise<UnsentNoticeListRecord> {
    const found = await store.FIND_UNSENT.run(this.database, websiteIds, limit, offset);
    return representUnsentNotices(found);
  }

  /**
   * @param websiteIds undefined: all libraries
   * @returns how many notices are sent again now
   */
  async retry(staff: StaffPrincipal, websiteIds: readonly number[] | undefined): Promise<number> {
    const found = await store.FIND_LIBRARIES_OF_UNSENT.run(this.database, websiteIds);
    return store.retryUnsentNotices(this.database, { websiteIds }, async (transaction) => {
      for (const { websiteId } of found)
        await recordAction(transaction, { staff, action: 'mail-retried', websiteId });
    });
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
    hold: store.NoticedHold,
    emailAddress: string | undefined,
    staff: StaffPrincipal,
  ): Promise<number> {
    const { websiteId, reserveId, ticket } = hold;
    const { patronId } = await this.recipient(hold);
    const wanted = { websiteIds: [websiteId], reserveId, ticket };
    if (emailAddress === undefined)
      return store.retryUnsentNotices(this.database, wanted, async (transaction) => {
        if (!(await keepPatron(transaction, { websiteId, patronId }))) throw refusal('NotFound');
        await recordAction(transaction, { staff, action: 'mail-retried', websiteId, patronId });
      });
    await this.correctAddress(hold, { websiteId, patronId }, emailAddress, staff);
    return store.retryUnsentNotices(this.database, wanted);
  }

  /** The titles and addresses of these notices, if their holds are live. */
  destinations(
    websiteId: number,
    notices: readonly Pick<store.NoticedHold, 'reserveId' | 'ticket'>[],
  ): Promise<NoticeDestination[]> {
    return findDestinations(this.database, websiteId, notices);
  }

  /** The other refused notices to this patron. */
  othersRefused(hold: store.NoticedHold, patronId: number): Promise<NoticeDestination[]> {
    return findOthersRefused(this.database, hold, patronId);
  }

  /**
   * Sends the notice of one hold again. If the address is not the hold's own, all refused notices to the patron get it, and are sent again, too.
   * @returns how many notices are sent again now
   * @throws Refusal as `retryOne`
   */
  async repair(
    hold: store.NoticedHold,
    emailAddress: string | undefined,
    staff: StaffPrincipal,
  ): Promise<number> {
    const recipient = await this.recipient(hold);
    if (emailAddress === undefined || emailAddress === recipient.emailAddress)
      return this.retryOne(hold, undefined, staff);
    const others = await this.othersRefused(hold, recipient.patronId);
    let retried = await this.retryOne(hold, emailAddress, staff);
    for (const { reserveId, ticket } of others) {
      const other = { websiteId: hold.websiteId, reserveId, ticket };
      // A hold that has ended meanwhile has no notice. The others are still sent.
      retried += await this.retryOne(other, emailAddress, staff).catch((error: unknown) => {
        if (error instanceof Refusal) return 0;
        throw error;
      });
    }
    return retried;
  }

  private correctAddress(
    { reserveId, ticket }: store.NoticedHold,
    patron: PatronKey,
    emailAddress: string,
    staff: StaffPrincipal,
  ): Promise<void> {
    return changeQueue(this.database, async (transaction) => {
      const title = { kind: 'reserveId', reserveId } as const;
      const { queue, hold } = await this.queues.lockHold(transaction, patron, title, 'everyone');
      // The patron may have a new hold on the title since.
      if (hold.ticket !== ticket) throw refusal('NotFound');
      if (hold.emailAddress === null) throw refusal('IgnoreHoldEmailCannotBeChanged');
      await changeEmailAddress(transaction, patron, queue, emailAddress);
      await recordAction(transaction, { staff, action: 'hold-address-changed', ...patron });
    });
  }

  /** Why the mail server accepts nothing, as a sentence; undefined if no reason is known. */
  async serverProblem(): Promise<string | undefined> {
    return (await store.isMailServerUnencrypted(this.database)) ? NOT_ENCRYPTED : undefined;
  }

  async status(): Promise<MailStatusRecord> {
    const paused = await this.pauseReason();
    const { rows, unreachable } = await this.reachable.search(WAITING_NOTICES, undefined);
    const { count: waiting, oldestSeconds } = allWaiting(rows);
    return { paused, waiting, oldestSeconds, unreachableLibraries: unreachable };
  }

  /**
   * Makes this database the one that sends notices. It must be certain that the original sends none any more.
   * @param websiteId the library in whose log this is recorded; undefined: the installation's
   * @throws Refusal `Forbidden` to staff who do not administer all libraries, whose mail it concerns
   */
  async resume(staff: StaffPrincipal, websiteId?: number): Promise<MailStatusRecord> {
    const own = librariesServed(staff, ['admin']);
    if (own !== undefined && (await store.hasOtherLibraries(this.database, own)))
      throw new Refusal('Forbidden', 'Only an administrator of all libraries may resume their mail.');
    if ((await this.pauseReason()) === 'restored-copy') {
      await moveMailOrigin(this.database);
      if (websiteId !== undefined)
        await recordAction(this.database, { staff, action: 'mail-resumed', websiteId });
    }
    return this.status();
  }

  /** See decision 12. */
  private async pauseReason(): Promise<MailPauseReason | null> {
    if (this.config.mailPaused) return 'setting';
    return (await isRestoredCopy(this.database)) ? 'restored-copy' : null;
  }
}

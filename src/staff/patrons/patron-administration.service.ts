import { Injectable } from '@nestjs/common';
import { revokeTokensOf } from '../../access/tokens/tokens.store.js';
import { CheckoutsService } from '../../checkouts/checkouts.service.js';
import { changeQueue } from '../../circulation/queue-transaction.js';
import { QueueService } from '../../circulation/queue.service.js';
import { refusal } from '../../domain/errors.js';
import type { RemovalReason } from '../../domain/holds/hold-end.js';
import type { PatronKey } from '../../domain/patron.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { HoldsService, type WantedHold } from '../../holds/holds.service.js';
import { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import { type ActionName, recordAction } from '../actions/action-log.js';
import { requestedSuspension, type SuspensionRequest } from '../../suspensions/suspensions.requests.js';
import { SuspensionsService } from '../../suspensions/suspensions.service.js';
import { readUntil } from '../requests/typed-time.js';
import { type HoldTraceRecord, representHoldTrace } from '../hold-traces/hold-traces.representation.js';
import { findLaterAssignments, findStoredWithHolds } from '../hold-traces/hold-traces.store.js';
import { moveToCategory } from '../../patrons/patron-category.js';
import { findCategories } from '../../patrons/patron-category.store.js';
import { deletePatron } from '../../patrons/patron-deletion.js';
import { keepPatron } from '../../patrons/patron-deletion.store.js';
import { findNoticeChoice } from '../../patrons/notice-choice.store.js';
import { findProfile } from '../../patrons/patrons.store.js';
import { blockPatron, liftBlock } from './patron-block.store.js';
import { type PatronExportRecord, representPatronExport } from './patron-export.representation.js';
import { findPatronExport } from './patron-export.store.js';
import { mergePatrons } from './patron-merge.js';
import { type PatronOverviewRecord, representPatronOverview } from './patron-overview.representation.js';
import { findOverviewTitles } from './patron-overview.store.js';
import type { ServedPatron } from './served-patron.decorator.js';

/**
 * Everything that library staff do for a patron, over the API and in the console. Every method throws Refusal `NotFound` if the patron was deleted
 * meanwhile.
 */
@Injectable()
export class PatronAdministrationService {
  constructor(
    private readonly database: Database,
    private readonly holds: HoldsService,
    private readonly suspensions: SuspensionsService,
    private readonly checkouts: CheckoutsService,
    private readonly queues: QueueService,
  ) {}

  /**
   * Follows the rules of a patron's own requests, like the two methods below. The address, perhaps a parent's, is that of this hold alone.
   * @throws Refusal as `HoldsService.place`
   */
  async placeHold(served: ServedPatron, wanted: WantedHold): Promise<void> {
    await this.holds.place(served.patron, wanted, {
      record: recorder(served, 'hold-placed'),
      keepsLastAddress: true,
    });
  }

  /** @throws Refusal as `SuspensionsService.suspend`, and `InvalidFieldValue` for an end that is not within a year */
  async suspendHold(
    served: ServedPatron,
    title: TitleId,
    request: SuspensionRequest & { readonly until?: string },
  ): Promise<void> {
    const { patron } = served;
    const { suspensionType: type, until } = request;
    const requested =
      type === 'limited' && until !== undefined
        ? requestedSuspension(request, {
            type,
            until: await readUntil(this.database, patron.websiteId, until),
          })
        : requestedSuspension(request);
    const record = recorder(served, 'hold-suspended');
    await this.suspensions.suspend(patron, title, requested, { record });
  }

  /** @throws Refusal as `SuspensionsService.release` */
  async resumeHold(served: ServedPatron, title: TitleId): Promise<void> {
    await this.suspensions.release(served.patron, title, { record: recorder(served, 'hold-resumed') });
  }

  /**
   * @param day the last day on which the patron needs the title; null: whenever it comes
   * @throws Refusal as `HoldsService.change`
   */
  async chooseLastDay(served: ServedPatron, title: TitleId, day: string | null): Promise<void> {
    const change = {
      titlesNamed: [],
      emailAddress: undefined,
      ignoreHoldEmail: undefined,
      notNeededAfter: day,
    };
    await this.holds.change(served.patron, title, change, {
      record: recorder(served, 'hold-last-day-chosen'),
    });
  }

  async removeHold(served: ServedPatron, title: TitleId, because: RemovalReason = 'other'): Promise<void> {
    const end = { reason: 'removed-by-staff', because } as const;
    await this.holds.remove(served.patron, title, end, recorder(served, 'hold-removed'));
  }

  async return(served: ServedPatron, title: TitleId): Promise<void> {
    await this.checkouts.return(served.patron, title, recorder(served, 'checkout-returned'));
  }

  /**
   * The events of a live hold (decision 11). Overdue changes are made first, so that the trace has them.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`
   */
  trace(patron: PatronKey, title: TitleId): Promise<HoldTraceRecord> {
    return changeQueue(this.database, async (transaction) => {
      const { queue } = await this.queues.lockHold(transaction, patron, title, 'everyone');
      const stored = (await findStoredWithHolds(transaction, patron)).get(queue.reserveId);
      if (stored === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
      return representHoldTrace(queue, stored, await findLaterAssignments(transaction, patron, queue));
    });
  }

  async export(served: ServedPatron): Promise<PatronExportRecord> {
    const found = await findPatronExport(this.database, served.patron);
    if (found === undefined) throw refusal('NotFound');
    await this.database.transaction(async (transaction) => {
      // A patron who was deleted meanwhile may lack a part.
      if (!(await keepPatron(transaction, served.patron))) throw refusal('NotFound');
      await recorder(served, 'patron-exported')(transaction);
    });
    return representPatronExport(found);
  }

  /** The data of the export, with titles, limits and notices, for staff who help a patron. */
  async overview(patron: PatronKey): Promise<PatronOverviewRecord> {
    const stored = await findPatronExport(this.database, patron);
    const profile = await findProfile(this.database, patron);
    const notices = await findNoticeChoice(this.database, patron);
    if (stored === undefined || profile === undefined || notices === undefined) throw refusal('NotFound');
    return representPatronOverview(stored, {
      profile,
      notices,
      titles: await findOverviewTitles(this.database, patron),
      categories: await findCategories(this.database, patron.websiteId),
    });
  }

  /** The address of the patron's last hold; empty if it had none. */
  async lastHoldEmail(patron: PatronKey): Promise<string> {
    return (await findProfile(this.database, patron))?.lastHoldEmail ?? '';
  }

  /** @throws Refusal `InvalidFieldValue` if the library has no such category */
  async changeCategory(served: ServedPatron, category: string): Promise<void> {
    const record = recorder(served, 'patron-category-changed');
    await moveToCategory(this.database, this.queues, served.patron, { category, record });
  }

  /** Lasts until the desk lifts it: records, lists and sign-ins do not. */
  async block(served: ServedPatron, reason: string): Promise<void> {
    await this.database.transaction(async (transaction) => {
      if (!(await blockPatron(transaction, served.patron, reason))) throw refusal('NotFound');
      await recorder(served, 'patron-blocked')(transaction);
    });
  }

  /** Lifts any block. Records and sign-ins that say so block the patron again. */
  async liftBlock(served: ServedPatron): Promise<void> {
    await this.database.transaction(async (transaction) => {
      if (!(await liftBlock(transaction, served.patron))) throw refusal('NotFound');
      await recorder(served, 'block-lifted')(transaction);
    });
  }

  /** Ends all of the patron's tokens, on every device. Those of an identity provider stay valid: only the provider can end them. */
  async endSessions(served: ServedPatron): Promise<void> {
    const { patron } = served;
    await this.database.transaction(async (transaction) => {
      if (!(await keepPatron(transaction, patron))) throw refusal('NotFound');
      await revokeTokensOf(transaction, patron.websiteId, [patron.patronId]);
      await recorder(served, 'sessions-ended')(transaction);
    });
  }

  /** @throws Refusal `InvalidFieldValue` if `into` is no other patron of the same library */
  async merge({ patron, staff }: ServedPatron, into: number): Promise<void> {
    const kept = { websiteId: patron.websiteId, patronId: into };
    const record = recorder({ patron: kept, staff }, 'patron-merged');
    await mergePatrons(this.database, this.queues, patron, { patronId: into, record });
  }

  async delete({ patron, staff }: ServedPatron): Promise<void> {
    const { websiteId } = patron;
    // Logged without the number: nothing of a forgotten patron stays, and the other entries about the patron are deleted, too.
    await deletePatron(this.database, this.queues, patron, (transaction) =>
      recordAction(transaction, { staff, action: 'patron-forgotten', websiteId }),
    );
  }
}

/** Returns a function that logs, in the given transaction, what was done for the patron. */
function recorder(
  { staff, patron }: ServedPatron,
  action: ActionName,
): (transaction: Connection) => Promise<void> {
  return (transaction) => recordAction(transaction, { staff, action, ...patron });
}

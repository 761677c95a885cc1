import { Injectable } from '@nestjs/common';
import { findPatron, revokeTokensOf } from '../../access/tokens/tokens.store.js';
import { CheckoutsService } from '../../checkouts/checkouts.service.js';
import { changeQueue } from '../../circulation/queue-transaction.js';
import { QueueService } from '../../circulation/queue.service.js';
import { refusal } from '../../domain/errors.js';
import type { RemovalReason } from '../../domain/holds/hold-end.js';
import { isComplete, traceOf } from '../../domain/holds/hold-trace.js';
import type { PatronKey } from '../../domain/patron.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { HoldsService, type WantedHold } from '../../holds/holds.service.js';
import { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import { type ActionName, recordAction } from '../actions/action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { type RequestedSuspension, SuspensionsService } from '../../suspensions/suspensions.service.js';
import type { HoldTrace } from './hold-traces.representation.js';
import { findLaterAssignments, findTrace } from './hold-traces.store.js';
import { moveToCategory } from '../../patrons/patron-category.js';
import { findCategories } from '../../patrons/patron-category.store.js';
import { deletePatron } from '../../patrons/patron-deletion.js';
import { keepPatron } from '../../patrons/patron-deletion.store.js';
import { findPatronExport, type PatronExport } from './patron-export.store.js';
import { mergePatrons } from './patron-merge.js';
import { findOverviewFacts, type OverviewFacts } from './patron-overview.store.js';

export type PatronOverview = PatronExport & OverviewFacts & { readonly categories: readonly string[] };

/** A patron as a request names one: with the library, where its address names that too. */
export interface NamedPatron {
  readonly patronId: number;
  readonly websiteId?: number;
}

/**
 * What library staff do for a patron, over the API and in the console. Every method throws Refusal `NotFound` if there is no
 * such patron in the library.
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
   * By the rules of a patron's own requests, like the two below.
   * @throws Refusal as `HoldsService.place`
   */
  async placeHold(named: NamedPatron, wanted: WantedHold, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patron(named);
    await this.holds.place(patron, wanted, { record: recorder(staff, 'hold-placed', patron) });
  }

  /** @throws Refusal as `SuspensionsService.suspend` */
  async suspendHold(
    named: NamedPatron,
    title: TitleId,
    requested: RequestedSuspension,
    staff: StaffPrincipal,
  ): Promise<void> {
    const patron = await this.patron(named);
    const record = recorder(staff, 'hold-suspended', patron);
    await this.suspensions.suspend(patron, title, requested, { record });
  }

  /** @throws Refusal as `SuspensionsService.release` */
  async resumeHold(named: NamedPatron, title: TitleId, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patron(named);
    await this.suspensions.release(patron, title, { record: recorder(staff, 'hold-resumed', patron) });
  }

  async removeHold(
    named: NamedPatron,
    title: TitleId,
    staff: StaffPrincipal,
    because: RemovalReason = 'other',
  ): Promise<void> {
    const patron = await this.patron(named);
    const end = { reason: 'removed-by-staff', because } as const;
    await this.holds.remove(patron, title, end, recorder(staff, 'hold-removed', patron));
  }

  async return(named: NamedPatron, title: TitleId, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patron(named);
    await this.checkouts.return(patron, title, recorder(staff, 'checkout-returned', patron));
  }

  /**
   * What happened to a live hold (decision 11). What time has ended is written down first, so that the trace has it.
   * @throws Refusal `PatronDoesntHaveTitleOnHold`
   */
  async trace(named: NamedPatron, title: TitleId): Promise<HoldTrace> {
    const patron = await this.patron(named);
    return changeQueue(this.database, async (transaction) => {
      const { queue } = await this.queues.lockHold(transaction, patron, title);
      const stored = await findTrace(transaction, patron, queue);
      if (stored === undefined) throw refusal('PatronDoesntHaveTitleOnHold');
      const assignments = await findLaterAssignments(transaction, patron, queue);
      return {
        reserveId: queue.reserveId,
        crossRefId: queue.crossRefId,
        placedAt: stored.placedAt,
        isComplete: isComplete(stored.events),
        events: traceOf(stored.events, assignments),
      };
    });
  }

  async export(named: NamedPatron, staff: StaffPrincipal): Promise<PatronExport> {
    const patron = await this.patron(named);
    const found = await findPatronExport(this.database, patron);
    if (found === undefined) throw refusal('NotFound');
    await this.database.transaction(async (transaction) => {
      // One who was deleted meanwhile may lack a part.
      if (!(await keepPatron(transaction, patron))) throw refusal('NotFound');
      await recorder(staff, 'patron-exported', patron)(transaction);
    });
    return found;
  }

  /** What staff see of a patron whom they help: the data of the export, with titles, limits and notices. */
  async overview(named: NamedPatron): Promise<PatronOverview> {
    const patron = await this.patron(named);
    const stored = await findPatronExport(this.database, patron);
    const facts = await findOverviewFacts(this.database, patron);
    if (stored === undefined || facts === undefined) throw refusal('NotFound');
    return { ...stored, ...facts, categories: await findCategories(this.database, patron.websiteId) };
  }

  /** @throws Refusal `InvalidFieldValue` if the library has no such category */
  async changeCategory(named: NamedPatron, category: string, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patron(named);
    const record = recorder(staff, 'patron-category-changed', patron);
    await moveToCategory(this.database, this.queues, patron, { category, record });
  }

  /** Ends all of the patron's tokens, on every device. Those of an identity provider stay good: only the provider can end them. */
  async endSessions(named: NamedPatron, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patron(named);
    await this.database.transaction(async (transaction) => {
      if (!(await keepPatron(transaction, patron))) throw refusal('NotFound');
      await revokeTokensOf(transaction, patron.websiteId, [patron.patronId]);
      await recorder(staff, 'sessions-ended', patron)(transaction);
    });
  }

  /** @throws Refusal `InvalidFieldValue` if `into` is no other patron of the same library */
  async merge(
    named: NamedPatron,
    { patronId }: { readonly patronId: number },
    staff: StaffPrincipal,
  ): Promise<void> {
    const from = await this.patron(named);
    const record = recorder(staff, 'patron-merged', { ...from, patronId });
    await mergePatrons(this.database, this.queues, from, { patronId, record });
  }

  async delete(named: NamedPatron, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patron(named);
    const { websiteId } = patron;
    // Without the number: nothing of a forgotten patron stays, and the other entries about the patron go, too.
    await deletePatron(this.database, this.queues, patron, (transaction) =>
      recordAction(transaction, { staff, action: 'patron-forgotten', websiteId }),
    );
  }

  private async patron({ patronId, websiteId }: NamedPatron): Promise<PatronKey> {
    const patron = await findPatron(this.database, patronId);
    const isHere = websiteId === undefined || patron?.websiteId === websiteId;
    if (patron === undefined || !isHere) throw refusal('NotFound');
    return patron;
  }
}

/** Records, in the transaction that it is given, what was done for the patron. */
function recorder(
  staff: StaffPrincipal,
  action: ActionName,
  { websiteId, patronId }: PatronKey,
): (transaction: Connection) => Promise<void> {
  return (transaction) => recordAction(transaction, { staff, action, websiteId, patronId });
}

import { Injectable } from '@nestjs/common';
import { findPatron, revokeTokensOf } from '../../access/tokens/tokens.store.js';
import { CheckoutsService } from '../../checkouts/checkouts.service.js';
import { QueueService } from '../../circulation/queue.service.js';
import { refusal } from '../../domain/errors.js';
import type { RemovalReason } from '../../domain/hold-end.js';
import type { PatronKey } from '../../domain/patron.js';
import type { TitleId } from '../../domain/title-id.js';
import { HoldsService } from '../../holds/holds.service.js';
import { Database } from '../../platform/database/database.js';
import type { Connection } from '../../platform/database/statement.js';
import { deletePatron } from '../../records/kinds/patrons/patrons.js';
import { type ActionName, recordAction } from '../../staff/actions/action-log.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';
import { moveToCategory } from './patron-category.js';
import { findCategories } from './patron-category.store.js';
import { findPatronExport, keepPatron, type PatronExport } from './patron-export.store.js';
import { mergePatrons } from './patron-merge.js';
import { findOverviewFacts, findPatronByCard, type OverviewFacts } from './patron-overview.store.js';

export type PatronOverview = PatronExport & OverviewFacts & { readonly categories: readonly string[] };

/** What library staff do for a patron. Every method throws Refusal `NotFound` if there is no such patron. */
@Injectable()
export class PatronAdministrationService {
  constructor(
    private readonly database: Database,
    private readonly holds: HoldsService,
    private readonly checkouts: CheckoutsService,
    private readonly queues: QueueService,
  ) {}

  async removeHold(
    patronId: number,
    title: TitleId,
    staff: StaffPrincipal,
    because: RemovalReason = 'other',
  ): Promise<void> {
    const patron = await this.patronNumbered(patronId);
    const end = { reason: 'removed-by-staff', because } as const;
    await this.holds.remove(patron, title, end, recorder(staff, 'hold-removed', patron));
  }

  async return(patronId: number, title: TitleId, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patronNumbered(patronId);
    await this.checkouts.return(patron, title, recorder(staff, 'checkout-returned', patron));
  }

  async export(patronId: number, staff: StaffPrincipal): Promise<PatronExport> {
    const patron = await this.patronNumbered(patronId);
    return this.database.transaction(async (transaction) => {
      if (!(await keepPatron(transaction, patron))) throw refusal('NotFound');
      const found = await findPatronExport(transaction, patron);
      if (found === undefined) throw refusal('NotFound');
      await recorder(staff, 'patron-exported', patron)(transaction);
      return found;
    });
  }

  /** What staff see of a patron whom they help: the data of the export, with titles, limits and notices. */
  async overview(patronId: number): Promise<PatronOverview> {
    const patron = await this.patronNumbered(patronId);
    const stored = await findPatronExport(this.database, patron);
    const facts = await findOverviewFacts(this.database, patron);
    if (stored === undefined || facts === undefined) throw refusal('NotFound');
    return { ...stored, ...facts, categories: await findCategories(this.database, patron.websiteId) };
  }

  /** The number of the patron with this card. */
  async findByCard(websiteId: number, cardNumber: string): Promise<number> {
    const patronId = await findPatronByCard(this.database, websiteId, cardNumber);
    if (patronId === undefined) throw refusal('NotFound');
    return patronId;
  }

  /** @throws Refusal `InvalidFieldValue` if the library has no such category */
  async changeCategory(patronId: number, category: string, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patronNumbered(patronId);
    const record = recorder(staff, 'patron-category-changed', patron);
    await moveToCategory(this.database, this.queues, patron, { category, record });
  }

  /** Ends all of the patron's tokens, on every device. Those of an identity provider stay good: only the provider can end them. */
  async endSessions(patronId: number, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patronNumbered(patronId);
    await this.database.transaction(async (transaction) => {
      await revokeTokensOf(transaction, patron.websiteId, [patronId]);
      await recorder(staff, 'sessions-ended', patron)(transaction);
    });
  }

  /** @throws Refusal `InvalidFieldValue` if `into` is no other patron of the same library */
  async merge(patronId: number, into: number, staff: StaffPrincipal): Promise<void> {
    const from = await this.patronNumbered(patronId);
    const record = recorder(staff, 'patron-merged', { ...from, patronId: into });
    await mergePatrons(this.database, this.queues, from, { patronId: into, record });
  }

  async delete(patronId: number, staff: StaffPrincipal): Promise<void> {
    const patron = await this.patronNumbered(patronId);
    const { websiteId } = patron;
    // Without the number: nothing of a forgotten patron stays, and the other entries about the patron go, too.
    await deletePatron(this.database, this.queues, patron, (transaction) =>
      recordAction(transaction, { staff, action: 'patron-forgotten', websiteId }),
    );
  }

  private async patronNumbered(patronId: number): Promise<PatronKey> {
    const patron = await findPatron(this.database, patronId);
    if (patron === undefined) throw refusal('NotFound');
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

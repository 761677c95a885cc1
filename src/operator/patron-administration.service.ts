import { Injectable } from '@nestjs/common';
import { findPatron } from '../access/tokens.store.js';
import { CheckoutsService } from '../checkouts/checkouts.service.js';
import { QueueService } from '../circulation/queue.service.js';
import { refusal } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/title-id.js';
import { HoldsService } from '../holds/holds.service.js';
import { Database } from '../platform/database/database.js';
import { deletePatron } from '../records/patrons.js';
import { moveToCategory } from './patron-category.js';
import { findCategories } from './patron-category.store.js';
import { findPatronExport, type PatronExport } from './patron-export.store.js';
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

  async removeHold(patronId: number, title: TitleId): Promise<void> {
    await this.holds.remove(await this.patronNumbered(patronId), title);
  }

  async return(patronId: number, title: TitleId): Promise<void> {
    await this.checkouts.return(await this.patronNumbered(patronId), title);
  }

  async export(patronId: number): Promise<PatronExport> {
    const found = await findPatronExport(this.database, await this.patronNumbered(patronId));
    if (found === undefined) throw refusal('NotFound');
    return found;
  }

  /** What staff see of a patron whom they help: the data of the export, with titles, limits and notices. */
  async overview(patronId: number): Promise<PatronOverview> {
    const patron = await this.patronNumbered(patronId);
    const exported = await this.export(patronId);
    const facts = await findOverviewFacts(this.database, patron);
    if (facts === undefined) throw refusal('NotFound');
    return { ...exported, ...facts, categories: await findCategories(this.database, patron.websiteId) };
  }

  /** The number of the patron with this card. */
  async findByCard(websiteId: number, cardNumber: string): Promise<number> {
    const patronId = await findPatronByCard(this.database, websiteId, cardNumber);
    if (patronId === undefined) throw refusal('NotFound');
    return patronId;
  }

  /** @throws Refusal `InvalidFieldValue` if the library has no such category */
  async changeCategory(patronId: number, category: string): Promise<void> {
    await moveToCategory(this.database, this.queues, await this.patronNumbered(patronId), category);
  }

  /** @throws Refusal `InvalidFieldValue` if `into` is no other patron of the same library */
  async merge(patronId: number, into: number): Promise<void> {
    await mergePatrons(this.database, this.queues, await this.patronNumbered(patronId), into);
  }

  async delete(patronId: number): Promise<void> {
    await deletePatron(this.database, this.queues, await this.patronNumbered(patronId));
  }

  private async patronNumbered(patronId: number): Promise<PatronKey> {
    const patron = await findPatron(this.database, patronId);
    if (patron === undefined) throw refusal('NotFound');
    return patron;
  }
}

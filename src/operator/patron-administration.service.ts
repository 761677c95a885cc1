import { Injectable } from '@nestjs/common';
import { findPatron } from '../access/tokens.store.js';
import { CheckoutsService } from '../checkouts/checkouts.service.js';
import { QueueService } from '../circulation/queue.service.js';
import { refusal } from '../domain/errors.js';
import type { RemovalReason } from '../domain/hold-end.js';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/title-id.js';
import { HoldsService } from '../holds/holds.service.js';
import { Database } from '../platform/database/database.js';
import { deletePatron } from '../records/patrons.js';
import { findPatronExport, type PatronExport } from './patron-export.store.js';

/** What library staff do for a patron. Every method throws Refusal `NotFound` if there is no such patron. */
@Injectable()
export class PatronAdministrationService {
  constructor(
    private readonly database: Database,
    private readonly holds: HoldsService,
    private readonly checkouts: CheckoutsService,
    private readonly queues: QueueService,
  ) {}

  async removeHold(patronId: number, title: TitleId, because: RemovalReason = 'other'): Promise<void> {
    const patron = await this.patronNumbered(patronId);
    await this.holds.remove(patron, title, { reason: 'removed-by-staff', because });
  }

  async return(patronId: number, title: TitleId): Promise<void> {
    await this.checkouts.return(await this.patronNumbered(patronId), title);
  }

  async export(patronId: number): Promise<PatronExport> {
    const found = await findPatronExport(this.database, await this.patronNumbered(patronId));
    if (found === undefined) throw refusal('NotFound');
    return found;
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

import { Injectable } from '@nestjs/common';
import { findPatron } from '../access/tokens.store.js';
import { CheckoutsService } from '../checkouts/checkouts.service.js';
import { QueueService } from '../circulation/queue.service.js';
import { refusal } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import { MAX_ID, type TitleId } from '../domain/title-id.js';
import { HoldsService } from '../holds/holds.service.js';
import { wholeNumber } from '../http/fields/field-rules.js';
import { Database } from '../platform/database/database.js';
import { deletePatron } from '../records/patrons.js';
import { findPatronExport, type PatronExport } from './patron-export.store.js';

/** What staff do for a patron. Every method throws Refusal `NotFound` for a number that nobody has. */
@Injectable()
export class PatronAdministrationService {
  constructor(
    private readonly database: Database,
    private readonly holds: HoldsService,
    private readonly checkouts: CheckoutsService,
    private readonly queues: QueueService,
  ) {}

  async removeHold(patronId: string, title: TitleId | undefined): Promise<void> {
    await this.holds.remove(await this.patronNumbered(patronId), title);
  }

  async return(patronId: string, title: TitleId | undefined): Promise<void> {
    await this.checkouts.return(await this.patronNumbered(patronId), title);
  }

  async person(patronId: string): Promise<PatronExport> {
    const person = await findPatronExport(this.database, await this.patronNumbered(patronId));
    if (person === undefined) throw refusal('NotFound');
    return person;
  }

  async delete(patronId: string): Promise<void> {
    await deletePatron(this.database, this.queues, await this.patronNumbered(patronId));
  }

  private async patronNumbered(inPath: string): Promise<PatronKey> {
    const patronId = wholeNumber(1, MAX_ID).read(inPath) ?? 0;
    const patron = await findPatron(this.database, patronId);
    if (patron === undefined) throw refusal('NotFound');
    return patron;
  }
}

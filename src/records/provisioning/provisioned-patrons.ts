import { randomInt } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { IlsPatron } from '../../access/ils/ils-patron.js';
import { IlsPatrons } from '../../access/ils/ils-patrons.js';
import { findCardHolder } from '../../access/sign-in/cards.store.js';
import { findPatron } from '../../access/tokens/tokens.store.js';
import { MAX_ID } from '../../domain/numbers.js';
import { Database } from '../../platform/database/database.js';
import { PatronKind } from '../kinds/patron/patron.kind.js';
import { findOwnMembers, type OwnMembers } from './provisioned-patrons.store.js';

const NEW: OwnMembers = { holdLimit: null, checkoutLimit: null, language: null };

/** Patrons of a library's own system become records, as if the library had sent them. */
@Injectable()
export class ProvisionedPatrons extends IlsPatrons {
  constructor(
    private readonly database: Database,
    private readonly records: PatronKind,
  ) {
    super();
  }

  /** Twice, because another process may have added the patron meanwhile. */
  async provision(websiteId: number, patron: IlsPatron): Promise<number | undefined> {
    return (await this.write(websiteId, patron)) ?? this.write(websiteId, patron);
  }

  /** The system knows the PIN: none is kept here. @returns undefined if the record is rejected */
  private async write(websiteId: number, { cardNumber, category }: IlsPatron): Promise<number | undefined> {
    if (category === null) return undefined;
    const holder = await findCardHolder(this.database, { websiteId, cardNumber });
    const patronId = holder?.patronId ?? (await this.freeNumber());
    const own = (await findOwnMembers(this.database, { websiteId, patronId })) ?? NEW;
    const [rejection] = await this.records.apply([
      { websiteId, patronId, category, cardNumber, pin: null, ...own },
    ]);
    return rejection === undefined ? patronId : undefined;
  }

  private async freeNumber(): Promise<number> {
    for (;;) {
      const patronId = randomInt(1, MAX_ID);
      if ((await findPatron(this.database, patronId)) === undefined) return patronId;
    }
  }
}

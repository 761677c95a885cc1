import { Injectable } from '@nestjs/common';
import type { IlsPatron } from '../../access/ils/ils-patron.js';
import { IlsPatrons } from '../../access/ils/ils-patrons.js';
import { findCardHolder } from '../../access/sign-in/cards.store.js';
import { Database } from '../../platform/database/database.js';
import { newTally } from '../engine/record-kind.js';
import { PatronKind } from '../kinds/patron/patron.kind.js';
import { NOTHING_SAID } from '../kinds/patron/patron.schema.js';
import { markFromSignIn } from '../kinds/patron/patron.store.js';

/** Stores patrons of a library's own system as if the library had sent their records. */
@Injectable()
export class ProvisionedPatrons extends IlsPatrons {
  constructor(
    private readonly database: Database,
    private readonly records: PatronKind,
  ) {
    super();
  }

  /** Tries twice, because another process may have added the patron meanwhile. */
  async provision(websiteId: number, patron: IlsPatron): Promise<number | undefined> {
    return (await this.write(websiteId, patron)) ?? this.write(websiteId, patron);
  }

  /**
   * Finds the patron by the system's own number or by this card. Members that the system does not report, such as further cards, stay; PINs are not
   * stored, because the system knows them. A patron whom staff have merged stands for the patron who is left.
   * @returns undefined if the record is rejected
   */
  private async write(
    websiteId: number,
    { cardNumber, externalId, category, blocked, expiresOn }: IlsPatron,
  ): Promise<number | undefined> {
    const card = { websiteId, cardNumber };
    const holder = await findCardHolder(this.database, card);
    const isKnown = holder?.externalId == null || externalId === null || holder.externalId === externalId;
    const known = isKnown ? holder : undefined;
    const record = {
      ...NOTHING_SAID,
      websiteId,
      patronId: known?.patronId,
      externalId: externalId ?? (known === undefined ? cardNumber : undefined),
      category,
      cards: known === undefined ? [cardNumber] : undefined,
      pin: null,
      expiresOn,
      blockedReason: blocked?.reason ?? null,
      endedByList: null,
    };
    const tally = newTally();
    const [rejection] = await this.records.apply([record], tally);
    if (rejection !== undefined) return undefined;
    const kept = tally.mergedInto.get(record);
    if (kept !== undefined) return kept;
    const patron = await findCardHolder(this.database, card);
    if (patron !== undefined && tally.effects.get(record) === 'added')
      await markFromSignIn(this.database, { websiteId, patronId: patron.patronId });
    return patron?.patronId;
  }
}

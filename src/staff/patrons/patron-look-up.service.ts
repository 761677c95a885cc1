import { Injectable } from '@nestjs/common';
import { IlsService } from '../../access/ils/ils.service.js';
import { findCardHolder } from '../../access/sign-in/cards.store.js';
import { refusal, refusedField } from '../../domain/errors.js';
import { parseId } from '../../domain/numbers.js';
import type { PatronKey } from '../../domain/patron.js';
import { Database } from '../../platform/database/database.js';
import { recordLookUp } from '../actions/action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { type FoundPatron, findPatrons } from './patron-lookup.store.js';

/** Beyond this, staff type more of the text. */
const MAX_FOUND = 20;

export interface FoundPatrons {
  readonly patrons: readonly FoundPatron[];
  readonly hasMore: boolean;
}

/** Finds patrons for staff, over the API and in the console. */
@Injectable()
export class PatronLookUpService {
  constructor(
    private readonly database: Database,
    private readonly ils: IlsService,
  ) {}

  /**
   * The number of the patron with this card; undefined if the library has no such card. The library's own system may add a new patron.
   * @throws Refusal `LibraryUnavailable`, `PatronCategoryUnknown`
   */
  async findByCard(websiteId: number, typed: string): Promise<number | undefined> {
    const cardNumber = typed.trim();
    const holder = await findCardHolder(this.database, { websiteId, cardNumber });
    return holder?.patronId ?? this.ils.findByCard(websiteId, cardNumber);
  }

  /** The patron with the card into which another is to be merged. @throws Refusal `InvalidFieldValue`, and as `findByCard` */
  async findOtherByCard({ websiteId, patronId }: PatronKey, cardNumber: string): Promise<PatronKey> {
    const other = await this.findByCard(websiteId, cardNumber);
    if (other === undefined) throw refusedField('cardNumber', 'must be a card of a patron of this library.');
    if (other === patronId) throw refusedField('cardNumber', 'must be the card of another patron.');
    return { websiteId, patronId: other };
  }

  /**
   * The number of the patron with this card, recorded in the log of actions. @throws Refusal `NotFound`, `LibraryUnavailable`,
   * `PatronCategoryUnknown`
   */
  async withCard(websiteId: number, cardNumber: string, staff: StaffPrincipal): Promise<number> {
    const patronId = await this.findByCard(websiteId, cardNumber);
    const patronIds = patronId === undefined ? [] : [patronId];
    await this.database.transaction((transaction) =>
      recordLookUp(transaction, staff, { websiteId, patronIds }),
    );
    if (patronId === undefined) throw refusal('NotFound');
    return patronId;
  }

  /**
   * Finds patrons by card, number or address of the last hold, or by the beginning of card or address. An exact card or library number finds that
   * patron only. The log of actions records each patron. If none is found, the library's own system is asked.
   * @throws Refusal `LibraryUnavailable`, `PatronCategoryUnknown`
   */
  async lookUp(websiteId: number, text: string, staff: StaffPrincipal): Promise<FoundPatrons> {
    const found = await this.lookUpKept(websiteId, text, staff);
    if (found.patrons.length > 0) return found;
    const patronId = await this.ils.findByLikelyCard(websiteId, text);
    return patronId === undefined ? found : this.lookUpKept(websiteId, String(patronId), staff);
  }

  /** Like `lookUp`, among stored patrons only: it never waits for the library's own system. */
  lookUpKept(websiteId: number, text: string, staff: StaffPrincipal): Promise<FoundPatrons> {
    const wanted = { websiteId, text, patronId: parseId(text), limit: MAX_FOUND + 1 };
    return this.database.transaction(async (transaction) => {
      const found = await findPatrons(transaction, wanted);
      const named = found.filter(({ isNamed }) => isNamed);
      const patrons = (named.length === 0 ? found.slice(0, MAX_FOUND) : named).map(
        ({ isNamed: _isNamed, ...patron }): FoundPatron => patron,
      );
      const patronIds = patrons.map(({ patronId }) => patronId);
      await recordLookUp(transaction, staff, { websiteId, patronIds });
      return { patrons, hasMore: named.length === 0 && found.length > MAX_FOUND };
    });
  }
}

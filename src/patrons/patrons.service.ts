import { Injectable } from '@nestjs/common';
import { Refusal } from '../domain/errors.js';
import { type FormatClass, permitLendingPeriod } from '../domain/lending-period.js';
import type { PatronKey } from '../domain/patron.js';
import { Database } from '../platform/database/database.js';
import * as store from './patrons.store.js';

/** The patron's own information (contract: #patron-information). */
@Injectable()
export class PatronsService {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `Unauthorized` when the patron has just been deleted */
  async profile(patron: PatronKey): Promise<store.PatronProfile> {
    const profile = await store.findProfile(this.database, patron);
    if (profile === undefined)
      throw new Refusal('Unauthorized', 'The patron of this token is no longer known.');
    return profile;
  }

  /**
   * Stores the patron's preference. While the library overrides the format's period it has no effect.
   * @throws Refusal `InvalidLendingPeriod`
   */
  async preferLendingPeriod(patron: PatronKey, formatClass: FormatClass, days: number): Promise<void> {
    permitLendingPeriod(formatClass, days);
    await store.preferLendingPeriod(this.database, patron, formatClass, days);
  }
}

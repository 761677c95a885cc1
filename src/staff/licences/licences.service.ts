import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { LicencesQuery } from './licences.requests.js';
import { type EndingLicence, findEndingLicences } from './licences.store.js';

export type { EndingLicence } from './licences.store.js';

const WITHIN_DAYS = 90;
const LOANS_LEFT = 5;
/** More than a library renews at once. */
const MOST = 1_000;

export interface EndingLicences extends Required<LicencesQuery> {
  readonly licences: readonly EndingLicence[];
  readonly hasMore: boolean;
}

/** The licences that a library has to renew, or not. */
@Injectable()
export class LicencesService {
  constructor(private readonly database: Database) {}

  async list(
    websiteId: number,
    { withinDays = WITHIN_DAYS, loansLeft = LOANS_LEFT }: LicencesQuery,
  ): Promise<EndingLicences> {
    const found = await findEndingLicences(this.database, websiteId, withinDays, loansLeft, MOST + 1);
    return { withinDays, loansLeft, licences: found.slice(0, MOST), hasMore: found.length > MOST };
  }
}

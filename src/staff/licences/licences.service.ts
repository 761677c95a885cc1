import { Injectable } from '@nestjs/common';
import { findToday } from '../../circulation/calendar/calendar.store.js';
import { Database } from '../../platform/database/database.js';
import type { LicencesQuery } from './licences.requests.js';
import { daysIn } from '../../domain/waits/more-copies.js';
import { FAR_DAYS } from '../../domain/waits/estimated-wait.js';
import { type NewHoldOffer, type NewHoldWait, newHoldWaitFrom } from '../../domain/waits/stored-offer.js';
import { type EndingLicenceRow, findEndingLicences } from './licences.store.js';

export interface EndingLicence extends Omit<EndingLicenceRow, keyof NewHoldOffer | 'renewedHours' | 'weeks'> {
  /** Undefined: it is not known since when. */
  readonly loansPerWeek: number | undefined;
  /** How long a new hold on its title waits. */
  readonly newHoldWait: NewHoldWait;
  /** The days that it would be likely to wait if all licences of the title were renewed, at most 366; undefined: not known. */
  readonly renewedDays?: number;
}

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
    const licences = found.slice(0, MOST).map(endingLicence);
    return { withinDays, loansLeft, licences, hasMore: found.length > MOST };
  }

  async timeZone(websiteId: number): Promise<string> {
    return (await findToday(this.database, websiteId)).timeZone;
  }
}

function endingLicence(row: EndingLicenceRow): EndingLicence {
  const { expectedMinute, likelyMinute, borrowedMinute, isForecast, now, renewedHours, weeks, ...licence } =
    row;
  return {
    ...licence,
    loansPerWeek: weeks === null ? undefined : Math.round((10 * licence.lent) / weeks) / 10,
    newHoldWait: newHoldWaitFrom({ expectedMinute, likelyMinute, borrowedMinute, isForecast, now }),
    ...(renewedHours !== null && { renewedDays: Math.min(daysIn(renewedHours), FAR_DAYS) }),
  };
}

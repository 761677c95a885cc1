import { Injectable } from '@nestjs/common';
import { findLibraryDays, type LibraryDay } from '../../circulation/library-days.store.js';
import type { BuyingGoal } from '../../domain/titles/purchases.js';
import { type Calibration, calibrationOf } from '../../domain/waits/calibration.js';
import { Database } from '../../platform/database/database.js';
import type { Library } from '../../platform/database/libraries.store.js';
import { isOpenTo } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { QueuesService } from '../queues/queues.service.js';
import { DAYS_DRAWN } from './trend.js';
import {
  countPickupsOfToday,
  findPickupsOfToday,
  type PickupsToday,
  type PickupToday,
} from './pickups.store.js';
import {
  countEndingLicences,
  countRefusedSinceYesterday,
  type EndingLicences,
  findEstimates,
  findTitlesOverGoal,
  findTitlesWithoutUsableCopies,
  type TitleOverGoal,
  type TitleWithoutUsableCopies,
} from './work.store.js';

/** The accuracy of the estimated waits in some weeks. */
export type Estimates = Pick<Calibration, 'likely' | 'latest'>;

/** The tasks in one library, besides its alerts. */
export interface Work {
  readonly goal: BuyingGoal;
  /** The titles with the longest queues. */
  readonly overGoal: readonly TitleOverGoal[];
  /** The titles whose patrons have waited longest. */
  readonly withoutUsableCopies: readonly TitleWithoutUsableCopies[];
  readonly pickupsToday: PickupsToday;
  readonly endingLicences: EndingLicences;
  /** Undefined if these staff may not see the mail. */
  readonly refusedSinceYesterday: number | undefined;
  readonly estimates: Estimates;
  readonly estimatesBefore: Estimates;
  /** The last ones, the oldest first. */
  readonly days: readonly LibraryDay[];
}

/** The figures of a library's first page, by one statement each. */
@Injectable()
export class WorkService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueuesService,
  ) {}

  async of({ websiteId, timeZone }: Library, staff: StaffPrincipal): Promise<Work> {
    const { database } = this;
    // Sequential: a page must not take many connections at once.
    const goal = await this.queues.buyingGoal(websiteId, {});
    const overGoal = await findTitlesOverGoal(database, websiteId, goal);
    const withoutUsableCopies = await findTitlesWithoutUsableCopies(database, websiteId);
    const pickupsToday = await countPickupsOfToday(database, websiteId, timeZone);
    const endingLicences = await countEndingLicences(database, websiteId);
    const refusedSinceYesterday = isOpenTo(staff, 'desk', websiteId)
      ? await countRefusedSinceYesterday(database, websiteId, timeZone)
      : undefined;
    const counts = await findEstimates(database, websiteId);
    return {
      goal,
      overGoal,
      withoutUsableCopies,
      pickupsToday,
      endingLicences,
      refusedSinceYesterday,
      estimates: calibrationOf(counts.filter(({ isRecent }) => isRecent)).all,
      estimatesBefore: calibrationOf(counts.filter(({ isRecent }) => !isRecent)).all,
      days: await findLibraryDays(database, websiteId, DAYS_DRAWN),
    };
  }

  pickupsToday({ websiteId, timeZone }: Library, limit: number): Promise<PickupToday[]> {
    return findPickupsOfToday(this.database, websiteId, timeZone, limit);
  }
}

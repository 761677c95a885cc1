import { Injectable } from '@nestjs/common';
import { readCalibration } from '../../waits/observations.store.js';
import { refusal } from '../../domain/errors.js';
import type { CalibrationByHorizon } from '../../domain/waits/calibration.js';
import { type NextHoliday, nextHoliday } from '../../domain/library-calendar.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { Database } from '../../platform/database/database.js';
import { listNumberedAccounts, type NumberedAccount } from '../collections/accounts.store.js';
import { describeLibrary, type LibraryDescription } from './libraries.store.js';

export interface DescribedLibrary extends LibraryDescription {
  readonly nextHoliday: NextHoliday | undefined;
}

/** A quarter of a year. */
const FORECAST_WEEKS = 13;

export interface LibraryForecast extends CalibrationByHorizon {
  readonly websiteId: number;
  readonly weeks: number;
}

/** Describes a library to its patrons, and to the clients that serve it. */
@Injectable()
export class LibraryInformation {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `NotFound` also for a library that is not the principal's */
  async find(principal: Principal, websiteId: number): Promise<DescribedLibrary> {
    if (!principal.websiteIds.includes(websiteId)) throw refusal('NotFound');
    const library = await describeLibrary(this.database, websiteId, principal);
    if (library === undefined) throw refusal('NotFound');
    const { holidays, today, ...described } = library;
    return { ...described, nextHoliday: nextHoliday(holidays ?? [], today) };
  }

  /**
   * How good the estimates were, for holds that became ready, or ended, in the last weeks.
   * @throws Refusal `NotFound` also for a library that is not the principal's
   */
  async findForecast(
    principal: Principal,
    websiteId: number,
    weeks = FORECAST_WEEKS,
  ): Promise<LibraryForecast> {
    if (!principal.websiteIds.includes(websiteId)) throw refusal('NotFound');
    return { websiteId, weeks, ...(await readCalibration(this.database, websiteId, weeks)) };
  }

  /**
   * The accounts with numbers. A patron gets none, as a patron's token opens no account.
   * @throws Refusal `NotFound` also for a library that is not the principal's
   */
  async listAccounts(principal: Principal, websiteId: number): Promise<NumberedAccount[]> {
    await this.find(principal, websiteId);
    return principal.patron === undefined ? listNumberedAccounts(this.database, websiteId) : [];
  }

  /** @throws Refusal `NotFound` also for an account that the principal may not see */
  async findAccount(
    principal: Principal,
    websiteId: number,
    accountNumber: number,
  ): Promise<NumberedAccount> {
    const accounts = await this.listAccounts(principal, websiteId);
    const account = accounts.find((each) => each.accountNumber === accountNumber);
    if (account === undefined) throw refusal('NotFound');
    return account;
  }
}

import { Injectable } from '@nestjs/common';
import { readCalibration } from '../../waits/observations.store.js';
import { refusal } from '../../domain/errors.js';
import type { CalibrationByHorizon } from '../../domain/waits/calibration.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { Database } from '../../platform/database/database.js';
import { listNumberedAccounts, type NumberedAccount } from '../collections/accounts.store.js';
import { describeLibrary, type LibraryDescription } from './libraries.store.js';

export type { LibraryDescription } from './libraries.store.js';

/** A quarter of a year. */
const FORECAST_WEEKS = 13;

export interface LibraryForecast extends CalibrationByHorizon {
  readonly websiteId: number;
  readonly weeks: number;
}

/** What a library tells its patrons, and the clients that serve it, of itself. */
@Injectable()
export class LibrariesService {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `NotFound` also for a library that is not the principal's */
  async find(principal: Principal, websiteId: number): Promise<LibraryDescription> {
    if (!principal.websiteIds.includes(websiteId)) throw refusal('NotFound');
    const library = await describeLibrary(this.database, websiteId, principal);
    if (library === undefined) throw refusal('NotFound');
    return library;
  }

  /**
   * How good the estimates were of holds that became ready, or left, in the last weeks.
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
   * The accounts with numbers. A patron's token alone opens no account, and so a patron is shown none.
   * @throws Refusal `NotFound` also for a library that is not the principal's
   */
  async listAccounts(principal: Principal, websiteId: number): Promise<NumberedAccount[]> {
    await this.find(principal, websiteId);
    return principal.patron === undefined ? listNumberedAccounts(this.database, websiteId) : [];
  }

  /** @throws Refusal `NotFound` also for an account that the principal is not shown */
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

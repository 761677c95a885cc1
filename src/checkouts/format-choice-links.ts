import { Inject, Injectable } from '@nestjs/common';
import { CONTENT_KEY } from './content/content-key.js';
import { refusal } from '../domain/errors.js';
import { Addresses } from '../http/answers/addresses.js';
import { readDatabaseTime } from '../platform/database/clock.store.js';
import { Database } from '../platform/database/database.js';
import type { Config } from '../platform/settings/config.js';
import { CONFIG } from '../platform/settings/config.module.js';
import { type LoanKey, sealingKey, sealLoan, unsealLoan } from './sealed-loan.js';

/**
 * Addresses of the page on which a reader chooses the format of a loan. A browser has no bearer token, so the address contains the loan:
 * sealed, so that only the service can read or make it, and for a short time (decision 7).
 */
@Injectable()
export class FormatChoiceLinks {
  private readonly key: Buffer | undefined;

  constructor(
    private readonly database: Database,
    private readonly addresses: Addresses,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CONTENT_KEY) contentKey: string | undefined,
  ) {
    this.key = contentKey === undefined ? undefined : sealingKey(contentKey);
  }

  /** @throws Refusal `PatronTitleProcessingFailed` without a key */
  async linkTo(loan: LoanKey): Promise<string> {
    if (this.key === undefined) throw refusal('PatronTitleProcessingFailed');
    const end = (await this.now()) + this.config.contentLinkSeconds;
    return this.addresses.formatChoice(sealLoan(this.key, loan, end));
  }

  /** @throws Refusal `NotFound` for a link that was altered or has ended */
  async open(sealed: string): Promise<LoanKey> {
    const opened = this.key && unsealLoan(this.key, sealed);
    if (opened === undefined || opened.end <= (await this.now())) throw refusal('NotFound');
    return opened.loan;
  }

  /** Unix seconds, which a sandbox does not move, as for links to the content. */
  private async now(): Promise<number> {
    return Math.floor((await readDatabaseTime(this.database)).getTime() / 1000);
  }
}

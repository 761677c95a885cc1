import { Inject, Injectable, Logger } from '@nestjs/common';
import { SignInAttempts, type SignInOutcome } from '../../access/sign-in/sign-in-attempts.js';
import type { SignInSource } from '../../access/sign-in/sign-in-attempts.store.js';
import { Refusal } from '../../domain/errors.js';
import type { Config } from '../../platform/settings/config.js';
import { CONFIG } from '../../platform/settings/config.module.js';
import { Database } from '../../platform/database/database.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { findAccount, type SignInAccount } from './accounts.store.js';
import { accountName } from './account-names.js';
import { DUMMY_PASSWORD_HASH, verifyPassword } from './password.js';
import { MAX_PASSWORD_LENGTH } from './password-rules.js';
import { librariesOf, recordRefusedSignIn, UNKNOWN_ACCOUNT } from './account-log.store.js';

/** The name and the password typed on the page, and the range of addresses. */
export interface PasswordSignIn {
  readonly name: string;
  readonly password: string;
  readonly addressRange: string;
}

export type StaffSignInOutcome = SignInOutcome<{ readonly account: SignInAccount }>;

/**
 * Failures in 15 minutes. The first limit stops an attacker only: wrong passwords from another address do not lock the owner out. The other two stop
 * an attacker with many addresses or accounts.
 */
const MAX_FAILURES = { ofAccountFromAddress: 10, ofAddress: 50, ofAccount: 200 };

/** Verifies the passwords of staff. */
@Injectable()
export class StaffSignIn {
  private readonly attempts: SignInAttempts;
  private readonly logger = new Logger('StaffSignIn');
  /** Whether staff may sign in with a password. */
  readonly isOffered: boolean;

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    @Inject(CONFIG) { staffPasswords }: Config,
  ) {
    this.attempts = new SignInAttempts(database);
    this.isOffered = staffPasswords;
  }

  /**
   * An unknown name and a wrong password get the same answer after the same work.
   * @throws Refusal `Forbidden` if passwords are turned off, `TooManyRequests` when too many sign-ins are in progress
   */
  async withPassword(signIn: PasswordSignIn): Promise<StaffSignInOutcome> {
    if (!this.isOffered)
      throw new Refusal(
        'Forbidden',
        'Passwords are turned off: sign in with the account of your organization.',
      );
    const name = accountName(signIn.name) ?? '';
    const outcome = await this.attempt({ ...signIn, name });
    this.metrics.staffSignIns.inc({
      method: 'password',
      outcome: 'refused' in outcome ? 'refused' : 'success',
    });
    // Logs the number of the account, not the name: a password may have been typed there.
    const result = 'refused' in outcome ? { refused: outcome.refused } : { staffId: outcome.account.staffId };
    this.logger.log({ method: 'password', ...result }, 'Sign-in of staff');
    return outcome;
  }

  private attempt(signIn: PasswordSignIn): Promise<StaffSignInOutcome> {
    const { name, addressRange } = signIn;
    let account: SignInAccount | undefined;
    let websiteIds: number[] | null = [];
    return this.attempts.run(
      { card: name, network: addressRange, clientId: undefined, sources: sourcesOf(signIn) },
      async () => {
        account = await findAccount(this.database, name);
        // Also for an unknown name, so that the answer takes as long.
        websiteIds = await librariesOf(this.database, (account ?? UNKNOWN_ACCOUNT).staffId);
        return (await this.isRight(signIn, account)) && account !== undefined ? { account } : undefined;
      },
      (transaction) => recordRefusedSignIn(transaction, websiteIds, account ?? UNKNOWN_ACCOUNT),
    );
  }

  private async isRight({ password }: PasswordSignIn, account: SignInAccount | undefined): Promise<boolean> {
    const hash = account?.passwordHash ?? DUMMY_PASSWORD_HASH;
    const isRight = await verifyPassword(password.slice(0, MAX_PASSWORD_LENGTH + 1), hash);
    return isRight && account !== undefined && account.passwordHash !== null;
  }
}

function sourcesOf({ name, addressRange }: PasswordSignIn): SignInSource[] {
  return [
    {
      kind: 'staff-account-from-address',
      name: `${addressRange} ${name}`,
      maxFailures: MAX_FAILURES.ofAccountFromAddress,
    },
    { kind: 'staff-address', name: addressRange, maxFailures: MAX_FAILURES.ofAddress },
    { kind: 'staff-account', name, maxFailures: MAX_FAILURES.ofAccount },
  ];
}

import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { AccountProblem, hashNewPassword } from './accounts.js';
import { replaceOwnPassword } from './account-changes.store.js';
import { hasPassword, type SignInAccount } from './accounts.store.js';
import { type StaffSignInOutcome, StaffSignIn } from '../sign-in/sign-in.service.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** What a staff member typed to change the own password. */
export interface WantedPassword {
  readonly current: string;
  readonly wanted: string;
  /** The range of addresses that it comes from. */
  readonly addressRange: string;
}

/** `problem`: why the password stays as it is. */
export type PasswordChange =
  | { readonly account: SignInAccount }
  | Exclude<StaffSignInOutcome, { readonly account: SignInAccount }>
  | { readonly problem: string };

/** What people do with their own account. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly database: Database,
    private readonly signIns: StaffSignIn,
  ) {}

  /** Whether there is a password to change: an account may be for the identity provider alone. */
  async hasPassword({ id }: StaffPrincipal): Promise<boolean> {
    return this.signIns.isOffered && (await hasPassword(this.database, id));
  }

  /**
   * Ends all sessions of the account. Wrong passwords count as those at the sign-in do.
   * @throws Refusal `TooManyRequests` when too many sign-ins are in progress
   */
  async changePassword(
    { name }: StaffPrincipal,
    { current, wanted, addressRange }: WantedPassword,
  ): Promise<PasswordChange> {
    const outcome = await this.signIns.withPassword({ name, password: current, addressRange });
    if ('refused' in outcome) return outcome;
    if (wanted === current) return { problem: 'The new password must be another one.' };
    const { id, passwordHash } = outcome.account;
    try {
      const account = { id, name, passwordHash: await hashNewPassword(this.database, name, wanted) };
      const isChanged = await replaceOwnPassword(this.database, account, passwordHash);
      return isChanged ? { account } : { refused: 'wrong' };
    } catch (error) {
      if (error instanceof AccountProblem) return { problem: error.message };
      throw error;
    }
  }
}

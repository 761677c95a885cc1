import { Injectable } from '@nestjs/common';
import { Refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import { hashNewPassword } from './accounts.js';
import { replaceOwnPassword } from './account-changes.store.js';
import { findMember, type SignInAccount } from '../sign-in/accounts.store.js';
import { type StaffSignInOutcome, StaffSignIn } from '../sign-in/sign-in.service.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** `problem`: why the password was not changed. */
export type PasswordChange =
  | { readonly account: SignInAccount }
  | Exclude<StaffSignInOutcome, { readonly account: SignInAccount }>
  | { readonly problem: string };

/** Changes that people make to their own account. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly database: Database,
    private readonly signIns: StaffSignIn,
  ) {}

  /** Whether the account has a password: it may be for the identity provider alone. */
  async hasPassword({ id: staffId }: StaffPrincipal): Promise<boolean> {
    const member = this.signIns.isOffered ? await findMember(this.database, { staffId }) : undefined;
    return member !== undefined && member.passwordHash !== null;
  }

  /**
   * Ends all sessions of the account. Wrong passwords count like those at the sign-in.
   * @param addressRange the range of addresses from which the request comes
   * @throws Refusal `TooManyRequests` when too many sign-ins are in progress
   */
  async changePassword(
    staff: StaffPrincipal,
    current: string,
    wanted: string,
    addressRange: string,
  ): Promise<PasswordChange> {
    const { id: staffId, name } = staff;
    const outcome = await this.signIns.withPassword({ name, password: current, addressRange });
    if ('refused' in outcome) return outcome;
    if (wanted === current) return { problem: 'The new password must be another one.' };
    try {
      const passwordHash = await hashNewPassword(this.database, name, wanted);
      const { passwordHash: former } = outcome.account;
      const isChanged = await replaceOwnPassword(this.database, staff, passwordHash, former);
      return isChanged ? { account: { staffId, name, passwordHash } } : { refused: 'wrong' };
    } catch (error) {
      if (error instanceof Refusal) return { problem: error.message };
      throw error;
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Refusal, refusal, refusedField } from '../../domain/errors.js';
import { OwnTokens } from '../../http/authorization/own-tokens.js';
import { Database } from '../../platform/database/database.js';
import { administers } from '../permissions/permissions.js';
import { isIn, type Role, type StaffPrincipal } from '../permissions/staff-principal.js';
import { accountName } from '../sign-in/account-names.js';
import { findMember, listStaff, type StaffMember } from '../sign-in/accounts.store.js';
import { ProviderSignIn } from '../sign-in/provider-sign-in.js';
import { StaffSignIn } from '../sign-in/sign-in.service.js';
import * as accounts from './accounts.js';
import {
  type StaffAccountListRecord,
  type StaffAccountRecord,
  type AccountSecretRecord,
  representAccount,
} from './accounts.representation.js';

/** An account or API token of a library. */
export interface MemberKey {
  readonly websiteId: number;
  readonly staffId: string;
}

interface WantedMember {
  readonly name: string;
  readonly roles: readonly Role[];
}

/** The accounts and API tokens with a role in a library, and changes by its administrators. */
@Injectable()
export class LibraryAccounts {
  constructor(
    private readonly database: Database,
    private readonly ownTokens: OwnTokens,
    private readonly signIn: StaffSignIn,
    private readonly provider: ProviderSignIn,
  ) {}

  /** The ways in which people can sign in. */
  get ways(): Readonly<Record<'hasPasswords' | 'hasProvider', boolean>> {
    return { hasPasswords: this.signIn.isOffered, hasProvider: this.provider.isOffered };
  }

  async list(websiteId: number, by: StaffPrincipal): Promise<StaffAccountListRecord> {
    const people = await listStaff(this.database, false, websiteId);
    const machines = await listStaff(this.database, true, websiteId);
    return {
      accounts: [...people, ...machines].flatMap((member) => this.seenBy(member, websiteId, by) ?? []),
    };
  }

  /**
   * Finds an account with a role in the library, or with none that `by` does not administer.
   * @throws Refusal `NotFound`
   */
  async find({ websiteId, staffId }: MemberKey, by: StaffPrincipal): Promise<StaffAccountRecord> {
    const member = await findMember(this.database, { staffId });
    const seen = member && this.seenBy(member, websiteId, by);
    if (seen === undefined) throw refusal('NotFound');
    return seen;
  }

  /** Like `find`, by name. */
  async findNamed(
    websiteId: number,
    typed: string,
    by: StaffPrincipal,
  ): Promise<StaffAccountRecord | undefined> {
    const name = accountName(typed);
    const member = name === undefined ? undefined : await findMember(this.database, { name });
    return member && this.seenBy(member, websiteId, by);
  }

  /** @throws Refusal `InvalidFieldValue`, `MissingField` */
  async add(
    websiteId: number,
    { name, roles, email }: WantedMember & { readonly email?: string | undefined },
    by: StaffPrincipal,
  ): Promise<AccountSecretRecord> {
    const { hasPasswords, hasProvider } = this.ways;
    if (email === undefined && !hasPasswords)
      throw refusedField('email', 'is missing: there are no passwords here.', 'MissingField');
    if (email !== undefined && !hasProvider)
      throw refusedField('email', 'must be empty: there is no identity provider.');
    const password = email === undefined ? accounts.newPassword() : undefined;
    const wanted = { name, roles, email, websiteId, password, isTemporary: true };
    return { ...(await accounts.addAccount(this.database, wanted, by)), secret: password ?? null };
  }

  /** @param wanted.days until it expires; undefined: never. @throws Refusal `InvalidFieldValue` */
  async addToken(
    websiteId: number,
    { name, roles, days }: WantedMember & { readonly days?: number | undefined },
    by: StaffPrincipal,
  ): Promise<AccountSecretRecord> {
    const wanted = { name, roles, websiteId, expiresAt: accounts.endOfToken(days) };
    const { token, ...added } = await accounts.addApiToken(this.database, this.ownTokens, wanted, by);
    return { ...added, secret: token };
  }

  /** Changes the roles in this library; other roles stay. @throws Refusal `NotFound`, `Forbidden` */
  async changeRoles(key: MemberKey, roles: readonly Role[], by: StaffPrincipal): Promise<StaffAccountRecord> {
    const member = await this.findOther(key, by);
    await accounts.setRoles(this.database, member.name, key.websiteId, roles, by);
    return member;
  }

  /** @throws Refusal `NotFound`, `Forbidden` */
  async makePassword(key: MemberKey, by: StaffPrincipal): Promise<AccountSecretRecord> {
    const { staffId, name, hasPassword } = await this.findOther(key, by);
    if (!hasPassword) throw new Refusal('Forbidden', 'No password lets this account in.');
    const secret = accounts.newPassword();
    await accounts.setPassword(this.database, name, secret, { isTemporary: true }, by);
    return { staffId, name, secret };
  }

  /** Ends all sessions. @throws Refusal `NotFound`, `Forbidden` */
  async signOut(key: MemberKey, by: StaffPrincipal): Promise<StaffAccountRecord> {
    const member = await this.findOther(key, by);
    await accounts.signOut(this.database, member.name, by);
    return member;
  }

  /** @throws Refusal `NotFound`, `Forbidden` */
  async delete(key: MemberKey, by: StaffPrincipal): Promise<StaffAccountRecord> {
    const member = await this.findOther(key, by);
    const remove = member.isMachine ? accounts.removeApiToken : accounts.removeAccount;
    await remove(this.database, member.name, by);
    return member;
  }

  /** Like `find`, but refuses the own account, so that every library keeps the administrator who makes a change. @throws Refusal `Forbidden` */
  private async findOther(key: MemberKey, by: StaffPrincipal): Promise<StaffAccountRecord> {
    const member = await this.find(key, by);
    if (member.isOwn)
      throw new Refusal('Forbidden', 'This is your own account: another administrator changes it.');
    return member;
  }

  private seenBy(member: StaffMember, websiteId: number, by: StaffPrincipal): StaffAccountRecord | undefined {
    const libraries = member.roles.map((role) => role.websiteId);
    const isGoverned = administers(
      by,
      libraries.includes(null) ? null : libraries.filter((id) => id !== null),
    );
    if (!isGoverned && !member.roles.some((role) => isIn(role, websiteId))) return undefined;
    const hasPassword = this.signIn.isOffered && member.passwordHash !== null;
    return representAccount(member, websiteId, { isOwn: member.staffId === by.id, isGoverned, hasPassword });
  }
}

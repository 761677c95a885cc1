import { Injectable } from '@nestjs/common';
import { Refusal, refusal } from '../../domain/errors.js';
import { OwnTokens } from '../../http/authorization/own-tokens.js';
import { Database } from '../../platform/database/database.js';
import { administers } from '../permissions/permissions.js';
import { isIn, type Role, type StaffPrincipal } from '../permissions/staff-principal.js';
import { StaffSignIn } from '../sign-in/sign-in.service.js';
import * as accounts from './accounts.js';
import { findMember, listStaff, type StaffMember } from '../sign-in/accounts.store.js';
import { accountName } from '../sign-in/account-names.js';

/** An account or API token of a library. */
export interface MemberKey {
  readonly websiteId: number;
  readonly staffId: string;
}

/** An account or API token, as an administrator of a library sees it. */
export interface LibraryMember extends StaffMember {
  /** It is the administrator's own, which only another administrator may change. */
  readonly isOwn: boolean;
  /** The administrator administers all libraries in which it has a role. */
  readonly isGoverned: boolean;
  /** Whether it can sign in by password. */
  readonly hasPassword: boolean;
}

export interface WantedMember {
  readonly name: string;
  readonly roles: readonly Role[];
  /** If given, the identity provider admits the person, and no password is made. */
  readonly email?: string | undefined;
}

/** The accounts and API tokens with a role in a library, and changes by its administrators. */
@Injectable()
export class LibraryAccounts {
  constructor(
    private readonly database: Database,
    private readonly ownTokens: OwnTokens,
    private readonly signIn: StaffSignIn,
  ) {}

  /** People first, each group by name; only with their roles in this library, including those in all libraries. */
  async of(websiteId: number): Promise<StaffMember[]> {
    const people = await listStaff(this.database, false, websiteId);
    const machines = await listStaff(this.database, true, websiteId);
    return [...people, ...machines].map((member) => ({
      ...member,
      roles: member.roles.filter((role) => isIn(role, websiteId)),
    }));
  }

  /**
   * Finds an account with a role in the library, or with none that `by` does not administer.
   * @throws Refusal `NotFound`
   */
  async find({ websiteId, staffId }: MemberKey, by: StaffPrincipal): Promise<LibraryMember> {
    const member = await findMember(this.database, { staffId });
    const seen = member && this.seenBy(member, websiteId, by);
    if (seen === undefined) throw refusal('NotFound');
    return seen;
  }

  /** Like `find`, by name. */
  async findNamed(websiteId: number, name: string, by: StaffPrincipal): Promise<LibraryMember | undefined> {
    const member = await findMember(this.database, { name: accountName(name) ?? '' });
    return member && this.seenBy(member, websiteId, by);
  }

  /** Like `find`, but refuses the own account, so that every library keeps the administrator who makes a change. @throws Refusal `Forbidden` */
  async findOther(key: MemberKey, by: StaffPrincipal): Promise<LibraryMember> {
    const member = await this.find(key, by);
    if (member.isOwn)
      throw new Refusal('Forbidden', 'This is your own account: another administrator changes it.');
    return member;
  }

  /**
   * @returns the new password, to be changed after the first sign-in; undefined: the identity provider admits the person
   * @throws AccountProblem
   */
  async add(websiteId: number, wanted: WantedMember, by: StaffPrincipal): Promise<string | undefined> {
    const password = wanted.email === undefined ? accounts.newPassword() : undefined;
    await accounts.addAccount(this.database, { ...wanted, websiteId, password, isTemporary: true }, by);
    return password;
  }

  /** @param days until it expires; undefined: never. @returns the token. @throws AccountProblem */
  addToken(
    websiteId: number,
    { name, roles, days }: WantedMember & { readonly days: number | undefined },
    by: StaffPrincipal,
  ): Promise<string> {
    const wanted = { name, roles, websiteId, expiresAt: accounts.endOfToken(days) };
    return accounts.addApiToken(this.database, this.ownTokens, wanted, by);
  }

  /** Changes the roles in this library; other roles stay. @throws Refusal `NotFound`, `Forbidden` */
  async changeRoles(key: MemberKey, roles: readonly Role[], by: StaffPrincipal): Promise<void> {
    const { name } = await this.findOther(key, by);
    await accounts.setRoles(this.database, name, key.websiteId, roles, by);
  }

  /** Makes a new password. @throws Refusal `NotFound`, `Forbidden` */
  async makePassword(key: MemberKey, by: StaffPrincipal): Promise<LibraryMember & { password: string }> {
    const member = await this.findOther(key, by);
    if (!member.hasPassword) throw new Refusal('Forbidden', 'No password lets this account in.');
    const password = accounts.newPassword();
    await accounts.setPassword(this.database, member.name, password, { isTemporary: true }, by);
    return { ...member, password };
  }

  /** Ends all sessions. @throws Refusal `NotFound`, `Forbidden` */
  async signOut(key: MemberKey, by: StaffPrincipal): Promise<LibraryMember> {
    const member = await this.findOther(key, by);
    await accounts.signOut(this.database, member.name, by);
    return member;
  }

  /** @throws Refusal `NotFound`, `Forbidden` */
  async remove(key: MemberKey, by: StaffPrincipal): Promise<LibraryMember> {
    const member = await this.findOther(key, by);
    const remove = member.isMachine ? accounts.removeApiToken : accounts.removeAccount;
    await remove(this.database, member.name, by);
    return member;
  }

  private seenBy(member: StaffMember, websiteId: number, by: StaffPrincipal): LibraryMember | undefined {
    const libraries = member.roles.map((role) => role.websiteId);
    const isGoverned = administers(
      by,
      libraries.includes(null) ? null : libraries.filter((id) => id !== null),
    );
    if (!isGoverned && !member.roles.some((role) => isIn(role, websiteId))) return undefined;
    const hasPassword = this.signIn.isOffered && member.passwordHash !== null;
    return { ...member, isOwn: member.staffId === by.id, isGoverned, hasPassword };
  }
}

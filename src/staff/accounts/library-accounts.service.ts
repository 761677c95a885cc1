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

/** An account or API token, seen from a library. */
export interface MemberKey {
  readonly websiteId: number;
  readonly staffId: string;
}

/** An account or API token, as an administrator of a library sees it. */
export interface LibraryMember extends StaffMember {
  /** It is the administrator's own: another one changes it. */
  readonly isOwn: boolean;
  /** The administrator administers all libraries in which it has a role. */
  readonly isGoverned: boolean;
  /** Whether a password lets it in. */
  readonly hasPassword: boolean;
}

export interface WantedMember {
  readonly name: string;
  readonly roles: readonly Role[];
  /** With it the identity provider lets the person in, and no password is made. */
  readonly email?: string | undefined;
}

/** The accounts and API tokens with a role in a library, and what its administrators make of them. */
@Injectable()
export class LibraryAccounts {
  constructor(
    private readonly database: Database,
    private readonly ownTokens: OwnTokens,
    private readonly signIn: StaffSignIn,
  ) {}

  /** People first, each by name; with their roles in this library alone, those in all libraries included. */
  async of(websiteId: number): Promise<StaffMember[]> {
    const people = await listStaff(this.database, false, websiteId);
    const machines = await listStaff(this.database, true, websiteId);
    return [...people, ...machines].map((member) => ({
      ...member,
      roles: member.roles.filter((role) => isIn(role, websiteId)),
    }));
  }

  /**
   * One that has a role in the library, or no role where `by` is no administrator.
   * @throws Refusal `NotFound`
   */
  async find({ websiteId, staffId }: MemberKey, by: StaffPrincipal): Promise<LibraryMember> {
    const member = await findMember(this.database, { staffId });
    const seen = member && this.seenBy(member, websiteId, by);
    if (seen === undefined) throw refusal('NotFound');
    return seen;
  }

  /** As `find`, by the name. */
  async findNamed(websiteId: number, name: string, by: StaffPrincipal): Promise<LibraryMember | undefined> {
    const member = await findMember(this.database, { name: accountName(name) ?? '' });
    return member && this.seenBy(member, websiteId, by);
  }

  /** As `find`: so that every library keeps the administrator who makes a change. @throws Refusal `Forbidden` for the own account */
  async findOther(key: MemberKey, by: StaffPrincipal): Promise<LibraryMember> {
    const member = await this.find(key, by);
    if (member.isOwn)
      throw new Refusal('Forbidden', 'This is your own account: another administrator changes it.');
    return member;
  }

  /** As `findOther`, if `by` may decide about the account as a whole. @throws Refusal `Forbidden` */
  async findWhole(key: MemberKey, by: StaffPrincipal): Promise<LibraryMember> {
    const member = await this.findOther(key, by);
    if (!member.isGoverned) throw refusal('Forbidden');
    return member;
  }

  /**
   * @returns the password that was made, to be changed after the first sign-in; undefined: the identity provider lets the person in
   * @throws AccountProblem
   */
  async add(websiteId: number, wanted: WantedMember, by: StaffPrincipal): Promise<string | undefined> {
    const password = wanted.email === undefined ? accounts.newPassword() : undefined;
    await accounts.addAccount(this.database, { ...wanted, websiteId, password, isTemporary: true }, by);
    return password;
  }

  /** @param days how long it lasts; undefined: without end. @returns the token. @throws AccountProblem */
  addToken(
    websiteId: number,
    { name, roles, days }: WantedMember & { readonly days: number | undefined },
    by: StaffPrincipal,
  ): Promise<string> {
    const wanted = { name, roles, websiteId, expiresAt: accounts.endOfToken(days) };
    return accounts.addApiToken(this.database, this.ownTokens, wanted, by);
  }

  /** In this library; its other roles stay. @throws Refusal `NotFound`, `Forbidden` */
  async changeRoles(key: MemberKey, roles: readonly Role[], by: StaffPrincipal): Promise<void> {
    const { name } = await this.findOther(key, by);
    await accounts.setRoles(this.database, name, key.websiteId, roles, by);
  }

  /** @returns the password, besides. @throws Refusal `NotFound`, `Forbidden` */
  async makePassword(key: MemberKey, by: StaffPrincipal): Promise<LibraryMember & { password: string }> {
    const member = await this.findOther(key, by);
    if (!member.hasPassword) throw new Refusal('Forbidden', 'No password lets this account in.');
    const password = accounts.newPassword();
    await accounts.setPassword(this.database, member.name, password, { isTemporary: true }, by);
    return { ...member, password };
  }

  /** Everywhere. @throws Refusal `NotFound`, `Forbidden` */
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

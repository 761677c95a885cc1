import { Delete, Get, HttpCode, HttpStatus, Post, Put } from '@nestjs/common';
import { Fields } from '../../http/fields/fields.decorators.js';
import { KeyInPath, NumberInPath } from '../../http/fields/path.decorators.js';
import { Operation } from '../../http/openapi/operation.decorator.js';
import { accountAddress, pageAddress } from '../addresses/addresses.js';
import { type Face, Faced } from '../console/face.js';
import { FormOn } from '../console/face.interceptor.js';
import { StaffController } from '../console/staff-controller.decorator.js';
import { Allow } from '../permissions/allow.decorator.js';
import { Staff } from '../permissions/staff.decorator.js';
import { ROLES, type StaffPrincipal } from '../permissions/staff-principal.js';
import { AccountPage, SecretPage } from './account.page.js';
import { AccountsPage } from './accounts.page.js';
import type {
  StaffAccountListRecord,
  StaffAccountRecord,
  AccountSecretRecord,
} from './accounts.representation.js';
import { AccountRequest, ApiTokenRequest, rolesIn, RolesRequest } from './accounts.requests.js';
import { LibraryAccounts, type MemberKey } from './library-accounts.service.js';

const toAccount = ({ websiteId, staffId }: MemberKey): string => accountAddress(websiteId, staffId);

/** Who may do what in the library. */
@StaffController('libraries/:websiteId/accounts')
@Allow('admin', { library: 'path' })
export class AccountsController {
  constructor(private readonly accounts: LibraryAccounts) {}

  /** See who has a role in a library. */
  @Get()
  @Operation('listAccounts')
  async list(
    @NumberInPath('websiteId') websiteId: number,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<StaffAccountListRecord> {
    const { accounts } = this;
    return face.show(await accounts.list(websiteId, staff), async (shown) => {
      const taken = await accounts.findNamed(websiteId, shown.frame.kept?.typed.name ?? '', staff);
      return AccountsPage({ ...shown, taken, ways: accounts.ways });
    });
  }

  /** Add an account. @remarks It gets a password, unless the identity provider knows the person by `email`. */
  @Post()
  @Operation('addAccount', { requiresOneOf: ROLES, exampleFields: ['name', 'desk'] })
  @FormOn('list')
  @HttpCode(HttpStatus.CREATED)
  async add(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: AccountRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<AccountSecretRecord> {
    const added = await this.accounts.add(websiteId, { ...request, roles: rolesIn(request) }, staff);
    return added.secret === null
      ? face.done(added, pageAddress(websiteId, 'accounts'), `${added.name} is added.`)
      : face.show(added, SecretPage);
  }

  /** Add an API token, for a program that does what staff do. */
  @Post('tokens')
  @Operation('addApiToken', { requiresOneOf: ROLES, exampleFields: ['name', 'days', 'desk'] })
  @FormOn('list')
  @HttpCode(HttpStatus.CREATED)
  async addToken(
    @NumberInPath('websiteId') websiteId: number,
    @Fields() request: ApiTokenRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<AccountSecretRecord> {
    const wanted = { ...request, roles: rolesIn(request) };
    return face.show(await this.accounts.addToken(websiteId, wanted, staff), (shown) =>
      SecretPage({ ...shown, isMachine: true }),
    );
  }

  /** See an account or an API token. */
  @Get(':staffId')
  @Operation('findAccount')
  async find(
    @KeyInPath('staffId') key: MemberKey,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<StaffAccountRecord> {
    return face.show(await this.accounts.find(key, staff), AccountPage);
  }

  /** Replace the roles in a library. @remarks Roles elsewhere stay. */
  @Put(':staffId/roles')
  @Operation('changeAccountRoles', { requiresOneOf: ROLES, exampleFields: ['desk'] })
  @FormOn('find')
  @HttpCode(HttpStatus.NO_CONTENT)
  async changeRoles(
    @KeyInPath('staffId') key: MemberKey,
    @Fields() request: RolesRequest,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    const { name } = await this.accounts.changeRoles(key, rolesIn(request), staff);
    face.done(undefined, toAccount(key), `The roles of ${name} are changed.`);
  }

  /** Take all roles in a library away. @remarks The account stays, and can be given roles again. */
  @Delete(':staffId/roles')
  @Operation('removeAccountRoles')
  @HttpCode(HttpStatus.NO_CONTENT)
  async removeRoles(
    @KeyInPath('staffId') key: MemberKey,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    const { name } = await this.accounts.changeRoles(key, [], staff);
    face.done(undefined, pageAddress(key.websiteId, 'accounts'), `The roles of ${name} are changed.`);
  }

  /** Sign someone of the staff out everywhere. */
  @Post(':staffId/sessions/end')
  @Operation('endAccountSessions')
  @HttpCode(HttpStatus.NO_CONTENT)
  async signOut(
    @KeyInPath('staffId') key: MemberKey,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    const { name } = await this.accounts.signOut(key, staff);
    face.done(undefined, toAccount(key), `${name} is signed out everywhere.`);
  }

  /** Make a new password. @remarks The one until now ends, and all sessions. */
  @Post(':staffId/password')
  @Operation('makeAccountPassword')
  @HttpCode(HttpStatus.CREATED)
  async makePassword(
    @KeyInPath('staffId') key: MemberKey,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<AccountSecretRecord> {
    return face.show(await this.accounts.makePassword(key, staff), SecretPage);
  }

  /** Delete an account or an API token. */
  @Delete(':staffId')
  @Operation('deleteAccount')
  @HttpCode(HttpStatus.NO_CONTENT)
  async delete(
    @KeyInPath('staffId') key: MemberKey,
    @Staff() staff: StaffPrincipal,
    @Faced() face: Face,
  ): Promise<void> {
    const { name } = await this.accounts.delete(key, staff);
    face.done(undefined, pageAddress(key.websiteId, 'accounts'), `${name} is removed.`);
  }
}

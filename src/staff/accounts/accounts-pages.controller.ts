import { Get, HttpStatus, Post } from '@nestjs/common';
import { IsInt, IsOptional, Max, Min } from 'class-validator';
import type { VNode } from 'preact';
import { readMailbox } from '../../http/fields/validators.js';
import { readTyped, type Typed, TypedFields } from '../../http/fields/fields.decorators.js';
import { KeyInPath } from '../../http/fields/path.decorators.js';
import { AccountProblem, MAX_TOKEN_DAYS } from './accounts.js';
import { LibraryAccounts, type MemberKey, type WantedMember } from './library-accounts.service.js';
import { Allow } from '../permissions/allow.decorator.js';
import type { Role } from '../permissions/staff-principal.js';
import { ProviderSignIn } from '../sign-in/provider-sign-in.js';
import { StaffSignIn } from '../sign-in/sign-in.service.js';
import { accountAddress, pageAddress } from '../addresses/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { problemIn } from '../console/form-problem.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { AccountPage, NoRolePage, SecretPage } from './account.page.js';
import { AccountsPage, type AddField, type AddProblem, rolesIn } from './accounts.page.js';

type Problem = Pick<AddProblem, 'field' | 'text'>;

const NO_ROLE: Problem = { field: 'roles', text: 'Choose at least one role.' };
const NO_ADDRESS: Problem = { field: 'email', text: 'This is no e-mail address.' };

class TokenRequest {
  @IsOptional() @IsInt() @Min(1) @Max(MAX_TOKEN_DAYS) days?: number;
}

/** Who may do what in the library. */
@ConsoleController('console/libraries/:websiteId/accounts')
@Allow('admin', { library: 'path' })
export class ConsoleAccountsController {
  constructor(
    private readonly accounts: LibraryAccounts,
    private readonly signIn: StaffSignIn,
    private readonly provider: ProviderSignIn,
  ) {}

  @Get()
  async list(@PageFrame() frame: LibraryFrame, problem?: AddProblem): Promise<VNode> {
    const ways = { hasPasswords: this.signIn.isOffered, hasProvider: this.provider.isOffered };
    const accounts = await this.accounts.of(frame.library.websiteId);
    return AccountsPage({ frame, accounts, ways, problem });
  }

  @Post()
  add(@PageFrame() frame: LibraryFrame, @TypedFields() typed: Typed<AddField>): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    return this.addOrAskAgain(frame, 'account', typed, async ({ name, roles }) => {
      const email = this.provider.isOffered ? typed.email?.trim() : undefined;
      if (email === undefined ? !this.signIn.isOffered : readMailbox(email) !== email) return NO_ADDRESS;
      const password = await this.accounts.add(websiteId, { name, email, roles }, frame.staff);
      return password === undefined
        ? new Redirect(pageAddress(websiteId, 'accounts'), `${name} is added.`)
        : SecretPage({ frame, name, secret: password, isMachine: false });
    });
  }

  @Post('tokens')
  addToken(@PageFrame() frame: LibraryFrame, @TypedFields() typed: Typed<AddField>): Promise<PageAnswer> {
    return this.addOrAskAgain(frame, 'token', typed, async ({ name, roles }) => {
      const { days } = await readTyped(TokenRequest, typed);
      const wanted = { name, roles, days };
      const secret = await this.accounts.addToken(frame.library.websiteId, wanted, frame.staff);
      return SecretPage({ frame, name, secret, isMachine: true });
    });
  }

  @Get(':staffId')
  async page(@PageFrame() frame: LibraryFrame, @KeyInPath('staffId') key: MemberKey): Promise<VNode> {
    return AccountPage({ frame, member: await this.accounts.find(key, frame.staff) });
  }

  /** That no role is left is asked for once more. */
  @Post(':staffId/roles')
  async changeRoles(
    @PageFrame() frame: LibraryFrame,
    @KeyInPath('staffId') key: MemberKey,
    @TypedFields() typed: Typed<Role | 'confirmed'>,
  ): Promise<PageAnswer> {
    const { websiteId, staffId } = key;
    const roles = rolesIn(typed);
    const isLast = roles.length === 0;
    const member = await this.accounts.findOther(key, frame.staff);
    if (isLast && typed.confirmed === undefined) return NoRolePage({ frame, member });
    await this.accounts.changeRoles(key, roles, frame.staff);
    const address = isLast ? pageAddress(websiteId, 'accounts') : accountAddress(websiteId, staffId);
    return new Redirect(address, `The roles of ${member.name} are changed.`);
  }

  @Post(':staffId/sessions/end')
  async signOut(
    @PageFrame() { staff }: LibraryFrame,
    @KeyInPath('staffId') key: MemberKey,
  ): Promise<Redirect> {
    const { name } = await this.accounts.signOut(key, staff);
    return new Redirect(accountAddress(key.websiteId, key.staffId), `${name} is signed out everywhere.`);
  }

  @Post(':staffId/password')
  async makePassword(@PageFrame() frame: LibraryFrame, @KeyInPath('staffId') key: MemberKey): Promise<VNode> {
    const { name, password } = await this.accounts.makePassword(key, frame.staff);
    return SecretPage({ frame, name, secret: password, isMachine: false });
  }

  @Post(':staffId/removal')
  async remove(
    @PageFrame() { staff }: LibraryFrame,
    @KeyInPath('staffId') key: MemberKey,
  ): Promise<Redirect> {
    const { name } = await this.accounts.remove(key, staff);
    return new Redirect(pageAddress(key.websiteId, 'accounts'), `${name} is removed.`);
  }

  /** Where something is wrong, shows the forms again, with what was typed and the problem at its field. */
  private async addOrAskAgain(
    frame: LibraryFrame,
    form: AddProblem['form'],
    typed: Typed<AddField>,
    add: (wanted: WantedMember) => Promise<PageAnswer | Problem>,
  ): Promise<PageAnswer> {
    const wanted = { name: typed.name?.trim() ?? '', roles: rolesIn(typed) };
    const answer =
      wanted.roles.length === 0
        ? NO_ROLE
        : await add(wanted).catch((error: unknown) => asProblem(error, typed));
    if (!('field' in answer)) return answer;
    const { library, staff } = frame;
    const isName = answer.field === 'name';
    const taken = isName ? await this.accounts.findNamed(library.websiteId, wanted.name, staff) : undefined;
    const page = await this.list(frame, { form, typed, taken, field: answer.field, text: answer.text });
    return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
  }
}

function asProblem(error: unknown, typed: Typed<AddField>): Problem {
  if (error instanceof AccountProblem) return { field: 'name', text: error.message };
  return problemIn(error, typed, ['name', 'days']);
}

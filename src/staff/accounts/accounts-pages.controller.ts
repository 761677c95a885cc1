import { Get, HttpStatus, Post } from '@nestjs/common';
import type { VNode } from 'preact';
import { readMailbox } from '../../http/fields/validators.js';
import { FormFields } from '../../http/fields/fields.decorators.js';
import { GuidInPath } from '../../http/fields/path.decorators.js';
import { AccountProblem, MAX_TOKEN_DAYS } from './accounts.js';
import { LibraryAccounts, type LibraryMember } from './library-accounts.service.js';
import { Allow } from '../permissions/allow.decorator.js';
import { ProviderSignIn } from '../sign-in/provider-sign-in.js';
import { StaffSignIn } from '../sign-in/sign-in.service.js';
import { accountAddress, pageAddress } from '../console/addresses.js';
import { ConsoleController } from '../console/console-controller.decorator.js';
import { type LibraryFrame, PageFrame } from '../console/frame.js';
import { type PageAnswer, PageWithStatus, Redirect } from '../console/page.js';
import { AccountPage, type AccountQuestion, QuestionPage, SecretPage } from './account.page.js';
import { AccountsPage, type AddProblem } from './accounts.page.js';
import { AccountForm, ChangeRolesForm, daysIn, rolesIn, TokenForm } from './accounts-pages.requests.js';

const NO_ROLE = { field: 'roles', text: 'Choose at least one role.' } as const;
const NO_ADDRESS = { field: 'email', text: 'This is no e-mail address.' } as const;
const NO_DAYS = { field: 'days', text: `This must be a whole number from 1 to ${MAX_TOKEN_DAYS}.` } as const;

/** Who may do what in the library. */
@ConsoleController('console/libraries/:websiteId/accounts')
export class ConsoleAccountsController {
  constructor(
    private readonly accounts: LibraryAccounts,
    private readonly signIn: StaffSignIn,
    private readonly provider: ProviderSignIn,
  ) {}

  @Get()
  @Allow('admin', { library: 'path' })
  async list(@PageFrame() frame: LibraryFrame, problem?: AddProblem): Promise<VNode> {
    const ways = { hasPasswords: this.signIn.isOffered, hasProvider: this.provider.isOffered };
    const accounts = await this.accounts.of(frame.library.websiteId);
    return AccountsPage({ frame, accounts, ways, problem });
  }

  @Post()
  @Allow('admin', { library: 'path' })
  async add(@PageFrame() frame: LibraryFrame, @FormFields() typed: AccountForm): Promise<PageAnswer> {
    const [name, roles] = [typed.name?.trim() ?? '', rolesIn(typed)];
    const email = this.provider.isOffered ? typed.email?.trim() : undefined;
    const refuse = this.refusing(frame, 'account', typed);
    if (roles.length === 0) return refuse(NO_ROLE);
    if (email === undefined ? !this.signIn.isOffered : readMailbox(email) !== email)
      return refuse(NO_ADDRESS);
    return refuseProblems(refuse, async () => {
      const password = await this.accounts.add(frame.library.websiteId, { name, email, roles }, frame.staff);
      return password === undefined
        ? new Redirect(pageAddress(frame.library.websiteId, 'accounts'), `${name} is added.`)
        : SecretPage({ frame, name, secret: password, isMachine: false });
    });
  }

  @Post('tokens')
  @Allow('admin', { library: 'path' })
  async addToken(@PageFrame() frame: LibraryFrame, @FormFields() typed: TokenForm): Promise<PageAnswer> {
    const [name, roles] = [typed.name?.trim() ?? '', rolesIn(typed)];
    const days = daysIn(typed);
    const refuse = this.refusing(frame, 'token', typed);
    if (roles.length === 0) return refuse(NO_ROLE);
    if (days === 'wrong') return refuse(NO_DAYS);
    return refuseProblems(refuse, async () => {
      const secret = await this.accounts.addToken(
        frame.library.websiteId,
        { name, roles, days },
        frame.staff,
      );
      return SecretPage({ frame, name, secret, isMachine: true });
    });
  }

  @Get(':staffId')
  @Allow('admin', { library: 'path' })
  async page(@PageFrame() frame: LibraryFrame, @GuidInPath('staffId') staffId: string): Promise<VNode> {
    return AccountPage({ frame, member: await this.member(frame, staffId) });
  }

  @Post(':staffId/roles')
  @Allow('admin', { library: 'path' })
  async changeRoles(
    @PageFrame() frame: LibraryFrame,
    @GuidInPath('staffId') staffId: string,
    @FormFields() form: ChangeRolesForm,
  ): Promise<PageAnswer> {
    const { websiteId } = frame.library;
    const member = await this.member(frame, staffId);
    const roles = rolesIn(form);
    if (roles.length === 0 && form.confirmed === undefined && !member.isOwn)
      return QuestionPage({ frame, member, question: 'roles' });
    await this.accounts.changeRoles(websiteId, member, roles, frame.staff);
    const address =
      roles.length === 0 ? pageAddress(websiteId, 'accounts') : accountAddress(websiteId, staffId);
    return new Redirect(address, `The roles of ${member.name} are changed.`);
  }

  @Post(':staffId/sessions/end')
  @Allow('admin', { library: 'path' })
  async signOut(@PageFrame() frame: LibraryFrame, @GuidInPath('staffId') staffId: string): Promise<Redirect> {
    const member = await this.member(frame, staffId);
    await this.accounts.signOut(member, frame.staff);
    const address = accountAddress(frame.library.websiteId, staffId);
    return new Redirect(address, `${member.name} is signed out everywhere.`);
  }

  @Get(':staffId/password')
  @Allow('admin', { library: 'path' })
  askForPassword(@PageFrame() frame: LibraryFrame, @GuidInPath('staffId') staffId: string): Promise<VNode> {
    return this.question(frame, staffId, 'password');
  }

  @Post(':staffId/password')
  @Allow('admin', { library: 'path' })
  async makePassword(
    @PageFrame() frame: LibraryFrame,
    @GuidInPath('staffId') staffId: string,
  ): Promise<VNode> {
    const member = await this.member(frame, staffId);
    const secret = await this.accounts.makePassword(member, frame.staff);
    return SecretPage({ frame, name: member.name, secret, isMachine: false });
  }

  @Get(':staffId/removal')
  @Allow('admin', { library: 'path' })
  askToRemove(@PageFrame() frame: LibraryFrame, @GuidInPath('staffId') staffId: string): Promise<VNode> {
    return this.question(frame, staffId, 'removal');
  }

  @Post(':staffId/removal')
  @Allow('admin', { library: 'path' })
  async remove(@PageFrame() frame: LibraryFrame, @GuidInPath('staffId') staffId: string): Promise<Redirect> {
    const member = await this.member(frame, staffId);
    await this.accounts.remove(member, frame.staff);
    return new Redirect(pageAddress(frame.library.websiteId, 'accounts'), `${member.name} is removed.`);
  }

  private member({ library, staff }: LibraryFrame, staffId: string): Promise<LibraryMember> {
    return this.accounts.find(library.websiteId, staffId, staff);
  }

  private async question(frame: LibraryFrame, staffId: string, question: AccountQuestion): Promise<VNode> {
    const { library, staff } = frame;
    const member = await this.accounts.findWhole(library.websiteId, staffId, staff);
    return QuestionPage({ frame, member, question });
  }

  /** Shows the forms again, with what was typed and the problem at its field. */
  private refusing(frame: LibraryFrame, form: AddProblem['form'], typed: AddProblem['typed']): Refuse {
    return async (problem) => {
      const { library, staff } = frame;
      const taken =
        problem.field === 'name' &&
        (await this.accounts.findNamed(library.websiteId, typed.name ?? '', staff));
      const page = await this.list(frame, { form, typed, ...problem, ...(taken && { taken }) });
      return new PageWithStatus(HttpStatus.UNPROCESSABLE_ENTITY, page);
    };
  }
}

type Refuse = (problem: Pick<AddProblem, 'field' | 'text'>) => Promise<PageWithStatus>;

async function refuseProblems(refuse: Refuse, work: () => Promise<PageAnswer>): Promise<PageAnswer> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AccountProblem)) throw error;
    return refuse({ field: 'name', text: error.message });
  }
}

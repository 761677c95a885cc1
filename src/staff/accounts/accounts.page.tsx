import type { VNode } from 'preact';
import type { StaffMember } from './accounts.store.js';
import { accountAddress, pageAddress } from '../console/addresses.js';
import { Field } from '../console/components/field.js';
import { Moment } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import { type AccountForm, rolesIn, type TokenForm } from './accounts-pages.requests.js';
import { RoleChoices } from './role-choices.js';

/** Why a form was not accepted, and what was typed into it. */
export interface AddProblem {
  readonly form: 'account' | 'token';
  readonly typed: AccountForm & TokenForm;
  readonly field: 'name' | 'roles' | 'email' | 'days';
  readonly text: string;
  /** Whose name it is, if it can be given a role here. */
  readonly taken?: Pick<StaffMember, 'staffId' | 'name'> | undefined;
}

/** How people can sign in. */
export interface WaysIn {
  readonly hasPasswords: boolean;
  readonly hasProvider: boolean;
}

interface AccountsPageProps {
  readonly frame: LibraryFrame;
  readonly accounts: readonly StaffMember[];
  readonly ways: WaysIn;
  readonly problem?: AddProblem | undefined;
}

/** Who has which role in the library, and forms for another account and another API token. */
export function AccountsPage({ frame, accounts, ways, problem }: AccountsPageProps): VNode {
  const { websiteId } = frame.library;
  const ofForm = (form: AddProblem['form']): AddProblem | undefined =>
    problem?.form === form ? problem : undefined;
  return (
    <Layout frame={frame} section="accounts" title="Accounts">
      {problem !== undefined && (
        <Notice tone="problem">
          Nothing was added. {problem.taken === undefined && 'Correct the field that is marked.'}
          {problem.taken !== undefined && (
            <a href={accountAddress(websiteId, problem.taken.staffId)}>
              Change the roles of {problem.taken.name}
            </a>
          )}
        </Notice>
      )}
      <p>Who has a role in this library. Each change is in the log.</p>
      <Table
        caption="Accounts and API tokens"
        rows={accounts}
        columns={[
          {
            heading: 'Name',
            isName: true,
            cell: ({ staffId, name }) => <a href={accountAddress(websiteId, staffId)}>{name}</a>,
          },
          { heading: 'Roles', cell: rolesOf },
          { heading: 'Signs in with', cell: wayInOf },
          { heading: 'Ends', cell: endOf },
        ]}
      />
      <AddAccount websiteId={websiteId} ways={ways} problem={ofForm('account')} />
      <AddToken websiteId={websiteId} problem={ofForm('token')} />
    </Layout>
  );
}

interface AddFormProps {
  readonly websiteId: number;
  readonly problem: AddProblem | undefined;
}

function AddAccount({ websiteId, ways, problem }: AddFormProps & { readonly ways: WaysIn }): VNode {
  const at = problemsOf(problem);
  return (
    <>
      <h2>Add an account</h2>
      <form method="post" action={pageAddress(websiteId, 'accounts')}>
        <Field
          label="Name"
          name="name"
          id="account-name"
          hint="What the person signs in with: lower-case letters, digits and . _ @ + -"
          value={problem?.typed.name}
          problem={at('name')}
          autocomplete="off"
          required
        />
        {ways.hasProvider && (
          <Field
            label="E-mail address at your organization"
            name="email"
            hint={
              ways.hasPasswords
                ? 'With it the person signs in with the account of your organization, and gets no password.'
                : 'The person signs in with the account of your organization.'
            }
            value={problem?.typed.email}
            problem={at('email')}
            autocomplete="off"
            required={!ways.hasPasswords}
          />
        )}
        <RoleChoices of="account" roles={problem ? rolesIn(problem.typed) : []} problem={at('roles')} />
        <button type="submit">Add the account</button>
        {ways.hasPasswords && (
          <p class="soft">The next page shows a password, once. It must be changed at the first sign-in.</p>
        )}
      </form>
    </>
  );
}

function AddToken({ websiteId, problem }: AddFormProps): VNode {
  const at = problemsOf(problem);
  return (
    <>
      <h2>Add an API token</h2>
      <p>For a program that uses the operator’s endpoints. It cannot sign in to these pages.</p>
      <form method="post" action={`${pageAddress(websiteId, 'accounts')}/tokens`}>
        <Field
          label="Name of the program"
          name="name"
          id="token-name"
          hint="As the log calls it: lower-case letters, digits and . _ @ + -"
          value={problem?.typed.name}
          problem={at('name')}
          autocomplete="off"
          required
        />
        <Field
          label="Days until it ends"
          name="days"
          hint="Empty: it does not end."
          value={problem?.typed.days}
          problem={at('days')}
          autocomplete="off"
        />
        <RoleChoices of="token" roles={problem ? rolesIn(problem.typed) : []} problem={at('roles')} />
        <button type="submit">Add the API token</button>
      </form>
    </>
  );
}

function problemsOf(problem: AddProblem | undefined): (field: AddProblem['field']) => string | undefined {
  return (field) => (problem?.field === field ? problem.text : undefined);
}

export function rolesOf({ roles }: StaffMember): string {
  return roles
    .map(({ role, websiteId }) => (websiteId === null ? `${role} (in all libraries)` : role))
    .join(', ');
}

export function wayInOf({ isMachine, passwordHash, oidcSubject, email }: StaffMember): string {
  if (isMachine) return 'an API token';
  const ways = [
    ...(passwordHash === null ? [] : ['a password']),
    ...(oidcSubject === null && email === null ? [] : ['the organization’s identity provider']),
  ];
  return ways.join(' or ');
}

export function endOf({ expiresAt }: StaffMember): VNode | string {
  return expiresAt === null ? 'never' : <Moment at={expiresAt} />;
}

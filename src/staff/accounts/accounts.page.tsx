import type { VNode } from 'preact';
import type { StaffMember } from '../sign-in/accounts.store.js';
import { accountAddress, pageAddress } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Box, Field } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { Moment } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { LibraryFrame } from '../console/frame.js';
import { Layout } from '../console/layout.js';
import type { Typed } from '../../http/fields/fields.decorators.js';
import { controlOf, type FormProblem } from '../console/form-problem.js';
import { type Role, ROLES } from '../permissions/staff-principal.js';

/** Each role has a checkbox. */
export type AddField = 'name' | 'roles' | 'email' | 'days' | Role;

export interface AddProblem extends FormProblem<AddField> {
  readonly form: 'account' | 'token';
  /** The account that has this name already, if it can be given a role here. */
  readonly taken?: Pick<StaffMember, 'staffId' | 'name'> | undefined;
}

/** The ways in which people can sign in. */
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

/** The accounts and their roles in the library, and forms to add an account or an API token. */
export function AccountsPage({ frame, accounts, ways, problem }: AccountsPageProps): VNode {
  const { websiteId } = frame.library;
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
      <Columns
        beside={
          <>
            <AddAccount
              websiteId={websiteId}
              ways={ways}
              problem={problem?.form === 'account' ? problem : undefined}
            />
            <AddToken websiteId={websiteId} problem={problem?.form === 'token' ? problem : undefined} />
          </>
        }
      >
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
      </Columns>
    </Layout>
  );
}

interface AddFormProps {
  readonly websiteId: number;
  readonly problem: AddProblem | undefined;
}

function AddAccount({ websiteId, ways, problem }: AddFormProps & { readonly ways: WaysIn }): VNode {
  return (
    <>
      <h2>Add an account</h2>
      <PostForm action={pageAddress(websiteId, 'accounts')}>
        <Field
          label="Name"
          id="account-name"
          hint="What the person signs in with: lower-case letters, digits and . _ @ + -"
          {...controlOf('name', problem)}
          autocomplete="off"
          required
        />
        {ways.hasProvider && (
          <Field
            label="E-mail address at your organization"
            hint={
              ways.hasPasswords
                ? 'With it the person signs in with the account of your organization, and gets no password.'
                : 'The person signs in with the account of your organization.'
            }
            {...controlOf('email', problem)}
            autocomplete="off"
            required={!ways.hasPasswords}
          />
        )}
        <RoleChoices
          of="account"
          roles={rolesIn(problem?.typed)}
          problem={controlOf('roles', problem).problem}
        />
        <button type="submit">Add the account</button>
        {ways.hasPasswords && (
          <p class="soft">The next page shows a password, once. It must be changed at the first sign-in.</p>
        )}
      </PostForm>
    </>
  );
}

function AddToken({ websiteId, problem }: AddFormProps): VNode {
  return (
    <>
      <h2>Add an API token</h2>
      <p>
        For a program that does what staff do, such as the library’s own system. It cannot sign in to these
        pages.
      </p>
      <PostForm action={`${pageAddress(websiteId, 'accounts')}/tokens`}>
        <Field
          label="Name of the program"
          id="token-name"
          hint="As the log calls it: lower-case letters, digits and . _ @ + -"
          {...controlOf('name', problem)}
          autocomplete="off"
          required
        />
        <Field
          label="Days until it ends"
          hint="Empty: it does not end."
          {...controlOf('days', problem)}
          autocomplete="off"
        />
        <RoleChoices
          of="token"
          roles={rolesIn(problem?.typed)}
          problem={controlOf('roles', problem).problem}
        />
        <button type="submit">Add the API token</button>
      </PostForm>
    </>
  );
}

/** The roles whose boxes were checked. */
export function rolesIn(typed: Typed<Role> = {}): Role[] {
  return ROLES.filter((role) => typed[role] === 'yes');
}

const WORDS: Readonly<Record<Role, string>> = {
  viewer: 'looks at queues, titles to buy and charts, and sees no patron',
  desk: 'helps patrons, corrects addresses and sends notices again',
  collections: 'buys copies and imports collections',
  admin: 'may do all of that, and changes settings, webhooks and accounts',
};

interface RoleChoicesProps {
  /** Distinguishes the forms of one page. */
  readonly of: string;
  readonly roles: readonly Role[];
  /** Why the choice is not accepted. */
  readonly problem?: string | undefined;
}

/** A checkbox for each role in the library. */
export function RoleChoices({ of, roles, problem }: RoleChoicesProps): VNode {
  const problemId = problem === undefined ? undefined : `${of}-roles-problem`;
  return (
    <fieldset aria-describedby={problemId}>
      <legend>Roles in this library</legend>
      {problem !== undefined && (
        <p class="field-problem" id={problemId} role="status">
          {problem}
        </p>
      )}
      {ROLES.map((role) => (
        <Box key={role} name={role} checked={roles.includes(role)}>
          <strong>{role}</strong> {WORDS[role]}
        </Box>
      ))}
    </fieldset>
  );
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
    ...(oidcSubject === null && email === null ? [] : ['the account of the organization']),
  ];
  return ways.join(' or ');
}

export function endOf({ expiresAt }: StaffMember): VNode | string {
  return expiresAt === null ? 'never' : <Moment at={expiresAt} />;
}

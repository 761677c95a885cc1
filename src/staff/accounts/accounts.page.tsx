import type { VNode } from 'preact';
import { accountAddress, pageAddress } from '../addresses/addresses.js';
import { Columns } from '../console/components/columns.js';
import { Control } from '../console/components/control.js';
import { Box } from '../console/components/field.js';
import { PostForm } from '../console/components/form.js';
import { useTyped } from '../console/components/kept-form.js';
import { Moment } from '../console/components/moment.js';
import { Notice } from '../console/components/notice.js';
import { Table } from '../console/components/table.js';
import type { Shown } from '../console/face.js';
import { Layout } from '../console/layout.js';
import { type Role, ROLES } from '../permissions/staff-principal.js';
import type { StaffAccountListRecord, StaffAccountRecord } from './accounts.representation.js';
import { AccountRequest, ApiTokenRequest } from './accounts.requests.js';
import type { LibraryAccounts } from './library-accounts.service.js';

interface AccountsPageProps extends Shown<StaffAccountListRecord> {
  readonly ways: LibraryAccounts['ways'];
  /** The account that has the typed name already, if it can be given a role here. */
  readonly taken: StaffAccountRecord | undefined;
}

/** The accounts and their roles in the library, and forms to add an account or an API token. */
export function AccountsPage({ frame, accounts, ways, taken }: AccountsPageProps): VNode {
  const { websiteId } = frame.library;
  return (
    <Layout frame={frame} section="accounts" title="Accounts">
      {taken !== undefined && (
        <Notice tone="problem">
          Nothing was added.{' '}
          <a href={accountAddress(websiteId, taken.staffId)}>Change the roles of {taken.name}</a>
        </Notice>
      )}
      <p>Who has a role in this library. Each change is in the log.</p>
      <Columns
        beside={
          <>
            <AddAccount frame={frame} ways={ways} />
            <AddToken websiteId={websiteId} />
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

function AddAccount({ frame, ways }: Pick<AccountsPageProps, 'frame' | 'ways'>): VNode {
  return (
    <>
      <h2>Add an account</h2>
      <PostForm action={pageAddress(frame.library.websiteId, 'accounts')}>
        <Control of={AccountRequest} name="name" id="account-name" autocomplete="off" />
        {ways.hasProvider && (
          <Control
            of={AccountRequest}
            name="email"
            hint={
              ways.hasPasswords
                ? 'With it the person signs in with the account of your organization, and gets no password.'
                : 'The person signs in with the account of your organization.'
            }
            autocomplete="off"
            required={!ways.hasPasswords}
          />
        )}
        <RoleChoices of="account" />
        <button type="submit">Add the account</button>
        {ways.hasPasswords && (
          <p class="soft">The next page shows a password, once. It must be changed at the first sign-in.</p>
        )}
      </PostForm>
    </>
  );
}

function AddToken({ websiteId }: { readonly websiteId: number }): VNode {
  return (
    <>
      <h2>Add an API token</h2>
      <p>
        For a program that does what staff do, such as the library’s own system. It cannot sign in to these
        pages.
      </p>
      <PostForm action={`${pageAddress(websiteId, 'accounts')}/tokens`}>
        <Control of={ApiTokenRequest} name="name" id="token-name" autocomplete="off" />
        <Control of={ApiTokenRequest} name="days" autocomplete="off" />
        <RoleChoices of="token" />
        <button type="submit">Add the API token</button>
      </PostForm>
    </>
  );
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
  readonly roles?: readonly Role[];
}

/** A checkbox for each role in the library. */
export function RoleChoices({ of, roles = [] }: RoleChoicesProps): VNode {
  const { problem } = useTyped('roles');
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
        <Box key={role} name={role} value="true" checked={roles.includes(role)}>
          <strong>{role}</strong> {WORDS[role]}
        </Box>
      ))}
    </fieldset>
  );
}

export function rolesOf({ roles, rolesInAllLibraries }: StaffAccountRecord): string {
  return [...rolesInAllLibraries.map((role) => `${role} (in all libraries)`), ...roles].join(', ');
}

export function wayInOf({ isMachine, hasPassword, hasProvider }: StaffAccountRecord): string {
  if (isMachine) return 'an API token';
  const ways = [
    ...(hasPassword ? ['a password'] : []),
    ...(hasProvider ? ['the account of the organization'] : []),
  ];
  return ways.join(' or ');
}

export function endOf({ expiresAt }: StaffAccountRecord): VNode | string {
  return expiresAt === null ? 'never' : <Moment at={new Date(expiresAt)} />;
}

import type { VNode } from 'preact';
import type { StaffMember } from '../../staff/accounts/accounts.store.js';
import { Moment } from '../components/moment.js';
import { Table } from '../components/table.js';
import type { LibraryFrame } from '../frame.js';
import { Layout } from '../layout.js';

interface AccountsPageProps {
  readonly frame: LibraryFrame;
  readonly accounts: readonly StaffMember[];
}

/** Who has which role in the library. */
export function AccountsPage({ frame, accounts }: AccountsPageProps): VNode {
  return (
    <Layout frame={frame} section="accounts" title="Accounts">
      <p>
        Who has a role in this library. The service’s operator adds and removes accounts and API tokens, and
        changes their roles, with <code>holdfast staff</code>; the log has each change.
      </p>
      <Table
        caption="Accounts and API tokens"
        rows={accounts}
        columns={[
          { heading: 'Name', isName: true, cell: ({ name }) => name },
          { heading: 'Roles', cell: rolesOf },
          { heading: 'Signs in with', cell: wayInOf },
          {
            heading: 'Ends',
            cell: ({ expiresAt }) => (expiresAt === null ? 'never' : <Moment at={expiresAt} />),
          },
        ]}
      />
    </Layout>
  );
}

function rolesOf({ roles }: StaffMember): string {
  return roles
    .map(({ role, websiteId }) => (websiteId === null ? `${role} (in all libraries)` : role))
    .join(', ');
}

function wayInOf({ isMachine, passwordHash, oidcSubject, email }: StaffMember): string {
  if (isMachine) return 'an API token';
  const ways = [
    ...(passwordHash === null ? [] : ['a password']),
    ...(oidcSubject === null && email === null ? [] : ['the organization’s identity provider']),
  ];
  return ways.join(' or ');
}

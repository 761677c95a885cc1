import { type Connection, statement } from '../../platform/database/statement.js';
import type { SignInAccount } from '../accounts/accounts.store.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { ActionName } from './actions.js';

/** Sign-ins to the console, and what becomes of an account, are in the log of actions of each library in which it has a role. */

const LIBRARIES = statement<{ websiteId: number | null }>(
  'staff-libraries-of-account',
  `SELECT website_id AS "websiteId" FROM staff_role WHERE staff_id = $1
   UNION SELECT NULL::int FROM staff_role_in_all_libraries WHERE staff_id = $1`,
);

/** Those in which an account has a role; null: all libraries. */
export async function librariesOf(connection: Connection, staffId: string): Promise<number[] | null> {
  const rows = await connection.run(LIBRARIES, [staffId]);
  const websiteIds = rows.flatMap(({ websiteId }) => (websiteId === null ? [] : [websiteId]));
  return websiteIds.length < rows.length ? null : websiteIds;
}

const RECORD = statement(
  'staff-record-of-account',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, account)
   SELECT website_id, service_now(), $2, $3, $4, $5, $6 FROM library
   WHERE $1::int[] IS NULL OR website_id = ANY ($1)`,
);

/** Pass the transaction that starts the session. */
export async function recordSignIn(
  transaction: Connection,
  { id, name }: Pick<SignInAccount, 'id' | 'name'>,
): Promise<void> {
  const websiteIds = await librariesOf(transaction, id);
  await transaction.run(RECORD, [websiteIds, 'signed-in', 'staff', id, name, null]);
}

/** Once an hour: an attacker who guesses passwords must not fill the log. */
const RECORD_REFUSED = statement(
  'staff-record-refused-sign-in',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name)
   SELECT website_id, service_now(), 'sign-in-refused', 'staff', $2, $3 FROM library
   WHERE ($1::int[] IS NULL OR website_id = ANY ($1)) AND NOT EXISTS (
     SELECT FROM staff_action earlier
     WHERE earlier.website_id = library.website_id AND earlier.at >= date_trunc('hour', service_now(), 'UTC')
       AND earlier.action = 'sign-in-refused' AND earlier.staff_id = $2)`,
);

const UNKNOWN_ACCOUNT = { id: '00000000-0000-0000-0000-000000000000', name: '' };

/** @param account undefined for a name that is unknown: that is nowhere, for a password may have been typed there */
export async function recordRefusedSignIn(
  transaction: Connection,
  account: Pick<SignInAccount, 'id' | 'name'> | undefined,
): Promise<void> {
  const { id, name } = account ?? UNKNOWN_ACCOUNT;
  await transaction.run(RECORD_REFUSED, [await librariesOf(transaction, id), id, name]);
}

/** What becomes of an account, or of a machine with its token. */
export interface AccountChange {
  readonly action: ActionName;
  readonly account: Pick<SignInAccount, 'id' | 'name'>;
  readonly by: StaffPrincipal;
  /** Left out: those in which the account has a role; null: all. */
  readonly websiteIds?: readonly number[] | null;
}

/** Pass the transaction of the change: while the account has the roles that tell which libraries it is about. */
export async function recordAccountChange(transaction: Connection, change: AccountChange): Promise<void> {
  const { action, account, by } = change;
  const { websiteIds = await librariesOf(transaction, account.id) } = change;
  await transaction.run(RECORD, [websiteIds, action, by.kind, by.id, by.name, account.name]);
}

import { type Connection, statement } from '../../platform/database/statement.js';
import type { SignInAccount } from './accounts.store.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import type { ActionName } from '../actions/actions.js';

export type NamedAccount = Pick<SignInAccount, 'staffId' | 'name'>;

/** Sign-ins to the console, and what becomes of an account, are in the log of actions of each library in which it has a role. */

/** The libraries in which an account has a role; null: all. Unknown accounts cost as many queries. */
export async function librariesOf({ prisma }: Connection, staffId: string): Promise<number[] | null> {
  const [inAll, inLibraries] = await Promise.all([
    prisma.staffRoleInAllLibraries.count({ where: { staffId } }),
    prisma.staffRole.groupBy({ by: 'websiteId', where: { staffId } }),
  ]);
  return inAll > 0 ? null : inLibraries.map(({ websiteId }) => websiteId);
}

const RECORD = statement(
  'staff-record-of-account',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, account)
   SELECT website_id, service_now(), $2, $3, $4, $5, $6::text FROM library
   WHERE $1::int[] IS NULL OR website_id = ANY ($1)`,
);

/** Pass the transaction that starts the session, and the libraries of the account. */
export async function recordSignIn(
  transaction: Connection,
  websiteIds: readonly number[] | null,
  { staffId, name }: NamedAccount,
): Promise<void> {
  await transaction.run(RECORD, [websiteIds, 'signed-in' satisfies ActionName, 'staff', staffId, name, null]);
}

/** Records at most one per hour: an attacker who guesses passwords must not fill the log. */
export const recordRefusedSignIn = statement(
  'staff-record-refused-sign-in',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name)
   SELECT website_id, service_now(), 'sign-in-refused', 'staff', $2, $3 FROM library
   WHERE ($1::int[] IS NULL OR website_id = ANY ($1)) AND NOT EXISTS (
     SELECT FROM staff_action earlier
     WHERE earlier.website_id = library.website_id AND earlier.at >= date_trunc('hour', service_now(), 'UTC')
       AND earlier.action = 'sign-in-refused' AND earlier.staff_id = $2)`,
).execute((websiteIds: readonly number[] | null, { staffId, name }: NamedAccount) => [
  websiteIds,
  staffId,
  name,
]);

const NO_ID = '00000000-0000-0000-0000-000000000000';
/** Replaces an unknown name, which is never stored, because a password may have been typed there. */
export const UNKNOWN_ACCOUNT: NamedAccount = { staffId: NO_ID, name: '' };

/** A change of an account, or of a machine with its token. */
export interface AccountChange {
  readonly action: ActionName;
  readonly account: NamedAccount;
  readonly by: StaffPrincipal;
  /** Undefined: those in which the account has a role; null: all. */
  readonly websiteIds?: readonly number[] | null;
}

/** Pass the transaction of the change, while the account has the roles that tell its libraries. */
export async function recordAccountChange(transaction: Connection, change: AccountChange): Promise<void> {
  const { action, account, by } = change;
  const { websiteIds = await librariesOf(transaction, account.staffId) } = change;
  await transaction.run(RECORD, [websiteIds, action, by.kind, by.id, by.name, account.name]);
}

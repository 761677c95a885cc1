import { type Connection, lookup } from '../platform/database/statement.js';

/** An account that somebody wants to sign in to. */
export interface SignInAccount {
  readonly id: string;
  /** Null: only through the identity provider. */
  readonly passwordHash: string | null;
}

const FIND = lookup(
  'staff-find-account',
  `SELECT staff_id AS id, password_hash AS "passwordHash" FROM staff WHERE name = $1 AND token_hash IS NULL`,
);

export async function findAccount(connection: Connection, name: string): Promise<SignInAccount | undefined> {
  const [account] = await connection.run<SignInAccount>(FIND, [name]);
  return account;
}

import { isDeepStrictEqual } from 'node:util';
import { readServiceTime } from '../../../platform/database/clock.store.js';
import type { Database } from '../../../platform/database/database.js';
import { bulkStatement, type Connection, statement } from '../../../platform/database/statement.js';

export interface TokenRow {
  readonly tokenHash: Buffer;
  readonly patronId: number;
  readonly expiresInSeconds: number;
}

const UPSERT_TOKENS = bulkStatement(`
  INSERT INTO access_token AS t (token_hash, website_id, patron_id, expires_at)
  SELECT given.token_hash, d.website_id, d.patron_id, $4::timestamptz + make_interval(secs => given.seconds)
  FROM unnest($1::bytea[], $2::int[], $3::int[]) AS given (token_hash, patron_id, seconds)
  JOIN patron_directory d USING (patron_id)
  ORDER BY given.token_hash
  ON CONFLICT (token_hash) DO UPDATE
  SET website_id = EXCLUDED.website_id, patron_id = EXCLUDED.patron_id, client_id = NULL,
    expires_at = EXCLUDED.expires_at
  WHERE t.patron_id IS DISTINCT FROM EXCLUDED.patron_id
    OR t.expires_at <= $4::timestamptz OR t.expires_at > EXCLUDED.expires_at`);

/** A token that the patron already has keeps its expiry, unless it has expired or the new expiry is earlier. */
export async function upsertTokens(connection: Connection, tokens: readonly TokenRow[]): Promise<void> {
  await connection.run(UPSERT_TOKENS, [
    tokens.map(({ tokenHash }) => tokenHash),
    tokens.map(({ patronId }) => patronId),
    tokens.map(({ expiresInSeconds }) => expiresInSeconds),
    await readServiceTime(connection),
  ]);
}

const FIND_PATRONS = bulkStatement<{ patronId: number }>(`
  SELECT patron_id AS "patronId" FROM patron_directory WHERE patron_id = ANY ($1::int[])`);

/** Those of `patronIds` that exist, in any library. */
export async function findPatrons(
  connection: Connection,
  patronIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await connection.run(FIND_PATRONS, [patronIds]);
  return new Set(rows.map(({ patronId }) => patronId));
}

const REMOVE_TOKEN = statement('records-token-remove', `DELETE FROM access_token WHERE token_hash = $1`);

export async function removeToken(connection: Connection, tokenHash: Buffer): Promise<void> {
  await connection.run(REMOVE_TOKEN, [tokenHash]);
}

export interface ClientRow {
  readonly clientId: string;
  readonly secretHash: Buffer;
  readonly websiteIds: readonly number[];
}

export async function upsertClient({ prisma }: Database, client: ClientRow): Promise<void> {
  const where = { clientId: client.clientId };
  const row = { secretHash: Uint8Array.from(client.secretHash), websiteIds: [...client.websiteIds] };
  const found = await prisma.client.findUnique({ where });
  const unchanged = found !== null && client.secretHash.equals(found.secretHash);
  if (unchanged && isDeepStrictEqual(found.websiteIds, row.websiteIds)) return;
  await prisma.client.upsert({ where, create: { ...where, ...row }, update: row });
}

/** Also removes the client's tokens. */
export async function removeClient({ prisma }: Database, clientId: string): Promise<void> {
  await prisma.client.deleteMany({ where: { clientId } });
}

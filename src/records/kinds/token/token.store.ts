import { readServiceTime } from '../../../platform/database/clock.store.js';
import { columnTable } from '../../../platform/database/by-library.js';
import { bulkStatement, type Connection } from '../../../platform/database/statement.js';

export interface TokenRow {
  readonly tokenHash: Buffer;
  readonly patronId: number;
  readonly expiresInSeconds: number;
}

const GIVEN = columnTable({ tokenHash: 'bytea', patronId: 'int', expiresInSeconds: 'int' }, '$1');

const UPSERT_TOKENS = bulkStatement(`
  INSERT INTO access_token AS t (token_hash, website_id, patron_id, expires_at)
  SELECT given.token_hash, d.website_id, d.patron_id,
    $2::timestamptz + make_interval(secs => given.expires_in_seconds)
  FROM ${GIVEN.sql}
  JOIN patron_directory d USING (patron_id)
  ORDER BY given.token_hash
  ON CONFLICT (token_hash) DO UPDATE
  SET website_id = EXCLUDED.website_id, patron_id = EXCLUDED.patron_id, client_id = NULL,
    expires_at = EXCLUDED.expires_at
  WHERE t.patron_id IS DISTINCT FROM EXCLUDED.patron_id
    OR t.expires_at <= $2::timestamptz OR t.expires_at > EXCLUDED.expires_at`);

/** A token that the patron already has keeps its expiry, unless it has expired or the new expiry is earlier. */
export async function upsertTokens(connection: Connection, tokens: readonly TokenRow[]): Promise<void> {
  const rows = tokens.map((token) => ({ ...token, tokenHash: `\\x${token.tokenHash.toString('hex')}` }));
  await connection.run(UPSERT_TOKENS, [JSON.stringify(rows), await readServiceTime(connection)]);
}

/** The given patrons that exist, in any library. */
export async function findPatrons(
  { prisma }: Connection,
  patronIds: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await prisma.patronDirectory.findMany({
    where: { patronId: { in: [...patronIds] } },
    select: { patronId: true },
  });
  return new Set(rows.map(({ patronId }) => patronId));
}

export async function removeToken({ prisma }: Connection, tokenHash: Buffer<ArrayBuffer>): Promise<void> {
  await prisma.accessToken.deleteMany({ where: { tokenHash } });
}

import { createHash, randomBytes } from 'node:crypto';
import type { PatronKey } from '../domain/patron.js';
import { type Connection, statement } from '../platform/database/statement.js';

const TOKEN_BYTES = 32;

/** A new token's text: 256 random bits. Only its hash is ever stored. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

const FIND_PATRON = statement(
  'tokens-find-patron',
  `SELECT website_id AS "websiteId", patron_id AS "patronId" FROM access_token
   WHERE token_hash = $1 AND patron_id IS NOT NULL AND expires_at > service_now()`,
);

/** Whom a token names. Read on every request: a token revoked a moment ago is refused. */
export async function findPatronOfToken(
  connection: Connection,
  token: string,
): Promise<PatronKey | undefined> {
  const [patron] = await connection.run<PatronKey>(FIND_PATRON, [hashToken(token)]);
  return patron;
}

const KEEP = statement(
  'tokens-keep',
  `INSERT INTO access_token (token_hash, website_id, patron_id, expires_at)
   SELECT $1, website_id, patron_id, service_now() + make_interval(secs => $3)
   FROM patron_directory WHERE patron_id = $2
   RETURNING patron_id AS "patronId"`,
);

/** @returns false when there is no such patron */
export async function keepToken(
  connection: Connection,
  token: string,
  patronId: number,
  expiresInSeconds: number,
): Promise<boolean> {
  const kept = await connection.run(KEEP, [hashToken(token), patronId, expiresInSeconds]);
  return kept.length === 1;
}

const FIND_CLIENT = statement(
  'tokens-find-client',
  `SELECT c.website_ids AS "websiteIds" FROM access_token t JOIN client c USING (client_id)
   WHERE t.token_hash = $1 AND t.expires_at > service_now()`,
);

/** The libraries of the client whom a token names. */
export async function findLibrariesOfToken(
  connection: Connection,
  token: string,
): Promise<readonly number[] | undefined> {
  const [client] = await connection.run<{ websiteIds: number[] }>(FIND_CLIENT, [hashToken(token)]);
  return client?.websiteIds;
}

const KEEP_FOR_CLIENT = statement(
  'tokens-keep-for-client',
  `INSERT INTO access_token (token_hash, client_id, expires_at)
   VALUES ($1, $2, service_now() + make_interval(secs => $3))`,
);

export async function keepClientToken(
  connection: Connection,
  token: string,
  clientId: string,
  expiresInSeconds: number,
): Promise<void> {
  await connection.run(KEEP_FOR_CLIENT, [hashToken(token), clientId, expiresInSeconds]);
}

const REVOKE = statement(
  'tokens-revoke',
  `DELETE FROM access_token WHERE token_hash = $1 AND (client_id = $2 OR website_id = ANY ($3))`,
);

/** Ends a token of the client's own or of a patron of its libraries; any other stays as it is. */
export async function revokeToken(
  connection: Connection,
  token: string,
  { clientId, websiteIds }: { readonly clientId: string; readonly websiteIds: readonly number[] },
): Promise<void> {
  await connection.run(REVOKE, [hashToken(token), clientId, websiteIds]);
}

const PURGE = statement(
  'tokens-purge',
  `DELETE FROM access_token WHERE token_hash IN (
     SELECT token_hash FROM access_token WHERE expires_at <= (SELECT service_now()) LIMIT 1000
     FOR UPDATE SKIP LOCKED)
   RETURNING 1 AS one`,
);

/** @returns how many expired tokens were deleted; at most a thousand at a time */
export async function purgeExpiredTokens(connection: Connection): Promise<number> {
  return (await connection.run(PURGE)).length;
}

const FIND_BY_NUMBER = statement(
  'tokens-find-patron-by-number',
  `SELECT website_id AS "websiteId", patron_id AS "patronId" FROM patron_directory WHERE patron_id = $1`,
);

/** The patron with this number, of whatever library: numbers are unique in the service. */
export async function findPatron(connection: Connection, patronId: number): Promise<PatronKey | undefined> {
  const [patron] = await connection.run<PatronKey>(FIND_BY_NUMBER, [patronId]);
  return patron;
}

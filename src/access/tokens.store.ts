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

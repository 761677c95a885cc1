import { hash, randomBytes } from 'node:crypto';
import type { PatronKey } from '../../domain/patron.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { inQuery } from '../../platform/database/cluster.store.js';
import { purgeSharedOf } from '../../platform/database/purge.js';
import { type Connection, lookup, statement } from '../../platform/database/statement.js';

const SECRET_BYTES = 32;

/** 256 random bits as text. Only the hash is ever stored. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

export function hashToken(token: string): Buffer<ArrayBuffer> {
  return hash('sha256', token, 'buffer');
}

/** The patron whom a token names. Read on every request, so that a revoked token is refused at once. */
export const findPatronOfToken = lookup<PatronKey>(
  'tokens-find-patron',
  `SELECT website_id AS "websiteId", patron_id AS "patronId" FROM access_token
   WHERE token_hash = $1 AND website_id IS NOT NULL AND patron_id IS NOT NULL AND expires_at > service_now()`,
).first((token: string) => [hashToken(token)]);

export const findEndedTokens = lookup<{ hash: Buffer }>(
  'tokens-find-ended',
  `SELECT given.hash FROM unnest($1::bytea[]) AS given (hash)
   WHERE NOT EXISTS (SELECT FROM access_token t WHERE t.token_hash = given.hash AND t.expires_at > service_now())`,
).column('hash', (hashes: readonly Buffer[]) => [hashes]);

const FIND_HOLDER = lookup<HolderRow>(
  'tokens-find-holder',
  `SELECT t.website_id AS "websiteId", t.patron_id AS "patronId", c.client_id AS "clientId",
     c.website_ids AS "clientsWebsiteIds"
   FROM access_token t LEFT JOIN client c USING (client_id)
   WHERE t.token_hash = $1 AND t.expires_at > service_now()`,
);

/** The columns of a patron, or of a client; those of the other are null. */
type HolderRow =
  | {
      readonly websiteId: number;
      readonly patronId: number;
      readonly clientId: null;
      readonly clientsWebsiteIds: null;
    }
  | {
      readonly websiteId: null;
      readonly patronId: null;
      readonly clientId: string;
      readonly clientsWebsiteIds: number[];
    };

/** The holder of a token: a patron, or a client with the libraries that it serves now. */
export async function findPrincipalOfToken(
  connection: Connection,
  token: string,
): Promise<Principal | undefined> {
  const [row] = await connection.run(FIND_HOLDER, [hashToken(token)]);
  if (row === undefined) return undefined;
  if (row.patronId === null) return { clientId: row.clientId, websiteIds: row.clientsWebsiteIds };
  const { websiteId, patronId } = row;
  return { patron: { websiteId, patronId }, websiteIds: [websiteId] };
}

/**
 * The lock makes a patron who is being deleted count as unknown; otherwise the reference would fail.
 * @returns false when there is no such patron
 */
export const saveToken = statement(
  'tokens-save',
  `INSERT INTO access_token (token_hash, website_id, patron_id, expires_at)
   SELECT $1, website_id, patron_id, service_now() + make_interval(secs => $3)
   FROM patron_directory WHERE patron_id = $2 FOR KEY SHARE
   RETURNING 1 AS one`,
).any((token: string, patronId: number, expiresInSeconds: number) => [
  hashToken(token),
  patronId,
  expiresInSeconds,
]);

/** @returns false when there is no such client */
export const saveClientToken = statement(
  'tokens-save-for-client',
  `INSERT INTO access_token (token_hash, client_id, expires_at)
   SELECT $1, client_id, service_now() + make_interval(secs => $3)
   FROM client WHERE client_id = $2 FOR KEY SHARE
   RETURNING 1 AS one`,
).any((token: string, clientId: string, expiresInSeconds: number) => [
  hashToken(token),
  clientId,
  expiresInSeconds,
]);

/** Changes nothing if the token is invalid. */
export const extendToken = statement(
  'tokens-prolong',
  `UPDATE access_token SET expires_at = ${inQuery('expires_at + make_interval(secs => $2)')}
   WHERE token_hash = $1 AND expires_at > service_now()`,
).execute((token: string, seconds: number) => [hashToken(token), seconds]);

/** Ends a token of the client's own or of a patron of its libraries, and no other. */
export const revokeToken = statement(
  'tokens-revoke',
  `DELETE FROM access_token WHERE token_hash = $1 AND (client_id = $2 OR website_id = ANY ($3))`,
).execute(
  (
    token: string,
    { clientId, websiteIds }: { readonly clientId: string; readonly websiteIds: readonly number[] },
  ) => [hashToken(token), clientId, websiteIds],
);

/** Ends all tokens of these patrons of a library: after a lost telephone, a stolen card, or another PIN. */
export const revokeTokensOf = statement(
  'tokens-revoke-all',
  'DELETE FROM access_token WHERE website_id = $1 AND patron_id = ANY ($2::int[])',
).execute((websiteId: number, patronIds: readonly number[]) => [websiteId, patronIds]);

/** @returns how many expired tokens were deleted; at most a thousand at a time */
export const purgeExpiredTokens = purgeSharedOf({
  task: 'expired-tokens',
  table: 'access_token',
  key: ['token_hash'],
  isOver: 'expires_at <= (SELECT service_now())',
});

/** The patron with this number, in any library: numbers are unique in the service. */
export const findPatron = lookup<PatronKey>(
  'tokens-find-patron-by-number',
  `SELECT website_id AS "websiteId", patron_id AS "patronId" FROM patron_directory WHERE patron_id = $1`,
).first((patronId: number) => [patronId]);

/** The patron who has this number of the library's own. */
export const findPatronByExternalId = statement<PatronKey>(
  'tokens-find-patron-by-external-id',
  `SELECT website_id AS "websiteId", patron_id AS "patronId" FROM patron WHERE website_id = $1 AND external_id = $2`,
).first((websiteId: number, externalId: string) => [websiteId, externalId]);

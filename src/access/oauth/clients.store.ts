import { statement } from '../../platform/database/statement.js';

/** An application that may request tokens for these libraries. */
export interface Client {
  readonly clientId: string;
  readonly secretHash: Buffer;
  readonly websiteIds: readonly number[];
  /** It has no secret, so any program can sign in through it (RFC 6749, 2.1). */
  readonly isPublic?: boolean;
}

export const findClient = statement<Client>(
  'clients-find',
  `SELECT client_id AS "clientId", secret_hash AS "secretHash", website_ids AS "websiteIds"
   FROM client WHERE client_id = $1`,
).first((clientId: string) => [clientId]);

import type { IdentityProvider } from './identity-provider-settings.js';
import { type Connection, lookup } from '../database/statement.js';

/** What a library sets for itself, as far as requests need it. Null: the service's own. */
export interface OwnSettings {
  readonly websiteId: number;
  readonly identityProvider: IdentityProvider | null;
  readonly perPatron: number | null;
  readonly perClient: number | null;
  readonly perLibrary: number | null;
}

/** Of all libraries at once: a token has to be recognized by its issuer before its library is known. */
const READ_ALL = lookup(
  'library-settings-read-all',
  `SELECT website_id AS "websiteId",
     CASE WHEN jwt_issuer IS NOT NULL THEN json_build_object('issuer', jwt_issuer, 'audience', jwt_audience,
       'jwksUrl', jwt_jwks_url, 'patronClaim', jwt_patron_claim) END AS "identityProvider",
     requests_per_patron AS "perPatron", requests_per_client AS "perClient", requests_per_library AS "perLibrary"
   FROM library_settings`,
);

export function readAllSettings(connection: Connection): Promise<OwnSettings[]> {
  return connection.run<OwnSettings>(READ_ALL);
}

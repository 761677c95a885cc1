import { type Connection, statement } from '../platform/database/statement.js';
import type { ClientRow } from './access.store.js';
import type { CollectionRecord, LibraryRecord } from './schemas/library.schemas.js';
import type { SettingsRecord } from './schemas/settings.schemas.js';
import { rowOf } from './settings.store.js';

const INSERT_LIBRARY = statement(
  'onboarding-library',
  `INSERT INTO library (website_id, name, hold_limit, checkout_limit, pickup_hours, missed_pickup, lending_periods,
     lending_overrides, pin_required, suspension_ends_after_days)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (website_id) DO NOTHING RETURNING 1 AS one`,
);

/** @returns false when there is such a library already */
export async function insertLibrary(connection: Connection, library: LibraryRecord): Promise<boolean> {
  const inserted = await connection.run(INSERT_LIBRARY, [
    library.websiteId,
    library.name,
    library.holdLimit,
    library.checkoutLimit,
    library.pickupHours,
    library.missedPickup,
    JSON.stringify(library.lendingPeriods),
    JSON.stringify(library.lendingOverrides),
    library.pinRequired,
    library.suspensionEndsAfterDays,
  ]);
  return inserted.length === 1;
}

const INSERT_COLLECTION = statement(
  'onboarding-collection',
  'INSERT INTO collection (website_id, collection_id, name, account_number) VALUES ($1, $2, $3, $4)',
);

export async function insertCollection(
  connection: Connection,
  { websiteId, collectionId, name, accountNumber }: CollectionRecord,
): Promise<void> {
  await connection.run(INSERT_COLLECTION, [websiteId, collectionId, name, accountNumber]);
}

const INSERT_SETTINGS = statement(
  'onboarding-settings',
  `INSERT INTO library_settings (website_id, mail_from_address, mail_from_name, mail_reply_to, jwt_issuer, jwt_audience,
     jwt_jwks_url, jwt_patron_claim, requests_per_patron, requests_per_client, requests_per_library)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
);

export async function insertSettings(connection: Connection, settings: SettingsRecord): Promise<void> {
  const row = rowOf(settings);
  await connection.run(INSERT_SETTINGS, [
    row.websiteId,
    row.mailFromAddress,
    row.mailFromName,
    row.mailReplyTo,
    row.jwtIssuer,
    row.jwtAudience,
    row.jwtJwksUrl,
    row.jwtPatronClaim,
    row.requestsPerPatron,
    row.requestsPerClient,
    row.requestsPerLibrary,
  ]);
}

const INSERT_CLIENT = statement(
  'onboarding-client',
  `INSERT INTO client (client_id, secret_hash, website_ids) VALUES ($1, $2, $3)
   ON CONFLICT (client_id) DO NOTHING RETURNING 1 AS one`,
);

/** @returns false when there is such a client already, which may be another library's */
export async function insertClient(
  connection: Connection,
  { clientId, secretHash, websiteIds }: ClientRow,
): Promise<boolean> {
  return (await connection.run(INSERT_CLIENT, [clientId, secretHash, websiteIds])).length === 1;
}

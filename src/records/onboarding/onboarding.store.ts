import { type Connection, statement } from '../../platform/database/statement.js';
import type { ClientRow } from '../kinds/client/client.store.js';
import type { CollectionRecord } from '../kinds/collection/collection.schema.js';
import type { LibraryRecord } from '../kinds/library/library.schema.js';

const INSERT_LIBRARY = statement(
  'onboarding-library',
  `INSERT INTO library (website_id, name, hold_limit, checkout_limit, pickup_hours, missed_pickup, lending_periods,
     lending_overrides, pin_required, suspension_ends_after_days, renewal_days)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (website_id) DO NOTHING RETURNING 1 AS one`,
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
    library.renewalDays,
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

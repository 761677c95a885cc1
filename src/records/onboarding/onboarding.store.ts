import { statement } from '../../platform/database/statement.js';
import type { ClientRow } from '../kinds/client/client.store.js';
import type { CollectionRecord } from '../kinds/collection/collection.schema.js';
import type { LibraryRecord } from '../kinds/library/library.schema.js';

/** @returns false when there is such a library already */
export const insertLibrary = statement(
  'onboarding-library',
  `INSERT INTO library (website_id, name, hold_limit, checkout_limit, pickup_hours, missed_pickup, lending_periods,
     lending_overrides, pin_required, suspension_ends_after_days, renewal_days)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (website_id) DO NOTHING RETURNING 1 AS one`,
).any((library: LibraryRecord) => [
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

export const insertCollection = statement(
  'onboarding-collection',
  'INSERT INTO collection (website_id, collection_id, name, account_number) VALUES ($1, $2, $3, $4)',
).execute(({ websiteId, collectionId, name, accountNumber }: CollectionRecord) => [
  websiteId,
  collectionId,
  name,
  accountNumber,
]);

/** @returns false when there is such a client already, which may be another library's */
export const insertClient = statement(
  'onboarding-client',
  `INSERT INTO client (client_id, secret_hash, website_ids) VALUES ($1, $2, $3)
   ON CONFLICT (client_id) DO NOTHING RETURNING 1 AS one`,
).any(({ clientId, secretHash, websiteIds }: ClientRow) => [clientId, secretHash, websiteIds]);

import type { LibrarySettings } from '../../generated/prisma/client.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { ClientRow } from '../kinds/access/access.store.js';
import type { CollectionRecord, LibraryRecord } from '../kinds/libraries/library.schemas.js';
import type { SettingsRecord } from '../kinds/settings/settings.schemas.js';
import { rowOf } from '../kinds/settings/settings.store.js';

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

/** Every column: the compiler notices a setting that is missing here, which would be lost without a word. */
const SETTINGS_COLUMNS: Readonly<Record<keyof LibrarySettings, string>> = {
  websiteId: 'website_id',
  mailFromAddress: 'mail_from_address',
  mailFromName: 'mail_from_name',
  mailReplyTo: 'mail_reply_to',
  jwtIssuer: 'jwt_issuer',
  jwtAudience: 'jwt_audience',
  jwtJwksUrl: 'jwt_jwks_url',
  jwtPatronClaim: 'jwt_patron_claim',
  requestsPerPatron: 'requests_per_patron',
  requestsPerClient: 'requests_per_client',
  requestsPerLibrary: 'requests_per_library',
  noticeName: 'notice_name',
  noticeHomepage: 'notice_homepage',
  noticeLogo: 'notice_logo',
  noticeColor: 'notice_color',
  noticeTimeZone: 'notice_time_zone',
  noticeLanguages: 'notice_languages',
  noticeReminderHours: 'notice_reminder_hours',
  noticeTitleUrl: 'notice_title_url',
  holdsPerCopy: 'holds_per_copy',
};
const SETTINGS_MEMBERS = Object.keys(SETTINGS_COLUMNS) as (keyof LibrarySettings)[];

const INSERT_SETTINGS = statement(
  'onboarding-settings',
  `INSERT INTO library_settings (${Object.values(SETTINGS_COLUMNS).join(', ')})
   VALUES (${SETTINGS_MEMBERS.map((_, index) => `$${index + 1}`).join(', ')})`,
);

export async function insertSettings(connection: Connection, settings: SettingsRecord): Promise<void> {
  const row = rowOf(settings);
  await connection.run(
    INSERT_SETTINGS,
    SETTINGS_MEMBERS.map((member) => row[member]),
  );
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

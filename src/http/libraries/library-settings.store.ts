import { lookup } from '../../platform/database/statement.js';

export interface StoredProvider {
  readonly issuer: string;
  readonly audience: string;
  readonly jwksUrl: string;
  readonly patronClaim: string;
  readonly libraryClaim: string | null;
}

/** The settings of a library that requests need. Null: the service's default. */
export interface OwnSettings {
  readonly websiteId: number;
  readonly identityProvider: StoredProvider | null;
  readonly perPatron: number | null;
  readonly perClient: number | null;
  readonly perLibrary: number | null;
}

const COLUMNS = `website_id AS "websiteId",
  CASE WHEN jwt_issuer IS NOT NULL THEN json_build_object('issuer', jwt_issuer, 'audience', jwt_audience,
    'jwksUrl', jwt_jwks_url, 'patronClaim', jwt_patron_claim,
    'libraryClaim', jwt_library_claim) END AS "identityProvider",
  requests_per_patron AS "perPatron", requests_per_client AS "perClient", requests_per_library AS "perLibrary"`;

/** Reads all libraries, because a token is recognized by its issuer before its library is known. */
export const readAllSettings = lookup<OwnSettings>(
  'library-settings-read-all',
  `SELECT ${COLUMNS} FROM library_settings`,
).all();

/**
 * A change bears the time at which its transaction began, but is seen when that has ended. A transaction that was open at the last reading may
 * therefore bear an earlier time; none is open for longer than this.
 */
const MAX_CHANGE = `interval '1 minute'`;

/** The settings changed since a reading, and some unchanged ones. */
export const readChangedSettings = lookup<OwnSettings>(
  'library-settings-read-changed',
  `SELECT ${COLUMNS} FROM library_settings WHERE changed_at >= $1::timestamptz - ${MAX_CHANGE}`,
).all((readAt: Date) => [readAt]);

export interface SettingsCount {
  /** The number of libraries with settings of their own. */
  readonly count: number;
  /** By the database's clock. */
  readonly readAt: Date;
}

export const countSettings = lookup<SettingsCount>(
  'library-settings-count',
  'SELECT count(*)::int AS count, now() AS "readAt" FROM library_settings',
).one();

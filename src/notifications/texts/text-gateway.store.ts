import type { PatronKey } from '../../domain/patron.js';
import { NAME_FOR_PATRONS } from '../../platform/database/libraries.store.js';
import { statement } from '../../platform/database/statement.js';

/** Where the text messages of a library go. */
export interface GatewayOfLibrary {
  readonly websiteId: number;
  readonly url: string;
  /** Sealed. */
  readonly secret: string;
  /** The gateway knows the telephone numbers of patrons, and gets theirs in the service. */
  readonly knowsPatrons: boolean;
}

/** SQL for "the settings `s` have a gateway". */
export const HAS_GATEWAY = '(s.text_url IS NOT NULL AND s.text_secret IS NOT NULL)';
/** SQL for "the gateway in the settings `s` knows the telephone numbers of patrons". */
export const KNOWS_PATRONS = "(s.text_by = 'patronId') IS TRUE";

/** What the text message with a code needs. */
export interface CodeContext extends GatewayOfLibrary {
  readonly libraryName: string;
  /** Language tags; the first is the default. */
  readonly languages: readonly string[];
  /** The patron's language tag. */
  readonly language: string | null;
}

/** SQL for the columns of a `GatewayOfLibrary` of the library $1, but for its number. */
export const GATEWAY = `s.text_url AS url, s.text_secret AS secret, ${KNOWS_PATRONS} AS "knowsPatrons"`;

/** Undefined if the library has no gateway, or there is no such patron. */
export const findCodeContext = statement<CodeContext>(
  'texts-find-code-context',
  `SELECT p.website_id AS "websiteId", ${GATEWAY}, ${NAME_FOR_PATRONS} AS "libraryName", s.notice_languages AS languages, p.language
   FROM patron p JOIN library l USING (website_id) JOIN library_settings s USING (website_id)
   WHERE p.website_id = $1 AND p.patron_id = $2 AND ${HAS_GATEWAY}`,
).first(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

/** A secret as it is stored. */
export interface StoredTextSecret {
  readonly websiteId: number;
  readonly secret: string;
}

export const listTextSecretsWithout = statement<StoredTextSecret>(
  'text-secrets-find',
  `SELECT website_id AS "websiteId", text_secret AS secret FROM library_settings
   WHERE text_secret IS NOT NULL AND NOT starts_with(text_secret, $1) LIMIT 100`,
).all((prefix: string) => [prefix]);

/** Changes nothing if the secret has changed meanwhile. */
export const replaceTextSecret = statement(
  'text-secrets-replace',
  `UPDATE library_settings SET text_secret = $3 WHERE website_id = $1 AND text_secret = $2 RETURNING 1 AS one`,
).any(({ websiteId, secret }: StoredTextSecret, sealed: string) => [websiteId, secret, sealed]);

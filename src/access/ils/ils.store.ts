import { statement } from '../../platform/database/statement.js';
import { ILS_PASSWORDS, type IlsPassword, type IlsSettings } from './ils-settings.js';

/** A library's own system, which knows its patrons. */
export interface LibrarySystem {
  readonly websiteId: number;
  readonly ils: IlsSettings;
  readonly pinRequired: boolean;
}

/** Read at each sign-in, so that a corrected password counts at once. Undefined: the service knows the library's cards and PINs. */
export const findSystem = statement<LibrarySystem>(
  'ils-find',
  `SELECT l.website_id AS "websiteId", s.sign_in AS ils, l.pin_required AS "pinRequired"
   FROM library l JOIN library_settings s USING (website_id) WHERE l.website_id = $1 AND s.sign_in IS NOT NULL`,
).first((websiteId: number) => [websiteId]);

export const hasCategory = statement<{ hasCategory: boolean }>(
  'ils-has-category',
  'SELECT EXISTS (SELECT FROM patron_category WHERE website_id = $1 AND category = $2) AS "hasCategory"',
).isTrue('hasCategory', (websiteId: number, category: string) => [websiteId, category]);

export interface StoredPassword {
  readonly websiteId: number;
  readonly name: IlsPassword;
  readonly password: string;
}

/** The passwords that do not begin with this prefix. */
export const listPasswordsWithout = statement<StoredPassword>(
  'ils-list-passwords',
  `SELECT website_id AS "websiteId", name, sign_in ->> name AS password
   FROM library_settings, unnest($2::text[]) AS name
   WHERE sign_in ->> name IS NOT NULL AND NOT starts_with(sign_in ->> name, $1) LIMIT 100`,
).all((prefix: string) => [prefix, ILS_PASSWORDS]);

/** Changes nothing if the password has changed meanwhile. */
export const replacePassword = statement(
  'ils-replace-password',
  `UPDATE library_settings SET sign_in = jsonb_set(sign_in, ARRAY[$2::text], to_jsonb($4::text))
   WHERE website_id = $1 AND sign_in ->> $2 = $3 RETURNING 1 AS one`,
).any(({ websiteId, name, password }: StoredPassword, sealed: string) => [websiteId, name, password, sealed]);

import { statement } from '../../platform/database/statement.js';

/** Whether the library allows no sign-in without a PIN. */
export const isPinRequired = statement<{ pinRequired: boolean }>(
  'ils-is-pin-required',
  'SELECT pin_required AS "pinRequired" FROM library WHERE website_id = $1',
).isTrue('pinRequired', (websiteId: number) => [websiteId]);

export interface StoredPassword {
  readonly websiteId: number;
  readonly password: string;
}

/** Those that begin with none of these. */
export const listPasswordsWithout = statement<StoredPassword>(
  'ils-list-passwords',
  `SELECT website_id AS "websiteId", sign_in ->> 'password' AS password FROM library_settings
   WHERE sign_in ->> 'password' IS NOT NULL AND NOT starts_with(sign_in ->> 'password', $1) LIMIT 100`,
).all((prefix: string) => [prefix]);

/** Unless it was changed meanwhile. */
export const replacePassword = statement(
  'ils-replace-password',
  `UPDATE library_settings SET sign_in = jsonb_set(sign_in, '{password}', to_jsonb($3::text))
   WHERE website_id = $1 AND sign_in ->> 'password' = $2 RETURNING 1 AS one`,
).any(({ websiteId, password }: StoredPassword, sealed: string) => [websiteId, password, sealed]);

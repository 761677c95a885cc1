import type { Violation } from './staff-violations.js';

const token = 'INSERT INTO access_token (token_hash, website_id, patron_id, client_id, expires_at) VALUES';
const hash = "sha256('token')";

/** Rows of tokens that no process may write. */
export const tokenViolations: readonly Violation[] = [
  [
    'a token belongs to nobody',
    `${token} (${hash}, NULL, NULL, NULL, now())`,
    'access_token_names_its_owner',
  ],
  [
    'a token belongs to a patron and a client',
    `${token} (${hash}, 1, 11, 'app', now())`,
    'access_token_names_its_owner',
  ],
  [
    'a patron’s token has no library',
    `${token} (${hash}, NULL, 11, NULL, now())`,
    'access_token_names_its_owner',
  ],
  [
    'a client’s token has a library',
    `${token} (${hash}, 1, NULL, 'app', now())`,
    'access_token_names_its_owner',
  ],
  ['a token is stored in plain text', `${token} ('token', 1, 11, NULL, now())`, 'access_token_is_a_sha256'],
];

import { lookup } from '../../platform/database/statement.js';

/** The key that the database was created with, the same for all processes. */
export const findTokenKey = lookup<{ key: string }>('token-key-find', 'SELECT key FROM token_key').value(
  'key',
  () => [],
);

import { lookup, statement } from '../../platform/database/statement.js';

/** A pair of keys, in base64url. */
export interface PushKeyPair {
  readonly publicKey: string;
  /** Sealed, where it is stored. */
  readonly privateKey: string;
}

/** The owner with whose name the private key is sealed. */
export const PUSH_KEY_OWNER = 'push messages';

/** Undefined until the first is made. */
export const findPushKey = lookup<PushKeyPair>(
  'push-key-find',
  'SELECT public_key AS "publicKey", private_key AS "privateKey" FROM push_key',
).first();

/** Does nothing if another process has stored one meanwhile. */
export const storePushKey = statement(
  'push-key-store',
  'INSERT INTO push_key (public_key, private_key) VALUES ($1, $2) ON CONFLICT DO NOTHING',
).execute(({ publicKey, privateKey }: PushKeyPair) => [publicKey, privateKey]);

/** Changes nothing if it has changed meanwhile. */
export const replacePrivateKey = statement(
  'push-key-seal',
  'UPDATE push_key SET private_key = $2 WHERE private_key = $1',
).execute((former: string, sealed: string) => [former, sealed]);

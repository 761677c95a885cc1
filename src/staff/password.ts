import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';

/**
 * argon2id as RFC 9106 recommends it for servers with little memory: 64 MiB and three passes, some 0.15 s for each guess. The
 * parameters stand in each hash, so that they can be raised without a migration.
 */
const COST = { memory: 65_536, passes: 3, parallelism: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;

export const MIN_PASSWORD_LENGTH = 12;
export const MAX_PASSWORD_LENGTH = 1_000;

/** Two at once take 128 MiB. Node has four threads for such work; patrons' PINs and lookups of names need the others. */
const hashing = pLimit(2);

/** A new hash of `password` in the PHC string format: `$argon2id$v=19$m=65536,t=3,p=1$salt$hash`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  const { memory, passes, parallelism } = COST;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${encoded(salt)}$${encoded(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Takes as long for a wrong password as for the right one. */
export async function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt = '', hash = ''] = PHC.exec(passwordHash) ?? [];
  if (memory === undefined) return false;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const expected = Buffer.from(hash, 'base64');
  const actual = await derive(password, Buffer.from(salt, 'base64'), cost);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  // One keyboard sends an accented letter as one character, another as two.
  const message = password.normalize('NFC');
  const parameters: Argon2Parameters = { ...cost, message, nonce: salt, tagLength: HASH_BYTES };
  return hashing(
    () =>
      new Promise((resolve, reject) => {
        argon2('argon2id', parameters, (error, hash) => {
          if (error) reject(error);
          else resolve(hash);
        });
      }),
  );
}

function encoded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}

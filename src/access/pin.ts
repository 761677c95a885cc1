import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';

/**
 * A PIN is short, so its hash must be slow and take memory: scrypt with 16 MiB and about 40 ms for each guess. The
 * parameters stand in each hash, so that they can be raised without a migration.
 */
const COST = { N: 16_384, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;

/** Three of Node's four threads for such work: one stays free for what every request needs, such as DNS lookups. */
const hashing = pLimit(3);

/** A new hash of `pin`: `scrypt$N$r$p$salt$hash`, the last two in base64url. */
export async function hashPin(pin: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(pin, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Takes as long for a wrong PIN as for the right one. */
export async function verifyPin(pin: string, pinHash: string): Promise<boolean> {
  const [scheme, N, r, p, salt = '', hash = ''] = pinHash.split('$');
  if (scheme !== 'scrypt') return false;
  const expected = Buffer.from(hash, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const actual = await derive(pin, Buffer.from(salt, 'base64url'), cost);
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

function derive(pin: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  const options = { ...cost, maxmem: MAX_MEMORY_BYTES };
  return hashing(
    () =>
      new Promise((resolve, reject) => {
        scrypt(pin, salt, HASH_BYTES, options, (error, hash) => {
          if (error) reject(error);
          else resolve(hash);
        });
      }),
  );
}

import { scrypt, timingSafeEqual } from 'node:crypto';
import pLimit from 'p-limit';
import { Argon2id } from './argon2id.js';
import { isBcrypt, md5, slowHashIn, verifyBcrypt } from './taken-over-hashes.js';

/**
 * A PIN is short, so its hash must be slow and take memory: argon2id with 46 MiB and one pass, as OWASP recommends, about 65 ms a guess.
 * Three at once take 138 MiB and three of Node's four threads for such work: one stays free for what every request needs, such as DNS
 * lookups.
 */
const pins = new Argon2id({ memory: 47_104, passes: 1, parallelism: 1 }, 3);

/** Verified when the card is unknown, so that the answer takes as long. */
export const DUMMY_PIN_HASH = pins.dummyHash();

export function hashPin(pin: string): Promise<string> {
  return pins.hash(pin);
}

/**
 * Takes as long for a wrong PIN as for the right one.
 * @param otherHash a hash of another kind that some patron of the library has, of an earlier release or of another system: then every PIN, also
 *   for an unknown card, is verified in both ways, so that the time of an answer does not tell which cards have such a hash
 */
export async function verifyPin(
  pin: string,
  pinHash: string,
  otherHash?: string,
  { own, other } = KINDS,
): Promise<boolean> {
  const isOther = pinHash.startsWith('scrypt$') || isBcrypt(pinHash);
  if (otherHash === undefined) return (isOther ? other : own)(pin, pinHash);
  const isRightOther = await other(pin, isOther ? pinHash : otherHash);
  const isRightOwn = await own(pin, isOther ? DUMMY_PIN_HASH : pinHash);
  return isOther ? isRightOther : isRightOwn;
}

/** Whether the hash is of an earlier release or another system, or has another cost. It is replaced after the right PIN. */
export function isOutdated(pinHash: string): boolean {
  return !pinHash.startsWith(pins.prefix);
}

const KINDS = {
  own: verifyOwn,
  other: (pin: string, pinHash: string) => (isBcrypt(pinHash) ? verifyBcrypt : verifyScrypt)(pin, pinHash),
};

function verifyOwn(pin: string, pinHash: string): Promise<boolean> {
  const ofMd5 = slowHashIn(pinHash);
  return ofMd5 === undefined ? pins.verify(pin, pinHash) : pins.verify(md5(pin), ofMd5);
}

const HASH_BYTES = 32;
const MAX_MEMORY_BYTES = 64 * 1024 * 1024;
const verifying = pLimit(3);

/** Reads the hashes of releases up to 0.2.0: `scrypt$N$r$p$salt$hash`, the last two in base64url. */
async function verifyScrypt(pin: string, pinHash: string): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = pinHash.split('$');
  const expected = Buffer.from(hash, 'base64url');
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: MAX_MEMORY_BYTES };
  const actual = await verifying(
    () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(pin, Buffer.from(salt, 'base64url'), HASH_BYTES, options, (error, derived) => {
          if (error) reject(error);
          else resolve(derived);
        });
      }),
  );
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}

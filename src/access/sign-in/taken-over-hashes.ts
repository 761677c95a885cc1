import { createHash } from 'node:crypto';
import bcrypt from 'bcrypt';
import pLimit from 'p-limit';
import { dayAfter } from '../../domain/zoned-time.js';

/** A higher cost would take a processor longer than a second to check. */
const BCRYPT = /^\$2[aby]\$(?:0[4-9]|1[0-2])\$[./A-Za-z\d]{53}$/;
const MD5 = /^[\da-f]{32}$/i;
const BCRYPT_SALT_LENGTH = 29;
/** Everybody can guess PINs from MD5 hashes that leaked elsewhere, so that they are taken for a short time only. */
const MD5_DAYS = 90;

export const isBcrypt = (text: string): boolean => BCRYPT.test(text);
export const isMd5 = (text: string): boolean => MD5.test(text);

/** The last day on which a PIN can be used whose MD5 hash is stored today, and the slow hash of the MD5 hash. */
const STORED_MD5 = /^md5:\d{4}-\d\d-\d\d:(.+)$/;

export const storedMd5 = (today: string, slowHash: string): string =>
  `md5:${dayAfter(today, MD5_DAYS)}:${slowHash}`;

/** The slow hash of an MD5 hash. Undefined: this is another hash. */
export const slowHashIn = (storedHash: string): string | undefined => STORED_MD5.exec(storedHash)?.[1];

export const isTakenOver = (storedHash: string): boolean =>
  isBcrypt(storedHash) || slowHashIn(storedHash) !== undefined;

export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

const verifying = pLimit(3);

/**
 * Koha hashes the PIN. Evergreen hashes the MD5 of the salt and the PIN's MD5.
 * Both are computed always: which of them wrote the hash is not known, and a right PIN takes as long as a wrong one.
 */
export async function verifyBcrypt(pin: string, pinHash: string): Promise<boolean> {
  const salt = pinHash.slice(0, BCRYPT_SALT_LENGTH);
  // PHP's name of the same algorithm.
  const known = pinHash.replace('$2y$', '$2b$');
  const matches = await Promise.all(
    [pin, md5(salt + md5(pin))].map((text) => verifying(() => bcrypt.compare(text, known))),
  );
  return matches.includes(true);
}

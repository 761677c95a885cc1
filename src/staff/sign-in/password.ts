import { Argon2id } from '../../access/sign-in/argon2id.js';

/**
 * RFC 9106's parameters for servers with little memory: 64 MiB and three passes, some 0.15 s for each guess. Two at once take 128 MiB; patrons' PINs
 * and lookups of names need the other threads.
 */
const passwords = new Argon2id({ memory: 65_536, passes: 3, parallelism: 1 }, 2);

/** Verified in place of the password of an unknown account, so that the answer takes as long. */
export const DUMMY_PASSWORD_HASH = passwords.dummyHash();

export function hashPassword(password: string): Promise<string> {
  return passwords.hash(normalized(password));
}

/** Takes as long for a wrong password as for the right one. */
export function verifyPassword(password: string, passwordHash: string): Promise<boolean> {
  return passwords.verify(normalized(password), passwordHash);
}

/** Some keyboards send an accented letter as one character, others as two. */
function normalized(password: string): string {
  return password.normalize('NFC');
}

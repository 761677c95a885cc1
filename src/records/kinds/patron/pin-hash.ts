import { hashPin, verifyPin } from '../../../access/sign-in/pin.js';
import { isBcrypt, isTakenOver, slowHashIn, storedMd5 } from '../../../access/sign-in/taken-over-hashes.js';
import type { PatronRecord } from './patron.schema.js';
import type { PatronFacts } from './patron.store.js';

/** The hash to store of a record's PIN, or the hash of another system; undefined keeps what is stored. Null: the patron has no PIN. */
export async function pinHashFor(
  { pin, pinHash }: Pick<PatronRecord, 'pin' | 'pinHash'>,
  { pinHash: stored, today }: PatronFacts,
): Promise<string | null | undefined> {
  if (pinHash !== undefined) return takenOver(pinHash, stored, today);
  if (pin == null) return pin;
  // The hash of an MD5 hash opens for some time only, and the PIN itself for good.
  const isLasting = stored !== null && slowHashIn(stored) === undefined;
  return isLasting && (await verifyPin(pin, stored)) ? stored : hashPin(pin);
}

/** A PIN of this service, perhaps the same one since the patron signed in, stays. */
async function takenOver(pinHash: string, stored: string | null, today: string): Promise<string | undefined> {
  if (stored !== null && !isTakenOver(stored)) return undefined;
  if (isBcrypt(pinHash)) return pinHash;
  const md5 = pinHash.toLowerCase();
  const slowHash = stored === null ? undefined : slowHashIn(stored);
  // The same hash in a nightly list begins no new term.
  if (slowHash !== undefined && (await verifyPin(md5, slowHash))) return undefined;
  return storedMd5(today, await hashPin(md5));
}

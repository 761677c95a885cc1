import { randomBytes } from 'node:crypto';

/** 144 random bits, which cannot be guessed. */
const COLLECTION_TOKEN_BYTES = 18;

export function newCollectionToken(): string {
  return randomBytes(COLLECTION_TOKEN_BYTES).toString('base64url');
}

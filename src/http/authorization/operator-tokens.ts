import { createHash, timingSafeEqual } from 'node:crypto';
import type { Request } from 'express';

/** The names of the tokens in metrics, in the order of the setting. */
const POSITIONS = ['first', 'second'] as const;

/** The token of the header `Authorization: Bearer <token>`; undefined if there is none. */
export function bearerTokenOf({ headers }: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/**
 * Finds which of the operator's tokens `given` is; undefined if it is another. Digests are compared in constant time, and with each token even after
 * a match: timing reveals neither a token, nor its length, nor which one it is.
 */
export function positionOf(
  given: string | undefined,
  tokens: readonly string[],
): (typeof POSITIONS)[number] | undefined {
  if (given === undefined) return undefined;
  const givenDigest = digest(given);
  const matches = tokens.map((token) => timingSafeEqual(givenDigest, digest(token)));
  return POSITIONS[matches.indexOf(true)];
}

function digest(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

import { createHmac, timingSafeEqual } from 'node:crypto';

const SIGNATURE = '&signature=';

/**
 * Adds the end, and a signature over both, as a content server checks it (docs/content-server.md). The address must be written as an HTTP
 * client sends it, and have no fragment.
 * @param expires Unix seconds
 */
export function signAddress(address: string, expires: number, key: string): string {
  const signed = `${address}${address.includes('?') ? '&' : '?'}expires=${expires}`;
  return `${signed}${SIGNATURE}${signatureOf(signed, key)}`;
}

/** Whether an address is unchanged since it was signed. It may have ended. */
export function isSigned(address: string, key: string): boolean {
  const end = address.lastIndexOf(SIGNATURE);
  if (end === -1) return false;
  // Compared as text: several texts decode to the same bytes.
  const given = Buffer.from(address.slice(end + SIGNATURE.length));
  const expected = Buffer.from(signatureOf(address.slice(0, end), key));
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function signatureOf(text: string, key: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { PatronKey } from '../domain/patron.js';

/** The patron and the title of a loan. */
export interface LoanKey {
  readonly patron: PatronKey;
  readonly reserveId: string;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Two numbers and the end, of four bytes each, and the title's GUID: every patron's link has the same length. */
const LOAN_BYTES = 28;
const GUID_AT = 12;

/** A key of its own: nothing that the content key signs can be taken for a sealed loan. */
export function sealingKey(contentKey: string): Buffer {
  return Buffer.from(hkdfSync('sha256', contentKey, '', 'holdfast format choice', KEY_BYTES));
}

/** @param end Unix seconds */
export function sealLoan(key: Buffer, { patron, reserveId }: LoanKey, end: number): string {
  const loan = Buffer.alloc(LOAN_BYTES);
  loan.writeInt32BE(patron.websiteId, 0);
  loan.writeInt32BE(patron.patronId, 4);
  loan.writeUInt32BE(end, 8);
  loan.write(reserveId.replaceAll('-', ''), GUID_AT, 'hex');
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(loan), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Undefined when it was altered, or not sealed with this key. */
export function unsealLoan(
  key: Buffer,
  text: string,
): { readonly loan: LoanKey; readonly end: number } | undefined {
  const bytes = Buffer.from(text, 'base64url');
  // Each link can be written in one way only.
  if (bytes.length !== NONCE_BYTES + TAG_BYTES + LOAN_BYTES || bytes.toString('base64url') !== text)
    return undefined;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const loan = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  const patron = { websiteId: loan.readInt32BE(0), patronId: loan.readInt32BE(4) };
  return { loan: { patron, reserveId: guidFrom(loan.toString('hex', GUID_AT)) }, end: loan.readUInt32BE(8) };
}

function guidFrom(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

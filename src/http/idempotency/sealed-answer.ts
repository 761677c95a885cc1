import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import type { PatronKey } from '../../domain/patron.js';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The values derived from an idempotency key. The key itself is not stored, so that only the patron's client, which sends the key again, can read an
 * answer, which names a title (decision 11).
 */
export class AnswerSeal {
  /** The name under which the answer is stored. */
  readonly keyHash: Buffer;
  private readonly requestKey: Buffer;
  private readonly answerKey: Buffer;

  constructor({ websiteId, patronId }: PatronKey, key: string) {
    const derive = (purpose: string): Buffer =>
      Buffer.from(hkdfSync('sha256', key, `${websiteId}/${patronId}`, purpose, KEY_BYTES));
    this.keyHash = derive('name');
    this.requestKey = derive('request');
    this.answerKey = derive('answer');
  }

  /** Equal for equal requests only. */
  hashRequest(path: string, fields: object): Buffer {
    return createHmac('sha256', this.requestKey)
      .update(JSON.stringify([path, fields]))
      .digest();
  }

  close(answer: object): Buffer {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.answerKey, nonce);
    const text = Buffer.concat([cipher.update(JSON.stringify(answer)), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), text]);
  }

  open(sealed: Uint8Array): object {
    const nonce = sealed.subarray(0, NONCE_BYTES);
    const cipher = createDecipheriv(CIPHER, this.answerKey, nonce);
    cipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = Buffer.concat([cipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), cipher.final()]);
    return JSON.parse(text.toString()) as object;
  }
}

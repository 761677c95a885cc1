import { createHmac, randomBytes } from 'node:crypto';

/** Signatures as Standard Webhooks describe them (https://www.standardwebhooks.com). */

export const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;
/** Of secrets that somebody else has made. */
export const MIN_SECRET_BYTES = 24;
export const MAX_SECRET_BYTES = 64;

export function newSecret(): string {
  return SECRET_PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

interface SignedMessage {
  readonly id: string;
  readonly sentAt: Date;
  readonly body: string;
}

/** @param secrets one, or two while the one replaces the other */
export function signedHeaders(
  { id, sentAt, body }: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(Math.floor(sentAt.getTime() / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

import type { components } from './api.js';

/** What has happened, as the feed and webhooks tell it. */
export type Event = components['schemas']['CloudEvent'];

/** Seconds by which the clocks may differ, and for which a delivery may be under way. */
const MAX_AGE = 300;

/** A delivery to refuse with 401: another secret has signed it or none, it was changed, or it is too old. */
export class NotSigned extends Error {
  override readonly name = 'NotSigned';
}

export interface Delivery {
  /** Of the request: `Headers`, or the object that Node has. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** As it came, before anything parses it. */
  readonly body: string;
}

/**
 * The event that a webhook has delivered, signed as Standard Webhooks say. It may come again, with the same `id`.
 * @param secret `whsec_…`
 * @throws NotSigned
 */
export async function verifiedEvent(secret: string, { headers, body }: Delivery): Promise<Event> {
  const header = (name: string): string =>
    String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const timestamp = header('webhook-timestamp');
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > MAX_AGE)
    throw new NotSigned('The delivery has no timestamp of the last five minutes.');
  const content = new TextEncoder().encode(`${header('webhook-id')}.${timestamp}.${body}`);
  const key = await keyOf(secret);
  for (const signature of header('webhook-signature').split(' ')) {
    const [version, value = ''] = signature.split(',');
    const bytes = version === 'v1' ? bytesOf(value) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return JSON.parse(body) as Event;
  }
  throw new NotSigned('The delivery is not signed with this secret.');
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = bytesOf(secret.replace(/^whsec_/, ''));
  if (bytes === undefined) throw new TypeError('A secret is whsec_ and Base64.');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Undefined if it is not Base64. */
function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

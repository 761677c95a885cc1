import { ECDH } from 'node:crypto';
import type { BodyDescription } from '../../http/openapi/operation.decorator.js';
import type { Schema } from '../../http/openapi/schema.js';
import { Refusal, refusedField } from '../../domain/errors.js';
import { type JsonObject, parseStrictJson } from '../../http/fields/strict-json.js';
import type { PushReceiver } from '../../notifications/push/push-subscriptions.store.js';

const text = (description: string): Schema => ({ type: 'string', description });

/** What `PushSubscription.toJSON()` gives in a browser. Other members are not needed. */
export const PUSH_SUBSCRIPTION_BODY: BodyDescription = {
  mediaType: 'application/json',
  schema: {
    type: 'object',
    properties: {
      endpoint: text('Where the browser’s push service takes messages: an https:// address.'),
      expirationTime: {
        type: ['number', 'null'],
        description: 'Not needed: the push service says itself when it ends.',
      },
      keys: {
        type: 'object',
        properties: {
          p256dh: text('The browser’s public key on the curve P-256: 65 bytes in base64url.'),
          auth: text('The secret that the browser shares with the service: 16 bytes in base64url.'),
        },
        required: ['p256dh', 'auth'],
      },
    },
    required: ['endpoint', 'keys'],
  },
  example: {
    endpoint: 'https://push.example.org/v2/gAAAAABn',
    expirationTime: null,
    keys: {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
  },
};

const MAX_ENDPOINT_LENGTH = 2_000;
const PUBLIC_KEY_BYTES = 65;
const SECRET_BYTES = 16;

/** @throws Refusal `InvalidRequestBody`, `InvalidFieldValue` */
export function readPushSubscription(sent: string): PushReceiver {
  const body = objectIn(sent === '' ? null : parseStrictJson(sent));
  const keys = objectIn(body.get('keys'));
  return { endpoint: endpointIn(body), p256dh: publicKeyIn(keys), auth: secretIn(keys) };
}

function objectIn(value: unknown): JsonObject {
  if (value instanceof Map) return value as JsonObject;
  throw new Refusal(
    'InvalidRequestBody',
    'The body must be {"endpoint": string, "keys": {"p256dh": string, "auth": string}}.',
  );
}

function endpointIn(body: JsonObject): string {
  const given = body.get('endpoint');
  const url =
    typeof given === 'string' && given.length <= MAX_ENDPOINT_LENGTH
      ? (URL.parse(given) ?? undefined)
      : undefined;
  // The policy of outgoing requests allows http:// in networks of the installation alone.
  const isWeb = url !== undefined && /^https?:$/.test(url.protocol);
  if (!isWeb || url.username !== '' || url.password !== '' || url.href.length > MAX_ENDPOINT_LENGTH)
    throw refusedField(
      'endpoint',
      `must be an https:// address of at most ${MAX_ENDPOINT_LENGTH} characters.`,
    );
  url.hash = '';
  return url.href;
}

function publicKeyIn(keys: JsonObject): string {
  const bytes = bytesIn(keys.get('p256dh'), PUBLIC_KEY_BYTES);
  if (bytes === undefined || !isOnCurve(bytes))
    throw refusedField(
      'keys.p256dh',
      `must be an uncompressed point of the curve P-256: ${PUBLIC_KEY_BYTES} bytes in base64url.`,
    );
  return bytes.toString('base64url');
}

function secretIn(keys: JsonObject): string {
  const bytes = bytesIn(keys.get('auth'), SECRET_BYTES);
  if (bytes === undefined) throw refusedField('keys.auth', `must be ${SECRET_BYTES} bytes in base64url.`);
  return bytes.toString('base64url');
}

/** Undefined unless it is base64url, with or without padding, of so many bytes. */
function bytesIn(value: unknown, length: number): Buffer | undefined {
  const longest = Math.ceil(length / 3) * 4;
  if (typeof value !== 'string' || value.length > longest || !/^[\w-]+={0,2}$/.test(value)) return undefined;
  const bytes = Buffer.from(value, 'base64url');
  return bytes.length === length ? bytes : undefined;
}

/** Nothing could be encrypted for another point. */
function isOnCurve(bytes: Buffer): boolean {
  try {
    return (
      ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed').length === bytes.length &&
      bytes[0] === 4
    );
  } catch {
    return false;
  }
}

import { randomUUID } from 'node:crypto';
import { type Answer, type FieldValue, fields, type PatronClient } from '../client.js';

export type Values = Readonly<Record<string, FieldValue>>;

/** A POST with an `Idempotency-Key`. */
export function postWithKey(
  client: PatronClient,
  path: string,
  values: Values,
  key: string,
): Promise<Answer> {
  return client.send('POST', path, {
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: fields(values),
  });
}

export const newKey = (): string => `"${randomUUID()}"`;

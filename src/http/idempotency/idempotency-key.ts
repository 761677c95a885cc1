import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { refusedField } from '../../domain/errors.js';

export const IDEMPOTENCY_KEY = 'Idempotency-Key';
export const MAX_KEY_LENGTH = 255;

/** The allowed forms: a quoted string, as in the draft, or the same characters without quotation marks. */
const QUOTED = new RegExp(`^"([\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]{1,${MAX_KEY_LENGTH}})"$`);
const PLAIN = new RegExp(`^[\\x20\\x21\\x23-\\x2b\\x2d-\\x5b\\x5d-\\x7e]{1,${MAX_KEY_LENGTH}}$`);

/** @throws Refusal `InvalidFieldValue` */
function parseIdempotencyKey(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const key = QUOTED.exec(header)?.[1] ?? PLAIN.exec(header)?.[0];
  if (key === undefined)
    throw refusedField(
      IDEMPOTENCY_KEY,
      `must be given once, as 1 to ${MAX_KEY_LENGTH} visible ASCII characters or spaces, without commas, quotation marks and backslashes.`,
    );
  return key;
}

/** A request with a key, and its address. */
export interface KeyedRequest {
  readonly key: string;
  readonly path: string;
}

export function readKeyedRequest(_: unknown, context: ExecutionContext): KeyedRequest | undefined {
  const request = context.switchToHttp().getRequest<Request>();
  const key = parseIdempotencyKey(request.get(IDEMPOTENCY_KEY));
  return key === undefined ? undefined : { key, path: request.path };
}

/** The request's `Idempotency-Key` (contract: #idempotency); undefined if it has none. */
export const IdempotencyKey = createParamDecorator(readKeyedRequest);

import type { Request } from 'express';
import { refusedField } from '../domain/errors.js';
import { parseId } from '../domain/numbers.js';
import { readForm } from '../http/fields/form.js';
import { networkRange } from '../http/limits/address-range.js';

/** The form as it is sent. */
export class ShelfSignInForm {
  /** The library’s number. @example 37 */
  websiteId!: number;
  /** @example "28000000001001" */
  cardNumber!: string;
  /** Empty where the card alone will do. @example "2468" */
  pin?: string;
}

/** What a patron has typed. */
export interface ShelfSignIn {
  readonly websiteId: number;
  readonly cardNumber: string;
  /** Empty: the patron has typed none. */
  readonly pin: string;
  /** The range of addresses that the request comes from. */
  readonly addressRange: string;
}

/** @throws Refusal `MissingField`, `InvalidFieldValue`, and those of a body that cannot be read */
export async function readSignIn(request: Request): Promise<ShelfSignIn> {
  const form = await readForm(request);
  const websiteId = parseId(form.get('websiteId') ?? '');
  const cardNumber = (form.get('cardNumber') ?? '').trim();
  if (websiteId === undefined) throw refusedField('websiteId', 'must be the number of a library.');
  if (cardNumber === '') throw refusedField('cardNumber', 'is missing.', 'MissingField');
  return {
    websiteId,
    cardNumber,
    pin: form.get('pin') ?? '',
    addressRange: networkRange(request.ip),
  };
}

/** The token itself, which a guard has accepted. */
export function bearerTokenOf({ headers: { authorization = '' } }: Request): string {
  return authorization.replace(/^Bearer +/i, '');
}

import { domainToASCII } from 'node:url';
import { applyDecorators } from '@nestjs/common';
import {
  Allow,
  isEmail,
  IsEmail,
  Matches,
  MaxLength,
  NotContains,
  ValidateBy,
  type ValidationOptions,
} from 'class-validator';
import { parseGuid, parseTitleId } from '../../domain/titles/title-id.js';
import type { FieldContext } from './request-class.js';

/** Validators that class-validator lacks. Like its own, they refuse undefined: see `@IsOptional()`. */

/** The field's label and hint on pages: `Control` shows both. */
export function Label(label: string, hint?: string): PropertyDecorator {
  return Allow({ context: { label, ...(hint !== undefined && { hint }) } satisfies FieldContext });
}

/** `message` completes "<field> must be …". */
export interface FieldOptions extends ValidationOptions {
  readonly message: string;
  readonly context: FieldContext;
}

/** Text that `parse` understands. The code that uses the field parses it. */
export function IsReadable(parse: (text: string) => unknown, options: FieldOptions): PropertyDecorator {
  const validate = (value: unknown): boolean => typeof value === 'string' && parse(value) !== undefined;
  return ValidateBy({ name: 'isReadable', validator: { validate } }, options);
}

/** Parses a field's text that `@IsReadable(parse, …)` has accepted. */
export function readField<Value>(parse: (text: string) => Value | undefined, text: string): Value {
  const value = parse(text);
  if (value === undefined) throw new Error('The field was not checked.');
  return value;
}

export function IsTitleId(): PropertyDecorator {
  return IsReadable(parseTitleId, {
    message: "a title's reserveId (a GUID) or crossRefId (a positive integer)",
    context: { example: '53be238e-d4d2-5efd-8241-c596634d055e' },
  });
}

/** The GUID of a title, which is read in lower case. */
export function IsReserveId(context: FieldContext = {}): PropertyDecorator {
  return IsReadable(parseGuid, {
    message: "a title's reserveId (a GUID)",
    context: {
      example: '0a7d1f6c-58f5-5d0c-8b44-1f4c1f2f1a57',
      readAs: (text) => text.toLowerCase(),
      ...context,
    },
  });
}

/** Any text without NUL, so that PostgreSQL can compare it. Its meaning is checked elsewhere. */
export function IsText(example?: string): PropertyDecorator {
  return NotContains('\0', example === undefined ? {} : { context: { example } satisfies FieldContext });
}

const MAX_EMAIL_ADDRESS_LENGTH = 254;

/** Printable ASCII without characters that separate, quote or comment addresses: one mailbox cannot smuggle in another. */
const PLAIN_CHARACTERS = /^[!#-'*+./0-9=?@A-Z^-~-]+$/;

export const EMAIL_ADDRESS = {
  message: `one e-mail address like local@example.org, of at most ${MAX_EMAIL_ADDRESS_LENGTH} plain characters`,
  context: { example: 'reader@example.org', refusedWith: 'InvalidEmailAddress', readAs: withAsciiDomain },
} as const satisfies FieldOptions;

export function IsEmailAddress(): PropertyDecorator {
  return applyDecorators(
    IsEmail({}, EMAIL_ADDRESS),
    MaxLength(MAX_EMAIL_ADDRESS_LENGTH, EMAIL_ADDRESS),
    Matches(PLAIN_CHARACTERS, EMAIL_ADDRESS),
  );
}

/** Reads an address that is no field; undefined if it is invalid. */
export function readMailbox(text: string): string | undefined {
  const address = withAsciiDomain(text);
  const isOne =
    address.length <= MAX_EMAIL_ADDRESS_LENGTH && PLAIN_CHARACTERS.test(address) && isEmail(address);
  return isOne ? address : undefined;
}

/** The characters of a domain in any script. Node would also decode percent signs. */
const DOMAIN = /^(?:[a-z\d.-]|[^\0-\x7f])+$/i;

/** The address as mail servers know it: `köln.example` becomes `xn--kln-sna.example`. Returns a text without such a domain unchanged. */
function withAsciiDomain(text: string): string {
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  const isInAscii = /^[\0-\x7f]*$/.test(domain);
  if (at === 0 || isInAscii || text.length > MAX_EMAIL_ADDRESS_LENGTH || !DOMAIN.test(domain)) return text;
  return text.slice(0, at) + (domainToASCII(domain) || domain);
}

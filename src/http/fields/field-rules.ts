import { isEmail } from 'class-validator';
import type { ErrorCode } from '../../domain/errors.js';
import { parseWholeNumber } from '../../domain/numbers.js';
import { parseTitleId, type TitleId } from '../../domain/titles/title-id.js';

/** What may be sent for a field, as JSON Schema: for the published description of the service. */
export interface FieldSchema {
  readonly type: 'string' | 'integer' | 'boolean';
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  /** As a client would send it. */
  readonly example: string;
}

/** What a field's text may be, and what it means. */
export interface FieldRule<Value> {
  /** Completes the sentence "<field> must be …". */
  readonly allowed: string;
  readonly schema: FieldSchema;
  readonly refusedWith: Extract<ErrorCode, 'InvalidFieldValue' | 'InvalidEmailAddress'>;
  /** Undefined: the text is not allowed. */
  read(text: string): Value | undefined;
}

function rule<Value>(
  allowed: string,
  schema: FieldSchema,
  read: (text: string) => Value | undefined,
): FieldRule<Value> {
  return { allowed, schema, refusedWith: 'InvalidFieldValue', read };
}

export const titleId: FieldRule<TitleId> = rule(
  "a title's reserveId (a GUID) or crossRefId (a positive integer)",
  { type: 'string', example: '53be238e-d4d2-5efd-8241-c596634d055e' },
  parseTitleId,
);

export const trueOrFalse: FieldRule<boolean> = rule(
  'true or false',
  { type: 'boolean', example: 'true' },
  (text) => {
    const word = text.toLowerCase();
    return word === 'true' ? true : word === 'false' ? false : undefined;
  },
);

export function oneOf<Word extends string>(words: readonly [Word, ...Word[]]): FieldRule<Word> {
  const schema = { type: 'string', enum: words, example: words.at(-1) ?? words[0] } as const;
  return rule(words.join(' or '), schema, (text) => words.find((word) => word === text));
}

export function wholeNumber(min: number, max: number, example = min): FieldRule<number> {
  const schema = { type: 'integer', minimum: min, maximum: max, example: String(example) } as const;
  return rule(`a whole number from ${min} to ${max}, in plain digits`, schema, (text) =>
    parseWholeNumber(text, min, max),
  );
}

/** What `freeText` allows. */
export const ANY_TEXT = 'text';

/** Any text that PostgreSQL can compare with its own: every character but NUL. What it means is checked elsewhere. */
export function freeText(example: string): FieldRule<string> {
  return rule(ANY_TEXT, { type: 'string', example }, (text) => (text.includes('\0') ? undefined : text));
}

const MAX_EMAIL_ADDRESS_LENGTH = 254;

/** Printable ASCII without what separates, quotes or comments addresses: one mailbox cannot smuggle in another. */
const PLAIN_CHARACTERS = /^[!#-'*+./0-9=?@A-Z^-~-]+$/;

export const emailAddress: FieldRule<string> = {
  allowed: `one e-mail address like local@example.org, of at most ${MAX_EMAIL_ADDRESS_LENGTH} plain characters`,
  schema: {
    type: 'string',
    format: 'email',
    maxLength: MAX_EMAIL_ADDRESS_LENGTH,
    example: 'reader@example.org',
  },
  refusedWith: 'InvalidEmailAddress',
  read: (text) =>
    text.length <= MAX_EMAIL_ADDRESS_LENGTH && PLAIN_CHARACTERS.test(text) && isEmail(text)
      ? text
      : undefined,
};

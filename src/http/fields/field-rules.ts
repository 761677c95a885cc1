import { isEmail } from 'class-validator';
import type { ErrorCode } from '../../domain/errors.js';
import { parseTitleId, type TitleId } from '../../domain/title-id.js';

/** What a field's text may be, and what it means. */
export interface FieldRule<Value> {
  /** Completes the sentence "<field> must be …". */
  readonly allowed: string;
  readonly refusedWith: Extract<ErrorCode, 'InvalidFieldValue' | 'InvalidEmailAddress'>;
  /** Undefined: the text is not allowed. */
  read(text: string): Value | undefined;
}

function rule<Value>(allowed: string, read: (text: string) => Value | undefined): FieldRule<Value> {
  return { allowed, refusedWith: 'InvalidFieldValue', read };
}

export const titleId: FieldRule<TitleId> = rule(
  "a title's reserveId (a GUID) or crossRefId (a positive integer)",
  parseTitleId,
);

export const truth: FieldRule<boolean> = rule('true or false', (text) => {
  const word = text.toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
});

export function oneOf<Word extends string>(words: readonly Word[]): FieldRule<Word> {
  return rule(words.join(' or '), (text) => words.find((word) => word === text));
}

/** Whole numbers in plain decimal digits: no sign, no leading zero, no point, no exponent. */
export function wholeNumber(from: number, to: number): FieldRule<number> {
  return rule(`a whole number from ${from} to ${to}, in plain digits`, (text) => {
    if (!/^(?:0|[1-9][0-9]{0,9})$/.test(text)) return undefined;
    const value = Number(text);
    return value >= from && value <= to ? value : undefined;
  });
}

/** Text whose meaning is checked elsewhere. */
export const anyText: FieldRule<string> = rule('text', (text) => text);

const LONGEST_EMAIL_ADDRESS = 254;

/** Printable ASCII without what separates, quotes or comments addresses: one mailbox cannot smuggle in another. */
const PLAIN_CHARACTERS = /^[!#-'*+./0-9=?@A-Z^-~-]+$/;

export const emailAddress: FieldRule<string> = {
  allowed: `one e-mail address like local@example.org, of at most ${LONGEST_EMAIL_ADDRESS} plain characters`,
  refusedWith: 'InvalidEmailAddress',
  read: (text) =>
    text.length <= LONGEST_EMAIL_ADDRESS && PLAIN_CHARACTERS.test(text) && isEmail(text) ? text : undefined,
};

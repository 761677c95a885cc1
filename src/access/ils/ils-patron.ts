import { isCalendarDay } from '../../domain/calendar-day.js';
import {
  isPossibleEnd,
  MAX_BLOCK_REASON_LENGTH,
  MAX_CARD_LENGTH,
  MAX_EXTERNAL_ID_LENGTH,
} from '../../domain/patron.js';
import { type IlsSettings, SIP_BLOCKS } from './ils-settings.js';
import { amountIn } from './sip2-amount.js';
import { BadSipAnswer, onlyValue, type SipMessage } from './sip2-message.js';

/** A patron as the library's system describes one. Nothing else of an answer is kept. */
export interface IlsPatron {
  /** The card that the system names, which may differ from the one that was typed. */
  readonly cardNumber: string;
  /** The system's own number. Null: the answer has none. */
  readonly externalId: string | null;
  readonly category: string;
  /** Null: the patron may borrow. */
  readonly blocked: { readonly reason: string } | null;
  /** The last day of the card. */
  readonly expiresOn: string | null;
}

export type IlsAnswer =
  | { readonly patron: IlsPatron }
  | { readonly refused: 'unknown-card' | 'wrong-pin' | 'pin-not-checked' }
  | { readonly refused: 'other-library'; readonly field: AnswerField }
  /** No rule of the library fits these fields. */
  | { readonly refused: 'no-category'; readonly fields: readonly AnswerField[] };

/** A field of an answer. Undefined: the answer does not have it. */
export interface AnswerField {
  readonly field: string;
  readonly value: string | undefined;
}

/**
 * What a system's answer about a patron (64, 24) means.
 * @param isPinAsked whether the PIN was sent. An answer that does not mention it refuses the patron: such a system would accept every PIN
 * @throws BadSipAnswer
 */
export function readIlsAnswer(answer: SipMessage, ils: IlsSettings, isPinAsked: boolean): IlsAnswer {
  if (onlyValue(answer, 'BL') !== 'Y') return { refused: 'unknown-card' };
  const validPin = onlyValue(answer, 'CQ');
  if (isPinAsked && validPin === undefined) return { refused: 'pin-not-checked' };
  if (isPinAsked && validPin !== 'Y') return { refused: 'wrong-pin' };
  const { homeLibrary } = ils;
  const home = homeLibrary && fieldOf(answer, homeLibrary.field);
  if (home && !homeLibrary.allow.some((allowed) => fits(allowed, home.value)))
    return { refused: 'other-library', field: home };
  const category = categoryOf(answer, ils);
  if (category === null) {
    const fields = new Set(ils.categories.map(({ field }) => field));
    return { refused: 'no-category', fields: [...fields].map((field) => fieldOf(answer, field)) };
  }
  return { patron: patronIn(answer, ils, category) };
}

function fieldOf(answer: SipMessage, field: string): AnswerField {
  return { field, value: onlyValue(answer, field) };
}

function patronIn(answer: SipMessage, ils: IlsSettings, category: string): IlsPatron {
  return {
    cardNumber: identifierIn(answer, 'AA', MAX_CARD_LENGTH) ?? missing('AA'),
    externalId: identifierIn(answer, 'XI', MAX_EXTERNAL_ID_LENGTH),
    category,
    blocked: blockedIn(answer, ils),
    expiresOn: expiryIn(answer),
  };
}

function missing(field: string): never {
  throw new BadSipAnswer(`The answer has no field ${field}.`);
}

const CONTROL = /\p{Cc}/u;

function identifierIn(answer: SipMessage, field: string, longest: number): string | null {
  const value = onlyValue(answer, field) ?? '';
  if (value.length > longest || CONTROL.test(value))
    throw new BadSipAnswer(`The field ${field} of the answer cannot be used.`);
  return value === '' ? null : value;
}

/** The first rule that fits decides. */
function categoryOf(answer: SipMessage, { categories, defaultCategory }: IlsSettings): string | null {
  const rule = categories.find(({ field, value }) => fits(value, onlyValue(answer, field)));
  return rule?.category ?? defaultCategory;
}

/** @param wanted a value, or the beginning of one, with a star behind it */
function fits(wanted: string, value: string | undefined): boolean {
  if (value === undefined) return false;
  return wanted.endsWith('*') ? value.startsWith(wanted.slice(0, -1)) : value === wanted;
}

function blockedIn(answer: SipMessage, ils: IlsSettings): IlsPatron['blocked'] {
  const found = SIP_BLOCKS.filter(
    (block, place) => answer.fixed[place] === 'Y' && ils.blocks.includes(block),
  );
  const reasons = [...found.map(inWords), ...(owesTooMuch(answer, ils) ? ['fees over the limit'] : [])];
  if (reasons.length === 0) return null;
  return {
    reason: `The library's system says: ${reasons.join(', ')}.`.slice(0, MAX_BLOCK_REASON_LENGTH),
  };
}

/** Some systems send what a patron owes, and the limit, but set no flag. A limit of 0 means that there is none. */
function owesTooMuch(answer: SipMessage, { blocks, feeLimit }: IlsSettings): boolean {
  const currency = onlyValue(answer, 'BH');
  const amountOf = (field: string): number => amountIn(onlyValue(answer, field) ?? '', currency) ?? 0;
  const owed = amountOf('BV');
  // Settings that an earlier release stored do not have it.
  if (typeof feeLimit === 'number') return owed > feeLimit;
  const limit = amountOf('CC');
  return limit > 0 && owed > limit && blocks.includes('excessiveFees');
}

/** Turns `cardLost` into "card lost". */
function inWords(block: string): string {
  return block.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Polaris sends the expiry in PX, and something else in PA. */
const EXPIRY_FIELDS = ['PX', 'PA'];
const DAY = /^(\d{4})-?(\d{2})-?(\d{2})/;

/** The last day of the card; null if the answer does not say. */
export function expiryIn(answer: SipMessage): string | null {
  for (const field of EXPIRY_FIELDS) {
    const [, year, month, day] = DAY.exec(onlyValue(answer, field) ?? '') ?? [];
    const date = `${year}-${month}-${day}`;
    if (year !== undefined && isPossibleEnd(date) && isCalendarDay(date)) return date;
  }
  return null;
}

import { MAX_CARD_LENGTH, MAX_PIN_LENGTH } from '../../domain/patron.js';
import type { IlsSettings } from './ils-settings.js';
import { fitsCardPattern } from './card-pattern.js';
import { isSendable } from './sip2-message.js';
import type { AskedCard } from './sip2-walk.js';

/**
 * Whether a library's system is asked about this card. Some systems drop a line that is longer than they expect, and take an empty PIN to
 * mean that the patron has none.
 */
export function isAskable({ cardNumber, pin }: AskedCard, { cardPattern, charset }: IlsSettings): boolean {
  return (
    isTextFor(charset, cardNumber, MAX_CARD_LENGTH) &&
    (cardPattern === null || fitsCardPattern(cardPattern, cardNumber)) &&
    (pin === null || isTextFor(charset, pin, MAX_PIN_LENGTH))
  );
}

function isTextFor(charset: IlsSettings['charset'], text: string, longest: number): boolean {
  return text !== '' && text.length <= longest && isSendable(text, charset);
}

/** A guess, where the library does not say what its cards look like. */
export function isLikeACard(text: string): boolean {
  return /\d/.test(text) && !/[\s@]/.test(text);
}

const PLAIN = /^[\x20-\x7e]*$/;

/**
 * False: the card or PIN has a character other than plain ASCII, at which some systems break. Nobody may stop a library's sign-ins by sending
 * such characters.
 */
export function isPlain({ cardNumber, pin }: AskedCard): boolean {
  return PLAIN.test(`${cardNumber}${pin ?? ''}`);
}

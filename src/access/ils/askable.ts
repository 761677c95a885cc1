import { MAX_CARD_LENGTH, MAX_PIN_LENGTH } from '../../domain/patron.js';
import type { IlsSettings } from './ils-settings.js';
import { fitsCardPattern } from './card-pattern.js';
import { isSendable } from './sip2-message.js';
import type { AskedCard } from './sip2-walk.js';

/**
 * Whether a library's system is asked about what was typed. Some systems drop a line that is longer than they expect, and take an empty PIN
 * for that of somebody who has none.
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

/** Of a library that does not say what its cards look like. */
export function isLikeACard(text: string): boolean {
  return /\d/.test(text) && !/[\s@]/.test(text);
}

const PLAIN = /^[\x20-\x7e]*$/;

/**
 * Some systems understand no message with a character that they do not know, and some break at it: nobody is to stop a library's sign-ins by
 * sending some.
 */
export function isPlain({ cardNumber, pin }: AskedCard): boolean {
  return PLAIN.test(`${cardNumber}${pin ?? ''}`);
}

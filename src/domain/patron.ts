import { Refusal } from './errors.js';

/** One patron of one library: the key of every statement about a patron, and the meaning of `me`. */
export interface PatronKey {
  readonly websiteId: number;
  readonly patronId: number;
}

/** A longer text is never looked up. */
export const MAX_CARD_LENGTH = 100;
export const MAX_PIN_LENGTH = 128;
/** The limit of cards of a patron. Lists show the first. */
export const MAX_CARDS = 10;
/** Invisible characters. They are never a part of a number, nor of what was copied from a message. */
export const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g;

/** Arabic, Persian and full-width digits: the last four bits of each are its value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** The card number that a patron means, who has typed or copied it on any keyboard. Cards of digits are printed with spaces between them. */
export function typedCard(text: string): string {
  const seen = text
    .replaceAll(UNSEEN, '')
    .replaceAll(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .trim();
  return /^[\d\s]+$/.test(seen) ? seen.replaceAll(/\s/g, '') : seen;
}

/** The limit of a number that another system has given a patron or a title. */
export const MAX_EXTERNAL_ID_LENGTH = 128;
/** The limit of a reason for blocking a patron. */
export const MAX_BLOCK_REASON_LENGTH = 200;

/** Systems write a day before or after these if there is none. */
const [FIRST_END, LAST_END] = ['1901', '2200'];

/** Whether a patron's membership can end on this day; other systems also write impossible days. */
export const isPossibleEnd = (day: string): boolean => day >= FIRST_END && day < LAST_END;

/** Whether the library lets a patron use the service now. */
export interface Standing {
  /** Null: the patron is not blocked. */
  readonly blockedReason: string | null;
  /** The patron's last day is over, in the library's time zone. */
  readonly isExpired: boolean;
}

/** The reason as the patron reads it. A code of the library's system, such as Sierra's `c`, is for staff only. */
export const readableReason = (reason: string): string => (/^[ -~]{1,2}$/.test(reason) ? 'Blocked' : reason);

/**
 * Other patrons may read, remove holds and return titles, and keep all that they have.
 * @throws Refusal `PatronBlocked`, `PatronExpired`
 */
export function requireGoodStanding({ blockedReason, isExpired }: Standing): void {
  if (blockedReason !== null)
    throw new Refusal(
      'PatronBlocked',
      `The library has blocked this patron: ${readableReason(blockedReason)}`,
    );
  if (isExpired) throw new Refusal('PatronExpired', 'The patron’s membership of the library has expired.');
}

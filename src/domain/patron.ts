import { Refusal } from './errors.js';

/** One patron of one library: what every statement about a patron starts from, and what `me` stands for. */
export interface PatronKey {
  readonly websiteId: number;
  readonly patronId: number;
}

/** Longer ones are asked about nowhere. */
export const MAX_CARD_LENGTH = 100;
export const MAX_PIN_LENGTH = 128;
/** A patron's cards, the first of which lists show. */
export const MAX_CARDS = 10;
/** Nobody sees these: round what was copied from a message they are none of it, and in a number never. */
export const UNSEEN = /[\u200b-\u200f\u202a-\u202e\u2060\ufeff\u00ad]/g;

/** Arabic, Persian and full-width digits: the last four bits of each are its value. */
const OTHER_DIGITS = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;

/** As a patron means it who has typed it, or copied it, on whatever keyboard. A card of digits is printed with spaces between them. */
export function typedCard(text: string): string {
  const seen = text
    .replaceAll(UNSEEN, '')
    .replaceAll(OTHER_DIGITS, (digit) => String(digit.charCodeAt(0) & 0xf))
    .trim();
  return /^[\d\s]+$/.test(seen) ? seen.replaceAll(/\s/g, '') : seen;
}

/** Of the number that another system has given a patron or a title. */
export const MAX_EXTERNAL_ID_LENGTH = 128;
/** Of why a patron is blocked. */
export const MAX_BLOCK_REASON_LENGTH = 200;

/** Systems write days so long ago, and so far ahead, where they have none. */
const [FIRST_END, LAST_END] = ['1901', '2200'];

/** Whether a patron's membership can end on this day, as other systems write it. */
export const isPossibleEnd = (day: string): boolean => day >= FIRST_END && day < LAST_END;

/** Whether the library lets a patron use the service now. */
export interface Standing {
  /** Null: the patron is not blocked. */
  readonly blockedReason: string | null;
  /** The patron's last day is over, in the library's time zone. */
  readonly isExpired: boolean;
}

/** As its patron reads it: a code of the library's system, such as Sierra's `c`, is for staff. */
export const readableReason = (reason: string): string => (/^[ -~]{1,2}$/.test(reason) ? 'Blocked' : reason);

/**
 * Whoever is not reads, removes holds and returns titles, and keeps all that they have.
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

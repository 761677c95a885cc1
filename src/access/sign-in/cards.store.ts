import { typedCard } from '../../domain/patron.js';
import { type Connection, statement } from '../../platform/database/statement.js';

/** A library card, as it was typed. */
export interface Card {
  readonly websiteId: number;
  readonly cardNumber: string;
}

export interface CardHolder {
  readonly patronId: number;
  /** The library's own number of the patron. */
  readonly externalId: string | null;
  /** Null: the patron has no PIN. */
  readonly pinHash: string | null;
  readonly pinRequired: boolean;
  /** The PIN came as an MD5 hash, and the time in which it could be used is over. */
  readonly isPinOver: boolean;
}

/** SQL for the cards of a patron `p` of the library $1. The first one is in the patron's row. */
export const CARDS_OF = `
  CASE WHEN p.card_number IS NULL THEN '{}'::text[]
    ELSE ARRAY[p.card_number] || ARRAY(
      SELECT f.card_number FROM further_card f
      WHERE f.website_id = $1 AND f.patron_id = p.patron_id ORDER BY f.place)
  END`;

/** SQL for the patrons of a library who have this card, in whatever case, each with the card. */
export const holdersOf = (websiteId: string, cardNumber: string): string => `
  SELECT p.patron_id, p.card_number FROM patron p
  WHERE p.website_id = ${websiteId} AND lower(p.card_number) = lower(${cardNumber})
  UNION ALL
  SELECT f.patron_id, f.card_number FROM further_card f
  WHERE f.website_id = ${websiteId} AND lower(f.card_number) = lower(${cardNumber})`;

/**
 * The case of a card makes no difference, unless the library says so, or has two cards that differ only in case: then the one as typed
 * counts.
 */
export const findCardHolder = statement<CardHolder>(
  'cards-find-holder',
  `WITH found AS (${holdersOf('$1', '$2')})
   SELECT p.patron_id AS "patronId", p.external_id AS "externalId", p.pin_hash AS "pinHash", l.pin_required AS "pinRequired",
     (p.pin_hash LIKE 'md5:%' AND substr(p.pin_hash, 5, 10) < to_char(service_now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')) IS TRUE AS "isPinOver"
   FROM found JOIN patron p ON p.website_id = $1 AND p.patron_id = found.patron_id JOIN library l USING (website_id)
   WHERE l.website_id = $1 AND (found.card_number = $2 OR (NOT l.card_case_matters AND (SELECT count(*) FROM found) = 1))`,
).first(({ websiteId, cardNumber }: Card) => [websiteId, typedCard(cardNumber)]);

/** Whether this is still the hash of the patron's PIN. It waits for a change that is in progress. */
export const hasPinHash = statement<{ hasPinHash: boolean }>(
  'cards-has-pin-hash',
  `SELECT pin_hash IS NOT DISTINCT FROM $3 AS "hasPinHash" FROM patron
   WHERE website_id = $1 AND patron_id = $2 FOR SHARE`,
).isTrue('hasPinHash', (websiteId: number, { patronId, pinHash }: CardHolder) => [
  websiteId,
  patronId,
  pinHash,
]);

/**
 * Stores another hash of the same PIN.
 * @returns the holder as stored now; unchanged, if the PIN was changed meanwhile
 */
export async function replacePinHash(
  { prisma }: Connection,
  websiteId: number,
  holder: CardHolder,
  pinHash: string,
): Promise<CardHolder> {
  const { patronId, pinHash: earlier } = holder;
  const where = { websiteId, patronId, pinHash: earlier };
  const { count } = await prisma.patron.updateMany({ where, data: { pinHash } });
  return count === 1 ? { ...holder, pinHash } : holder;
}

/** A hash of a release up to 0.2.0, or one that another system wrote. It is in the words of the index `patron_with_other_hash`. */
const IS_OTHER_HASH = "(pin_hash NOT LIKE '$argon2id$%' AND pin_hash NOT LIKE 'md5:%')";

/** One of the hashes in this library that the service has not made as it makes them now. Undefined: there are none. */
export const findOtherHash = statement<{ pinHash: string }>(
  'cards-find-other-hash',
  `SELECT pin_hash AS "pinHash" FROM patron WHERE website_id = $1 AND ${IS_OTHER_HASH} LIMIT 1`,
).first((websiteId: number) => [websiteId]);

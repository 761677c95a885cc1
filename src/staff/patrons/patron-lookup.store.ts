import { statement } from '../../platform/database/statement.js';

/** A patron in a list for staff. */
export interface FoundPatron {
  readonly patronId: number;
  /** The patron's first card. */
  readonly cardNumber: string | null;
  readonly externalId: string | null;
  readonly category: string;
}

/** A shorter beginning would find a good part of all patrons. */
export const MIN_BEGINNING_LENGTH = 3;

/** Sorts after every text that begins like the parameter: no text has this character. */
const END = 'chr(1114111)';

const beginsWith = (value: string, text: string): string =>
  `${value} ~>=~ ${text} AND ${value} ~<~ (${text} || ${END})
   AND (${value} = ${text} OR char_length($2) >= ${MIN_BEGINNING_LENGTH})`;

const COLUMNS = 'patron_id AS "patronId", card_number AS "cardNumber", external_id AS "externalId", category';

/** The patrons whose value in this column begins with the text. */
const withBeginning = (column: string): string =>
  `(SELECT ${COLUMNS} FROM patron WHERE website_id = $1 AND ${column} IS NOT NULL
      AND ${beginsWith(`lower(${column})`, 'lower($2)')}
    ORDER BY lower(${column}) USING ~<~ LIMIT $4)`;

const WITH_FURTHER_CARD = `
  (SELECT ${COLUMNS} FROM patron WHERE website_id = $1 AND patron_id IN (
     SELECT patron_id FROM further_card WHERE website_id = $1 AND ${beginsWith('lower(card_number)', 'lower($2)')}
     ORDER BY lower(card_number) USING ~<~ LIMIT $4))`;

/** Each part reads as many rows of its index as it returns. Patrons with exactly this card or library number come first. */
const FIND = statement<FoundPatron & { readonly isNamed: boolean }>(
  'patron-look-up',
  `SELECT *, ("cardNumber" = $2 OR "externalId" = $2 OR "patronId" = (
       SELECT patron_id FROM further_card WHERE website_id = $1 AND card_number = $2)) IS TRUE AS "isNamed"
   FROM (
     ${withBeginning('card_number')}
     UNION ${WITH_FURTHER_CARD}
     UNION ${withBeginning('last_hold_email')}
     UNION (SELECT ${COLUMNS} FROM patron WHERE website_id = $1 AND external_id = $2)
     UNION (SELECT ${COLUMNS} FROM patron WHERE website_id = $1 AND patron_id = $3)) found
   ORDER BY "isNamed" DESC, "cardNumber" NULLS LAST, "patronId" LIMIT $4`,
);

export interface WantedPatrons {
  readonly websiteId: number;
  /** A card number, an e-mail address, or the beginning of one; or the library's own number. */
  readonly text: string;
  /** The text as the number of a patron. */
  readonly patronId: number | undefined;
  readonly limit: number;
}

export const findPatrons = FIND.all(({ websiteId, text, patronId, limit }: WantedPatrons) => [
  websiteId,
  text,
  patronId ?? null,
  limit,
]);

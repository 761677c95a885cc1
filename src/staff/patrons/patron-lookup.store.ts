import { statement } from '../../platform/database/statement.js';

/** A patron as a list for staff shows one. */
export interface FoundPatron {
  readonly patronId: number;
  readonly cardNumber: string | null;
  readonly category: string;
}

/** Of the text of a beginning: a shorter one would find a good part of all patrons. */
export const MIN_BEGINNING_LENGTH = 3;

/** Behind every text that begins as the parameter does: no text has this character. */
const END = 'chr(1114111)';

const COLUMNS = 'patron_id AS "patronId", card_number AS "cardNumber", category';
const beginsWith = (value: string, text: string): string =>
  `${value} ~>=~ ${text} AND ${value} ~<~ (${text} || ${END})
   AND (${value} = ${text} OR char_length($2) >= ${MIN_BEGINNING_LENGTH})`;

/** Each part reads as many rows of its index as it answers. The holder of just this card is the first. */
const FIND = statement<FoundPatron>(
  'patron-look-up',
  `SELECT * FROM (
     (SELECT ${COLUMNS} FROM patron WHERE website_id = $1 AND card_number IS NOT NULL
        AND ${beginsWith('lower(card_number)', 'lower($2)')}
      ORDER BY lower(card_number) USING ~<~ LIMIT $4)
     UNION
     (SELECT ${COLUMNS} FROM patron WHERE website_id = $1 AND last_hold_email IS NOT NULL
        AND ${beginsWith('lower(last_hold_email)', 'lower($2)')}
      ORDER BY lower(last_hold_email) USING ~<~ LIMIT $4)
     UNION
     (SELECT ${COLUMNS} FROM patron WHERE website_id = $1 AND patron_id = $3)) found
   ORDER BY ("cardNumber" = $2) IS NOT TRUE, "cardNumber" NULLS LAST, "patronId" LIMIT $4`,
);

export interface WantedPatrons {
  readonly websiteId: number;
  /** A card number or an e-mail address, or the beginning of one. */
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

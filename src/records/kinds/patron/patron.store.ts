import { bulkStatement, type Connection } from '../../../platform/database/statement.js';
import { columnTable, readForEach, runForEach } from '../../../platform/database/by-library.js';
import type { PatronRecord } from './patron.schema.js';

/** A patron as stored, with the hash of the PIN. */
export type PatronRow = Omit<PatronRecord, 'pin'> & { readonly pinHash: string | null };

type PatronColumns = Omit<PatronRow, 'pinHash'>;

/** Patrons of the library $1. */
const GIVEN = columnTable({
  patronId: 'int',
  category: 'text',
  cardNumber: 'text',
  holdLimit: 'int',
  checkoutLimit: 'int',
  language: 'text',
  pinHash: 'text',
});

export interface PatronFacts {
  readonly libraryKnown: boolean;
  readonly categoryKnown: boolean;
  /** The library that has a patron with this number, if any. */
  readonly homeLibrary: number | null;
  /** The patron who has the card number in this library, if any: in just this case, or in another where that makes no difference. */
  readonly cardHolder: number | null;
  readonly pinHash: string | null;
  /** The patron is new, or a value other than the PIN differs from the stored one. */
  readonly changed: boolean;
}

/** Subqueries, because each is an index lookup; the planner would scan whole tables for a join while they are small. */
const FACTS = bulkStatement<PatronFacts>(`
  SELECT
    (SELECT true FROM library l WHERE l.website_id = $1) IS TRUE AS "libraryKnown",
    (SELECT true FROM patron_category pc
     WHERE pc.website_id = $1 AND pc.category = given.category) IS TRUE AS "categoryKnown",
    (SELECT d.website_id FROM patron_directory d WHERE d.patron_id = given.patron_id) AS "homeLibrary",
    (SELECT holder.patron_id FROM patron holder JOIN library l USING (website_id)
     WHERE holder.website_id = $1 AND lower(holder.card_number) = lower(given.card_number)
       AND (NOT l.card_case_matters OR holder.card_number = given.card_number)
     ORDER BY holder.card_number = given.card_number DESC, holder.patron_id = given.patron_id DESC LIMIT 1) AS "cardHolder",
    stored.pin_hash AS "pinHash",
    (stored.category, stored.card_number, stored.hold_limit, stored.checkout_limit, stored.language)
      IS DISTINCT FROM
      (given.category, given.card_number, given.hold_limit, given.checkout_limit, given.language) AS changed
  FROM ${GIVEN.sql}
  LEFT JOIN LATERAL (
    SELECT * FROM patron p WHERE p.website_id = $1 AND p.patron_id = given.patron_id LIMIT 1) stored ON true
  ORDER BY given.line`);

/** One row for each of `patrons`, in the same order. */
export function readFacts(connection: Connection, patrons: readonly PatronColumns[]): Promise<PatronFacts[]> {
  return readForEach(connection, FACTS, GIVEN, patrons);
}

const INSERT_NUMBERS = bulkStatement(`
  INSERT INTO patron_directory (website_id, patron_id)
  SELECT $1::int, patron_id FROM ${GIVEN.sql} ORDER BY patron_id
  ON CONFLICT (patron_id) DO NOTHING`);

const UPSERT = bulkStatement(`
  INSERT INTO patron (website_id, patron_id, category, card_number, hold_limit, checkout_limit, language, pin_hash)
  SELECT $1::int, patron_id, category, card_number, hold_limit, checkout_limit, language, pin_hash FROM ${GIVEN.sql}
  ORDER BY patron_id
  ON CONFLICT (website_id, patron_id) DO UPDATE SET
    category = EXCLUDED.category, card_number = EXCLUDED.card_number, hold_limit = EXCLUDED.hold_limit,
    checkout_limit = EXCLUDED.checkout_limit, language = EXCLUDED.language, pin_hash = EXCLUDED.pin_hash`);

/** Locks existing patrons in the order of their keys. Keeps what patrons set themselves, such as preferences. */
export async function upsertPatrons(connection: Connection, patrons: readonly PatronRow[]): Promise<void> {
  await runForEach(connection, [INSERT_NUMBERS, UPSERT], GIVEN, patrons);
}

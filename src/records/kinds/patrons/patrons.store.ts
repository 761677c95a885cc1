import type { Queue } from '../../../circulation/queue.service.js';
import { holdEvent, traceWith } from '../../../circulation/hold-trace.store.js';
import type { PatronKey } from '../../../domain/patron.js';
import { type Connection, statement } from '../../../platform/database/statement.js';
import { bulkStatement } from '../../engine/bulk-statement.js';
import { byLibrary, inEachLibrary } from '../../engine/by-library.js';
import type { PatronRecord } from './patron.schemas.js';

/** A patron as stored, with the hash of the PIN. */
export type PatronRow = Omit<PatronRecord, 'pin'> & { readonly pinHash: string | null };

type PatronColumns = Omit<PatronRow, 'pinHash'>;

/** One array per column but for the library, for `unnest`. */
function columnsOf(patrons: readonly PatronColumns[]): unknown[] {
  return [
    patrons.map(({ patronId }) => patronId),
    patrons.map(({ category }) => category),
    patrons.map(({ cardNumber }) => cardNumber),
    patrons.map(({ holdLimit }) => holdLimit),
    patrons.map(({ checkoutLimit }) => checkoutLimit),
    patrons.map(({ language }) => language),
  ];
}

const numbersOf = (patrons: readonly PatronKey[]): number[] => patrons.map(({ patronId }) => patronId);

export interface PatronFacts {
  readonly libraryKnown: boolean;
  readonly categoryKnown: boolean;
  /** The library that has a patron with this number, if any. */
  readonly homeLibrary: number | null;
  /** The patron who has the card number in this library, if any. */
  readonly cardHolder: number | null;
  readonly pinHash: string | null;
  /** The patron is new, or a value other than the PIN differs from the stored one. */
  readonly changed: boolean;
}

/** Subqueries, because each is an index lookup; the planner would scan whole tables for a join while they are small. */
const FACTS = bulkStatement(`
  SELECT
    (SELECT true FROM library l WHERE l.website_id = $1) IS TRUE AS "libraryKnown",
    (SELECT true FROM patron_category pc
     WHERE pc.website_id = $1 AND pc.category = given.category) IS TRUE AS "categoryKnown",
    (SELECT d.website_id FROM patron_directory d WHERE d.patron_id = given.patron_id) AS "homeLibrary",
    (SELECT holder.patron_id FROM patron holder
     WHERE holder.website_id = $1 AND holder.card_number = given.card_number) AS "cardHolder",
    stored.pin_hash AS "pinHash",
    (stored.category, stored.card_number, stored.hold_limit, stored.checkout_limit, stored.language)
      IS DISTINCT FROM
      (given.category, given.card_number, given.hold_limit, given.checkout_limit, given.language) AS changed
  FROM unnest($2::int[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[]) WITH ORDINALITY
    AS given (patron_id, category, card_number, hold_limit, checkout_limit, language, line)
  LEFT JOIN LATERAL (
    SELECT * FROM patron p WHERE p.website_id = $1 AND p.patron_id = given.patron_id LIMIT 1) stored ON true
  ORDER BY given.line`);

/** One row for each of `patrons`, in the same order. */
export function readFacts(connection: Connection, patrons: readonly PatronColumns[]): Promise<PatronFacts[]> {
  return byLibrary(patrons, (websiteId, own) =>
    connection.run<PatronFacts>(FACTS, [websiteId, ...columnsOf(own)]),
  );
}

const INSERT_NUMBERS = bulkStatement(`
  INSERT INTO patron_directory (website_id, patron_id)
  SELECT $1::int, patron_id FROM unnest($2::int[]) AS patron_id ORDER BY patron_id
  ON CONFLICT (patron_id) DO NOTHING`);

const UPSERT = bulkStatement(`
  INSERT INTO patron (website_id, patron_id, category, card_number, hold_limit, checkout_limit, language, pin_hash)
  SELECT $1::int, * FROM unnest($2::int[], $3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::text[])
    AS given (patron_id, category, card_number, hold_limit, checkout_limit, language, pin_hash)
  ORDER BY patron_id
  ON CONFLICT (website_id, patron_id) DO UPDATE SET
    category = EXCLUDED.category, card_number = EXCLUDED.card_number, hold_limit = EXCLUDED.hold_limit,
    checkout_limit = EXCLUDED.checkout_limit, language = EXCLUDED.language, pin_hash = EXCLUDED.pin_hash`);

/** Locks existing patrons in the order of their keys. Keeps what patrons set themselves, such as preferences. */
export async function upsertPatrons(connection: Connection, patrons: readonly PatronRow[]): Promise<void> {
  await inEachLibrary(patrons, async (websiteId, own) => {
    const pinHashes = own.map(({ pinHash }) => pinHash);
    await Promise.all([
      connection.run(INSERT_NUMBERS, [websiteId, numbersOf(own)]),
      connection.run(UPSERT, [websiteId, ...columnsOf(own), pinHashes]),
    ]);
  });
}

const HOLDS_OF_ANOTHER_CATEGORY = `
  FROM patron p JOIN hold h USING (website_id, patron_id)
  WHERE p.website_id = $1 AND p.patron_id = ANY ($2::int[]) AND h.category <> p.category`;

const QUEUES_OF_ANOTHER_CATEGORY = bulkStatement(`
  SELECT DISTINCT h.website_id AS "websiteId", h.reserve_id AS "reserveId" ${HOLDS_OF_ANOTHER_CATEGORY}
  ORDER BY 1, 2`);

/** Queues where these patrons have holds that still carry their previous category. */
export async function findQueuesOfPreviousCategory(
  connection: Connection,
  patrons: readonly PatronKey[],
): Promise<Queue[]> {
  const queues: Queue[] = [];
  await inEachLibrary(patrons, async (websiteId, own) => {
    queues.push(...(await connection.run<Queue>(QUEUES_OF_ANOTHER_CATEGORY, [websiteId, numbersOf(own)])));
  });
  return queues;
}

const MOVED = `
  SELECT h.website_id, h.reserve_id, h.ticket, h.category AS before, p.category AS after ${HOLDS_OF_ANOTHER_CATEGORY}`;

const LOWER_COUNTS = bulkStatement(`
  UPDATE queue_category c SET live_holds = c.live_holds - lost.number
  FROM (SELECT reserve_id, before, count(*)::int AS number FROM (${MOVED}) moved GROUP BY 1, 2) lost
  WHERE c.website_id = $1 AND c.reserve_id = lost.reserve_id AND c.category = lost.before`);

const RAISE_COUNTS = bulkStatement(`
  INSERT INTO queue_category AS c (website_id, reserve_id, category, live_holds)
  SELECT website_id, reserve_id, after, count(*)::int FROM (${MOVED}) moved GROUP BY 1, 2, 3
  ON CONFLICT (website_id, reserve_id, category) DO UPDATE SET live_holds = c.live_holds + EXCLUDED.live_holds`);

const MOVE_HOLDS = bulkStatement(`
  UPDATE hold SET category = moved.after, trace = ${traceWith(holdEvent('category-changed'), 'hold')} FROM (${MOVED}) moved
  WHERE hold.website_id = $1 AND hold.reserve_id = moved.reserve_id AND hold.ticket = moved.ticket`);

/**
 * Moves the patrons' holds and their counts to the patrons' current category. Call it while holding the locks of the
 * holds' queues. It takes three statements, because a single one cannot update a counter twice, as needed when two
 * patrons swap categories.
 */
export async function moveHoldsToCurrentCategory(
  connection: Connection,
  patrons: readonly PatronKey[],
): Promise<void> {
  await inEachLibrary(patrons, async (websiteId, own) => {
    const values = [websiteId, numbersOf(own)];
    await Promise.all([LOWER_COUNTS, RAISE_COUNTS, MOVE_HOLDS].map((step) => connection.run(step, values)));
  });
}

const FIND_HOME = statement(
  'records-patron-home',
  `SELECT website_id AS "websiteId" FROM patron_directory WHERE patron_id = $1`,
);

/** The library of the patron with this number, if there is one. */
export async function findHomeLibrary(connection: Connection, patronId: number): Promise<number | undefined> {
  const [row] = await connection.run<{ websiteId: number }>(FIND_HOME, [patronId]);
  return row?.websiteId;
}

const LOCK = statement(
  'records-patron-lock',
  `SELECT card_number AS "cardNumber" FROM patron WHERE website_id = $1 AND patron_id = $2 FOR NO KEY UPDATE`,
);

/**
 * Until the transaction ends, the patron cannot place a hold or borrow.
 * @returns the patron's card number, if there is one
 */
export async function lockPatron(connection: Connection, patron: PatronKey): Promise<string | null> {
  const [row] = await connection.run<{ cardNumber: string | null }>(LOCK, [
    patron.websiteId,
    patron.patronId,
  ]);
  return row?.cardNumber ?? null;
}

const QUEUES = statement(
  'records-patron-queues',
  `SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM hold WHERE website_id = $1 AND patron_id = $2
   UNION
   SELECT website_id, reserve_id FROM checkout WHERE website_id = $1 AND patron_id = $2
   ORDER BY 1, 2`,
);

/** Queues of the titles that the patron has on hold or checked out. */
export function findQueuesOf(connection: Connection, patron: PatronKey): Promise<Queue[]> {
  return connection.run<Queue>(QUEUES, [patron.websiteId, patron.patronId]);
}

const REMOVE = statement(
  'records-patron-remove',
  `DELETE FROM patron_directory WHERE website_id = $1 AND patron_id = $2`,
);

/** Removes the number; the patron and the patron's tokens go with it by cascade. */
export async function removePatron(connection: Connection, patron: PatronKey): Promise<void> {
  await connection.run(REMOVE, [patron.websiteId, patron.patronId]);
}

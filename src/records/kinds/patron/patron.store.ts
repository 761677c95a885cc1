import { CARDS_OF, holdersOf } from '../../../access/sign-in/cards.store.js';
import type { PatronKey } from '../../../domain/patron.js';
import {
  columnOf,
  columnTable,
  inEachLibrary,
  readForEach,
  runForEach,
} from '../../../platform/database/by-library.js';
import { bulkStatement, type Connection, type Statement } from '../../../platform/database/statement.js';
import { mergedInto, nameHashesOf } from '../../../patrons/merged-names.store.js';
import { BatchConflict } from '../../engine/record-kind.js';
import type { PatronRecord } from './patron.schema.js';

/** The members of a patron's record, with the hash of the PIN that is stored in place of the PIN. */
export type PatronMembers = Omit<PatronRecord, 'pin' | 'pinHash'> & {
  readonly pinHash?: string | null | undefined;
};

/** The members that are columns of the patron, and their types. */
const TYPES = {
  externalId: 'text',
  category: 'text',
  holdLimit: 'int',
  checkoutLimit: 'int',
  language: 'text',
  phone: 'text',
  pinHash: 'text',
  expiresOn: 'date',
  blockedReason: 'text',
  fromSignIn: 'boolean',
  endedByList: 'date',
};
const MEMBERS = Object.keys(TYPES) as (keyof typeof TYPES)[];

/** Patrons of the library $1. `keeps` lists the members that the record leaves out: they keep their stored values. */
const GIVEN = columnTable({ patronId: 'int', ...TYPES, cards: 'text[]', keeps: 'text[]' });

/** SQL that is true if the record has this member. */
const isGiven = (member: string): string => `'${member}' <> ALL (given.keeps)`;

function withKeeps<Members extends PatronMembers>(
  record: Members,
): Members & { readonly keeps: readonly string[] } {
  return {
    ...record,
    keeps: [...MEMBERS, 'cards' as const].filter((member) => record[member] === undefined),
  };
}

export interface PatronFacts {
  readonly libraryKnown: boolean;
  /** The library takes PINs that come as MD5 hashes. */
  readonly takesMd5: boolean;
  /** The category that the record names, in the same case or, if that is unique, in any case; null: none. */
  readonly category: string | null;
  /** The number of the record's patron, found by either number; null: the patron is new and needs a number. */
  readonly patronId: number | null;
  /** The library's patron who has the `externalId`, if any. */
  readonly externalIdHolder: number | null;
  /** The library that has a patron with this number, if any. */
  readonly homeLibrary: number | null;
  /** The library's patron who has each card, if any: in the same case or, if that is unique, in any case. */
  readonly cardHolders: readonly (number | null)[];
  readonly hasFurtherCards: boolean;
  readonly pinHash: string | null;
  /** In UTC. */
  readonly today: string;
  /** The record says that the patron is not blocked, but the desk has blocked the patron. */
  readonly staysBlocked: boolean;
  /** The patron is new, or a value other than the PIN differs from the stored one. */
  readonly changed: boolean;
  /** The patron into whom staff merged the record's patron, if nobody has the name now; null otherwise. */
  readonly mergedInto: number | null;
}

const DIFFERS = MEMBERS.filter((member) => member !== 'pinHash').map(
  (member) =>
    `(${isGiven(member)} AND stored.${columnOf(member)} IS DISTINCT FROM ${member === 'category' ? 'own' : 'given'}.${columnOf(member)})`,
);

/**
 * A patron who came by signing in has the card as number. The first record with this card that has a number belongs to that patron.
 * Subqueries, because each is an index lookup; the planner would scan whole tables for a join while they are small.
 */
const FACTS = bulkStatement<PatronFacts>(`
  SELECT
    (SELECT true FROM library l WHERE l.website_id = $1) IS TRUE AS "libraryKnown",
    (SELECT l.md5_pins FROM library l WHERE l.website_id = $1) IS TRUE AS "takesMd5",
    own.category,
    COALESCE(given.patron_id, named.patron_id) AS "patronId",
    named.patron_id AS "externalIdHolder",
    (SELECT d.website_id FROM patron_directory d WHERE d.patron_id = COALESCE(given.patron_id, named.patron_id)) AS "homeLibrary",
    ARRAY(
      SELECT (SELECT holder.patron_id FROM (${holdersOf('$1', 'given_card.number')}) holder JOIN library l ON l.website_id = $1
              WHERE NOT l.card_case_matters OR holder.card_number = given_card.number
              ORDER BY holder.card_number = given_card.number DESC, holder.patron_id = stored.patron_id DESC LIMIT 1)
      FROM unnest(given.cards) WITH ORDINALITY AS given_card (number, place) ORDER BY place) AS "cardHolders",
    EXISTS (SELECT FROM further_card f WHERE f.website_id = $1 AND f.patron_id = stored.patron_id) AS "hasFurtherCards",
    stored.pin_hash AS "pinHash",
    to_char(service_now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS today,
    (stored.blocked_by_desk IS NOT NULL AND given.blocked_reason IS NULL AND ${isGiven('blockedReason')}) IS TRUE AS "staysBlocked",
    stored.patron_id IS NULL OR (${isGiven('cards')} AND stored.cards IS DISTINCT FROM given.cards)
      OR ${DIFFERS.join(' OR ')} AS changed,
    CASE WHEN stored.patron_id IS NOT NULL THEN NULL
      WHEN given.patron_id IS NOT NULL THEN (${mergedInto('patronId', 'given.patron_id')})
      ELSE COALESCE((${mergedInto('externalId', 'given.external_id')}),
        (SELECT merged.patron_id FROM unnest(given.cards) card, LATERAL (${mergedInto('card', 'card')}) merged LIMIT 1))
    END AS "mergedInto"
  FROM ${GIVEN.sql}
  LEFT JOIN LATERAL (
    SELECT p.patron_id FROM patron p WHERE p.website_id = $1 AND p.external_id = given.external_id
    UNION ALL
    SELECT p.patron_id FROM patron p WHERE p.website_id = $1 AND p.external_id = ANY (given.cards) AND p.from_sign_in
      AND given.patron_id IS NULL AND given.external_id IS NOT NULL
    LIMIT 1) named ON true
  LEFT JOIN LATERAL (
    SELECT p.*, ${CARDS_OF} AS cards FROM patron p
    WHERE p.website_id = $1 AND p.patron_id = COALESCE(given.patron_id, named.patron_id) LIMIT 1) stored ON true
  CROSS JOIN LATERAL (SELECT COALESCE(
    (SELECT pc.category FROM patron_category pc WHERE pc.website_id = $1 AND pc.category = given.category),
    (SELECT min(pc.category) FROM patron_category pc
     WHERE pc.website_id = $1 AND lower(pc.category) = lower(given.category) HAVING count(*) = 1)) AS category) own
  ORDER BY given.line`);

/** One row for each of `patrons`, in the same order. */
export function readFacts(connection: Connection, patrons: readonly PatronMembers[]): Promise<PatronFacts[]> {
  return readForEach(connection, FACTS, GIVEN, patrons.map(withKeeps));
}

/** The library's own numbers of these patrons; patrons without one are left out. */
export async function findExternalIds(
  { prisma }: Connection,
  patrons: readonly PatronKey[],
): Promise<ReadonlyMap<number, string>> {
  const names = new Map<number, string>();
  await inEachLibrary(patrons, async (websiteId, own) => {
    const where = { websiteId, patronId: { in: own.map(({ patronId }) => patronId) } };
    for (const { patronId, externalId } of await prisma.patron.findMany({ where }))
      if (externalId !== null) names.set(patronId, externalId);
  });
  return names;
}

export type PatronRow = PatronMembers & { readonly patronId: number };

const COLUMNS = MEMBERS.map(columnOf);

const INSERT_NUMBERS = bulkStatement(`
  INSERT INTO patron_directory (website_id, patron_id)
  SELECT $1::int, patron_id FROM ${GIVEN.sql} ORDER BY patron_id
  ON CONFLICT (patron_id) DO NOTHING`);

const INSERT = bulkStatement<object>(`
  INSERT INTO patron (website_id, patron_id, card_number, ${COLUMNS.join(', ')})
  SELECT $1::int, patron_id, cards[1], ${COLUMNS.join(', ')} FROM ${GIVEN.sql}
  ORDER BY patron_id
  ON CONFLICT (website_id, patron_id) DO NOTHING RETURNING 1 AS one`);

/**
 * Runs under the locks of `lockPatrons`, so the order of the rows does not matter. A member that the record leaves out keeps the value that
 * it has now, even if it was changed since the facts were read.
 */
const UPDATE = bulkStatement<object>(`
  UPDATE patron p SET
    card_number = CASE WHEN ${isGiven('cards')} THEN given.cards[1] ELSE p.card_number END,
    ${MEMBERS.map((member) => `${columnOf(member)} = CASE WHEN ${isGiven(member)} THEN given.${columnOf(member)} ELSE p.${columnOf(member)} END`).join(', ')}
  FROM ${GIVEN.sql} WHERE p.website_id = $1 AND p.patron_id = given.patron_id RETURNING 1 AS one`);

/** While two patrons swap a card, neither has it for a moment. */
const RELEASE_NUMBERS = bulkStatement(`
  UPDATE patron p SET
    card_number = CASE WHEN ${isGiven('cards')} THEN NULL ELSE p.card_number END,
    external_id = CASE WHEN ${isGiven('externalId')} THEN NULL ELSE p.external_id END
  FROM ${GIVEN.sql} WHERE p.website_id = $1 AND p.patron_id = given.patron_id`);

const REMOVE_FURTHER_CARDS = bulkStatement(`
  DELETE FROM further_card f USING ${GIVEN.sql}
  WHERE f.website_id = $1 AND f.patron_id = given.patron_id AND ${isGiven('cards')}`);

const INSERT_FURTHER_CARDS = bulkStatement(`
  INSERT INTO further_card (website_id, patron_id, place, card_number)
  SELECT $1::int, patron_id, place, number
  FROM ${GIVEN.sql}, unnest(cards) WITH ORDINALITY AS card (number, place) WHERE place > 1`);

const FORGET_MERGED_NAMES = bulkStatement(`
  DELETE FROM merged_name WHERE website_id = $1 AND name_hash IN (
    SELECT names.name_hash FROM ${GIVEN.sql} CROSS JOIN LATERAL (${nameHashesOf('given', 'given.cards')}) names)`);

/**
 * Keeps what patrons set themselves, such as preferences.
 * @throws BatchConflict when one of them was added or deleted meanwhile
 */
export async function insertPatrons(connection: Connection, patrons: readonly PatronRow[]): Promise<void> {
  const rows = patrons.map(withKeeps);
  await runForEach(connection, [INSERT_NUMBERS], GIVEN, rows);
  await requireEach(connection, INSERT, rows);
}

/** Call it while holding the locks of the patrons. @throws BatchConflict when one of them was deleted meanwhile */
export async function updatePatrons(connection: Connection, patrons: readonly PatronRow[]): Promise<void> {
  await requireEach(connection, UPDATE, patrons.map(withKeeps));
}

/** Forgets the names of merged patrons that these patrons have now: lists then mean these patrons. */
export function forgetMergedNames(connection: Connection, patrons: readonly PatronRow[]): Promise<void> {
  return runForEach(connection, [FORGET_MERGED_NAMES], GIVEN, patrons.map(withKeeps));
}

/** Removes cards and external numbers from patrons who are given others. */
export function releaseNumbers(connection: Connection, patrons: readonly PatronRow[]): Promise<void> {
  return runForEach(connection, [RELEASE_NUMBERS, REMOVE_FURTHER_CARDS], GIVEN, patrons.map(withKeeps));
}

/** Replaces the cards after the first of patrons whose records list cards. */
export async function replaceFurtherCards(
  connection: Connection,
  patrons: readonly PatronRow[],
): Promise<void> {
  await runForEach(connection, [REMOVE_FURTHER_CARDS, INSERT_FURTHER_CARDS], GIVEN, patrons.map(withKeeps));
}

async function requireEach(
  connection: Connection,
  statement: Statement<object>,
  rows: readonly PatronRow[],
): Promise<void> {
  let written = 0;
  await inEachLibrary(rows, async (websiteId, own) => {
    written += (await connection.run(statement, [websiteId, JSON.stringify(own, [...GIVEN.members])])).length;
  });
  if (written < rows.length) throw new BatchConflict();
}

/** Marks a patron who is in no record; whole lists do not end such patrons. */
export function markFromSignIn({ prisma }: Connection, key: PatronKey): Promise<unknown> {
  return prisma.patron.updateMany({ where: key, data: { fromSignIn: true } });
}

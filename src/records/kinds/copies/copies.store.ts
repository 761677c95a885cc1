import type { Queue } from '../../../circulation/queue.service.js';
import { bulkStatement, type Connection } from '../../../platform/database/statement.js';
import type { PurchaseFacts } from '../../../domain/holds/event-facts.js';
import { factsOf, writeTitlesChanged } from '../../../events/outbox.store.js';
import {
  columnTable,
  inEachLibrary,
  readForEach,
  runForEach,
} from '../../../platform/database/by-library.js';
import {
  keepAccessible,
  markTitleUpdated,
  rememberWithdrawn,
  SET_UPDATED_AT,
} from '../../engine/title-changes.store.js';
import type { CopiesKey, CopiesRecord } from './copies.schema.js';

/** Copies of the library $1. */
const GIVEN = columnTable({
  reserveId: 'uuid',
  collectionId: 'text',
  copiesOwned: 'int',
  holdable: 'boolean',
  pickupHours: 'int',
});
/** SQL for how many of the given copies are for holds. */
const FOR_HOLDS = 'CASE WHEN given.holdable THEN given.copies_owned ELSE 0 END';

/** Copies to store. */
export interface KnownCopies extends CopiesRecord {
  readonly holdable: boolean;
}

export interface CopiesFacts {
  readonly collectionKnown: boolean;
  readonly titleKnown: boolean;
  /** The library has or had copies of the title in some collection, so there is a queue to lock. */
  readonly hasQueue: boolean;
  /** Without those of licences. Null if there is no such record yet, or the title was withdrawn. */
  readonly owned: number | null;
  /** They are set aside for holds; null if there is no such record yet. */
  readonly holdable: boolean | null;
  /** For how long a copy of the title is set aside; null: as the library's rule is. */
  readonly pickupHours: number | null;
}

/**
 * Subqueries, because each is an index lookup; the planner would scan whole tables for a join while they are small.
 * OFFSET 0 keeps the collection out of the index lookup. Without statistics, the planner considers the index by
 * collection as good as the primary key, and each line of a new library then reads all copies of the collection (0.6 ms
 * at 5,000 copies, and growing).
 */
const FACTS = bulkStatement<CopiesFacts>(`
  SELECT
    (SELECT true FROM collection n
     WHERE n.website_id = $1 AND n.collection_id = given.collection_id) IS TRUE AS "collectionKnown",
    (SELECT true FROM title t WHERE t.reserve_id = given.reserve_id) IS TRUE AS "titleKnown",
    (SELECT true FROM title_queue q
     WHERE q.website_id = $1 AND q.reserve_id = given.reserve_id) IS TRUE AS "hasQueue",
    of_title.owned, of_title.holdable,
    (SELECT q.pickup_hours FROM title_queue q
     WHERE q.website_id = $1 AND q.reserve_id = given.reserve_id) AS "pickupHours"
  FROM ${GIVEN.sql} LEFT JOIN LATERAL (
    SELECT each.owned, each.holdable
    FROM (SELECT c.collection_id, c.holdable,
            CASE WHEN NOT c.withdrawn THEN c.owned - c.licensed + c.lucky_owned - c.lucky_licensed END AS owned FROM copies c
          WHERE c.website_id = $1 AND c.reserve_id = given.reserve_id OFFSET 0) each
    WHERE each.collection_id = given.collection_id) of_title ON true
  ORDER BY given.line`);

/** One row for each of `copies`, in the same order. */
export function readFacts(connection: Connection, copies: readonly CopiesRecord[]): Promise<CopiesFacts[]> {
  return readForEach(connection, FACTS, GIVEN, copies);
}

const CREATE_QUEUES = bulkStatement(`
  INSERT INTO title_queue (website_id, reserve_id, added_at, title_changed_at, changed_at)
  SELECT DISTINCT $1::int, reserve_id, service_now(), service_now(), service_now()
  FROM ${GIVEN.sql} ORDER BY reserve_id
  ON CONFLICT (website_id, reserve_id) DO NOTHING`);

/** Creates a queue for each title that the library had no copies of before. */
export async function createQueues(connection: Connection, copies: readonly CopiesRecord[]): Promise<void> {
  await runForEach(connection, [CREATE_QUEUES], GIVEN, copies);
  await inEachLibrary(copies, (websiteId, own) => keepAccessible(connection, websiteId, own));
}

interface TitlePurchase {
  readonly reserveId: string;
  readonly more: number;
  /** Details of the event that reports the purchase. */
  readonly detail: object;
}

/** Runs before the copies are stored: counts the copies added to titles with waiting patrons. */
const PURCHASES = bulkStatement<TitlePurchase>(`
  SELECT q.reserve_id AS "reserveId", given.more::int AS more, ${factsOf<PurchaseFacts>({
    formatClass: 't.format_class',
    bought: 'given.more',
    liveHolds: 'q.live_holds',
    owned: 'before.owned',
  })} AS detail
  FROM (SELECT reserve_id, sum(${FOR_HOLDS} - COALESCE(
          (SELECT c.owned - c.licensed FROM copies c WHERE c.website_id = $1 AND c.reserve_id = given.reserve_id
             AND c.collection_id = given.collection_id), 0)) AS more
        FROM ${GIVEN.sql} GROUP BY reserve_id) given
  JOIN title_queue q ON q.website_id = $1 AND q.reserve_id = given.reserve_id
  JOIN title t ON t.reserve_id = given.reserve_id
  CROSS JOIN LATERAL (SELECT sum(c.owned) AS owned FROM copies c WHERE c.website_id = $1 AND c.reserve_id = q.reserve_id) before
  WHERE q.live_holds > 0 AND before.owned > 0 AND given.more <> 0`);

/** The title's own count, from which its waits are estimated. */
const COUNT_PURCHASES = bulkStatement(`
  UPDATE title_queue q SET copies_bought = GREATEST(0, q.copies_bought + bought.more)
  FROM unnest($2::uuid[], $3::int[]) AS bought (reserve_id, more)
  WHERE q.website_id = $1 AND q.reserve_id = bought.reserve_id`);

/** Counts purchases of titles that the library has had. They are read before they are written (cluster.store.ts). */
export async function notePurchases(connection: Connection, copies: readonly KnownCopies[]): Promise<void> {
  await inEachLibrary(copies, async (websiteId, own) => {
    const given = [websiteId, JSON.stringify(own, [...GIVEN.members])];
    const purchases = await connection.run(PURCHASES, given);
    if (purchases.length === 0) return;
    const column = <Name extends keyof TitlePurchase>(name: Name): TitlePurchase[Name][] =>
      purchases.map((purchase) => purchase[name]);
    await Promise.all([
      writeTitlesChanged(connection, websiteId, purchases, column('detail')),
      connection.run(COUNT_PURCHASES, [websiteId, column('reserveId'), column('more')]),
    ]);
  });
}

/** Copies on loan or set aside beyond the number owned are retiring: they leave the stock when they come back. */
const UPSERT = bulkStatement(`
  INSERT INTO copies AS c (website_id, reserve_id, collection_id, owned, lucky_owned, holdable)
  SELECT $1::int, reserve_id, collection_id, ${FOR_HOLDS}, copies_owned - ${FOR_HOLDS}, holdable FROM ${GIVEN.sql}
  ON CONFLICT (website_id, reserve_id, collection_id) DO UPDATE
  SET owned = c.licensed + EXCLUDED.owned, lucky_owned = c.lucky_licensed + EXCLUDED.lucky_owned, holdable = EXCLUDED.holdable, withdrawn = false, retiring = GREATEST(c.on_loan + c.set_aside - c.licensed - EXCLUDED.owned, 0)`);

const MARK_EACH_UPDATED = bulkStatement(`
  ${SET_UPDATED_AT} WHERE website_id = $1 AND reserve_id = ANY (ARRAY (SELECT given.reserve_id FROM ${GIVEN.sql}))`);

const NO_LONGER_WITHDRAWN = bulkStatement(`
  DELETE FROM withdrawn_title w USING ${GIVEN.sql}
  WHERE w.website_id = $1 AND w.reserve_id = given.reserve_id AND w.collection_id = given.collection_id`);

export async function upsertCopies(connection: Connection, copies: readonly KnownCopies[]): Promise<void> {
  await runForEach(connection, [UPSERT, MARK_EACH_UPDATED, NO_LONGER_WITHDRAWN], GIVEN, copies);
  await inEachLibrary(copies, (websiteId, own) => writeTitlesChanged(connection, websiteId, own));
}

/** Of several lines about a title the last one counts. */
const SET_PICKUP_HOURS = bulkStatement(`
  UPDATE title_queue q SET pickup_hours = given.pickup_hours
  FROM (SELECT DISTINCT ON (reserve_id) reserve_id, pickup_hours FROM ${GIVEN.sql} ORDER BY reserve_id, line DESC) given
  WHERE q.website_id = $1 AND q.reserve_id = given.reserve_id`);

/** Sets for how long copies of these titles are set aside. Their queues exist. */
export async function setPickupHours(connection: Connection, copies: readonly CopiesRecord[]): Promise<void> {
  await runForEach(connection, [SET_PICKUP_HOURS], GIVEN, copies);
}

const QUEUES_WITH_HOLDS = bulkStatement<Queue>(`
  SELECT website_id AS "websiteId", reserve_id AS "reserveId" FROM title_queue
  WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[]) AND live_holds > 0`);

/** Queues of `copies` that have live holds. */
export async function findQueuesWithHolds(
  connection: Connection,
  copies: readonly CopiesRecord[],
): Promise<Queue[]> {
  const queues: Queue[] = [];
  await inEachLibrary(copies, async (websiteId, own) => {
    const values = [websiteId, own.map(({ reserveId }) => reserveId)];
    queues.push(...(await connection.run(QUEUES_WITH_HOLDS, values)));
  });
  return queues;
}

export interface CopiesInUse {
  readonly owned: number;
  readonly onLoan: number;
  readonly setAside: number;
  readonly licences: number;
}

/** Undefined if there is no such record. */
export async function findInUse(
  { prisma }: Connection,
  { websiteId, reserveId, collectionId }: CopiesKey,
): Promise<CopiesInUse | undefined> {
  const found = await prisma.copies.findFirst({
    where: { websiteId, reserveId, collectionId },
    select: { owned: true, onLoan: true, setAside: true, luckyOnLoan: true },
  });
  if (found === null) return undefined;
  return {
    ...found,
    onLoan: found.onLoan + found.luckyOnLoan,
    licences: await prisma.licence.count({ where: { websiteId, reserveId, collectionId } }),
  };
}

/** The record must exist. The queue stays, with its holds and tickets. */
export async function removeCopies(connection: Connection, key: CopiesKey): Promise<void> {
  await rememberWithdrawn(connection, key, key.collectionId);
  await markTitleUpdated(connection, key);
  const { websiteId, reserveId, collectionId } = key;
  await connection.prisma.copies.deleteMany({ where: { websiteId, reserveId, collectionId } });
}

import type { Queue } from '../../circulation/queue.service.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { bulkStatement } from './bulk-statement.js';
import type { CopiesKey, CopiesRecord } from './schemas/title.schemas.js';

/** One array per column, as the statements for many rows take them. */
function columnsOf(copies: readonly CopiesRecord[]): unknown[] {
  return [
    copies.map(({ websiteId }) => websiteId),
    copies.map(({ reserveId }) => reserveId),
    copies.map(({ collectionId }) => collectionId),
    copies.map(({ copiesOwned }) => copiesOwned),
  ];
}

const GIVEN = `unnest($1::int[], $2::uuid[], $3::text[], $4::int[])
    WITH ORDINALITY AS given (website_id, reserve_id, collection_id, owned, line)`;

export interface CopiesFacts {
  readonly collectionKnown: boolean;
  readonly titleKnown: boolean;
  readonly changed: boolean;
}

const FACTS = bulkStatement(`
  SELECT n.collection_id IS NOT NULL AS "collectionKnown", t.reserve_id IS NOT NULL AS "titleKnown",
    c.owned IS DISTINCT FROM given.owned AS changed
  FROM ${GIVEN}
  LEFT JOIN collection n USING (website_id, collection_id)
  LEFT JOIN title t USING (reserve_id)
  LEFT JOIN copies c USING (website_id, reserve_id, collection_id)
  ORDER BY given.line`);

/** One row for each of `copies`, in their order. */
export function readFacts(connection: Connection, copies: readonly CopiesRecord[]): Promise<CopiesFacts[]> {
  return connection.run<CopiesFacts>(FACTS, columnsOf(copies));
}

const MAKE_QUEUES = bulkStatement(`
  INSERT INTO title_queue (website_id, reserve_id)
  SELECT DISTINCT website_id, reserve_id FROM ${GIVEN} ORDER BY website_id, reserve_id
  ON CONFLICT (website_id, reserve_id) DO NOTHING`);

/** A queue for each title that the library had no copies of before. */
export async function makeQueues(connection: Connection, copies: readonly CopiesRecord[]): Promise<void> {
  await connection.run(MAKE_QUEUES, columnsOf(copies));
}

/** What is out beyond what is owned is retiring: those copies are gone when they come back. */
const KEEP = bulkStatement(`
  INSERT INTO copies AS c (website_id, reserve_id, collection_id, owned)
  SELECT website_id, reserve_id, collection_id, owned FROM ${GIVEN}
  ON CONFLICT (website_id, reserve_id, collection_id) DO UPDATE
  SET owned = EXCLUDED.owned, retiring = GREATEST(c.on_loan + c.set_aside - EXCLUDED.owned, 0)`);

export async function keepCopies(connection: Connection, copies: readonly CopiesRecord[]): Promise<void> {
  await connection.run(KEEP, columnsOf(copies));
}

const QUEUES_TO_SERVE = bulkStatement(`
  SELECT DISTINCT q.website_id AS "websiteId", q.reserve_id AS "reserveId"
  FROM ${GIVEN}
  JOIN title_queue q USING (website_id, reserve_id)
  JOIN copies c USING (website_id, reserve_id, collection_id)
  WHERE q.live_holds > 0 AND c.owned > c.on_loan + c.set_aside`);

/** Queues of `copies` where someone has a hold while a copy is free. */
export function findQueuesToServe(connection: Connection, copies: readonly CopiesRecord[]): Promise<Queue[]> {
  return connection.run<Queue>(QUEUES_TO_SERVE, columnsOf(copies));
}

export interface CopiesOut {
  readonly onLoan: number;
  readonly setAside: number;
}

const FIND_OUT = statement(
  'records-copies-out',
  `SELECT on_loan AS "onLoan", set_aside AS "setAside" FROM copies
   WHERE website_id = $1 AND reserve_id = $2 AND collection_id = $3`,
);

/** Undefined: there is no such record. */
export async function findOut(connection: Connection, key: CopiesKey): Promise<CopiesOut | undefined> {
  const values = [key.websiteId, key.reserveId, key.collectionId];
  const [out] = await connection.run<CopiesOut>(FIND_OUT, values);
  return out;
}

const REMOVE = statement(
  'records-copies-remove',
  `DELETE FROM copies WHERE website_id = $1 AND reserve_id = $2 AND collection_id = $3`,
);

/** The queue stays, with its holds and its tickets. */
export async function removeCopies(connection: Connection, key: CopiesKey): Promise<void> {
  await connection.run(REMOVE, [key.websiteId, key.reserveId, key.collectionId]);
}

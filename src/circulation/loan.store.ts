import type { PatronKey } from '../domain/patron.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { STAMP } from './change-stamp.store.js';
import type { Queue } from './queue.store.js';

/** Copies on loan: lending and returning. Always under the queue's lock. */

const FREE_COPY_GONE = `
  UPDATE copies c SET on_loan = c.on_loan - back.number, retiring = GREATEST(c.retiring - back.number, 0)
  FROM (SELECT collection_id, count(*)::int AS number FROM gone GROUP BY collection_id) back
  WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = back.collection_id`;

const END_LOAN = statement(
  'loan-end',
  `WITH gone AS (
       DELETE FROM checkout WHERE website_id = $1 AND reserve_id = $2 AND patron_id = $3 RETURNING collection_id),
     freed AS (${FREE_COPY_GONE}),
     stamped AS (${STAMP} AND EXISTS (SELECT FROM gone))
   SELECT FROM gone`,
);

/** @returns false when the patron has no such loan */
export async function endLoan(connection: Connection, patron: PatronKey, queue: Queue): Promise<boolean> {
  const ended = await connection.run(END_LOAN, [queue.websiteId, queue.reserveId, patron.patronId]);
  return ended.length > 0;
}

const END_LOANS_THAT_ARE_OVER = statement(
  'loan-end-those-over',
  `WITH gone AS (
       DELETE FROM checkout WHERE website_id = $1 AND reserve_id = $2 AND expires_at <= (SELECT service_now())
       RETURNING collection_id, expires_at),
     stamped AS (${STAMP} AND EXISTS (SELECT FROM gone)),
     freed AS (${FREE_COPY_GONE})
   SELECT COALESCE(extract(epoch FROM service_now() - min(expires_at)), 0)::float8 AS seconds FROM gone`,
);

/** @returns for how many seconds the longest overdue loan was over; 0 if none was */
export async function endLoansThatAreOver(connection: Connection, queue: Queue): Promise<number> {
  const values = [queue.websiteId, queue.reserveId];
  const [overdue] = await connection.run<{ seconds: number }>(END_LOANS_THAT_ARE_OVER, values);
  return overdue?.seconds ?? 0;
}

const TAKE_FREE_COPY = statement(
  'loan-take-free-copy',
  `WITH stamped AS (${STAMP})
   UPDATE copies SET on_loan = on_loan + 1 WHERE website_id = $1 AND reserve_id = $2 AND collection_id = $3`,
);

export async function takeFreeCopy(
  connection: Connection,
  queue: Queue,
  collectionId: string,
): Promise<void> {
  await connection.run(TAKE_FREE_COPY, [queue.websiteId, queue.reserveId, collectionId]);
}

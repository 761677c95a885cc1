import { type Connection, statement } from '../../platform/database/statement.js';

const IDLE = statement(
  'console-idle-copies',
  `SELECT COALESCE(sum(c.owned - c.on_loan - c.set_aside), 0)::int AS idle
   FROM title_queue q JOIN copies c USING (website_id, reserve_id)
   WHERE q.website_id = $1 AND q.live_holds > 0 AND c.owned > c.on_loan + c.set_aside
     AND EXISTS (
       SELECT FROM category_collection cc JOIN hold h USING (website_id, category)
       WHERE cc.website_id = $1 AND cc.collection_id = c.collection_id AND h.reserve_id = c.reserve_id
         AND h.collection_id IS NULL AND h.suspension_type IS NULL)`,
);

/** Free copies of a library for which somebody waits who may use them. The rules of the queue leave none. */
export async function countIdleCopies(connection: Connection, websiteId: number): Promise<number> {
  const [row] = await connection.run<{ idle: number }>(IDLE, [websiteId]);
  return row?.idle ?? 0;
}

import { statement } from '../../platform/database/statement.js';

/** How many patrons watch each of these titles; those that nobody watches are left out. */
export const countWatchers = statement<{ reserveId: string; watchers: number }>(
  'operator-count-watchers',
  `SELECT w.reserve_id AS "reserveId", count(*)::int AS watchers FROM watch w
   WHERE w.website_id = $1 AND w.reserve_id = ANY ($2::uuid[])
   GROUP BY w.reserve_id`,
).all((websiteId: number, reserveIds: readonly string[]) => [websiteId, reserveIds]);

import type { FormatClass } from '../../domain/lending-period.js';
import { statement } from '../../platform/database/statement.js';

/** A title with holds, as an order names it. */
export interface OrderedTitle {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
  readonly publisher: string | null;
  /** ISBNs and the like, without hyphens. */
  readonly identifiers: readonly string[];
  readonly liveHolds: number;
}

/** The titles with the longest queues. */
export const findLongestQueues = statement<OrderedTitle>(
  'console-longest-queues',
  `SELECT q.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.title, t.creators,
     t.format_class AS "formatClass", t.publisher, t.identifiers,
     q.live_holds AS "liveHolds"
   FROM title_queue q JOIN title t USING (reserve_id)
   WHERE q.website_id = $1 AND q.live_holds > 0 ORDER BY q.live_holds DESC, q.reserve_id LIMIT $2`,
).all((websiteId: number, limit: number) => [websiteId, limit]);

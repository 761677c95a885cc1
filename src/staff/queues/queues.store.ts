import type { HoldContext, HoldRow } from '../../circulation/hold-row.store.js';
import { HOLD_COLUMNS, RULE_COLUMNS } from '../../circulation/hold-row.store.js';
import { byTitleId, runByTitleId } from '../../circulation/title-statements.store.js';
import type { FormatClass } from '../../domain/lending-period.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import type { Database } from '../../platform/database/database.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import type { Page } from '../paging.requests.js';

/** One title's queue, for library staff. */
export interface QueueSummary {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly copiesOwned: number;
  readonly copiesOnLoan: number;
  readonly copiesSetAside: number;
  readonly liveHolds: number;
  readonly suspended: number;
}

/** The library's queues that have holds, longest first. */
export const findQueues = statement<QueueSummary>(
  'operator-queues',
  `WITH page AS MATERIALIZED (
       SELECT reserve_id, live_holds FROM title_queue WHERE website_id = $1 AND live_holds > 0
       ORDER BY live_holds DESC, reserve_id LIMIT $2 OFFSET $3)
   SELECT page.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.title,
     owned.owned AS "copiesOwned", owned.on_loan AS "copiesOnLoan", owned.set_aside AS "copiesSetAside",
     page.live_holds AS "liveHolds",
     (SELECT count(*)::int FROM hold h WHERE h.website_id = $1 AND h.reserve_id = page.reserve_id
        AND h.suspension_type IS NOT NULL
        AND (h.suspended_until IS NULL OR h.suspended_until > (SELECT service_now()))) AS suspended
   FROM page
   JOIN title t USING (reserve_id)
   CROSS JOIN LATERAL (
     SELECT COALESCE(sum(c.owned), 0)::int AS owned, COALESCE(sum(c.on_loan), 0)::int AS on_loan,
       COALESCE(sum(c.set_aside), 0)::int AS set_aside
     FROM copies c WHERE c.website_id = $1 AND c.reserve_id = page.reserve_id) owned
   ORDER BY page.live_holds DESC, page.reserve_id`,
).all((websiteId: number, { limit, offset }: Page) => [websiteId, limit, offset]);

/** How many queues have holds; undefined if there is no such library. */
export async function countQueues({ prisma }: Database, websiteId: number): Promise<number | undefined> {
  const [libraries, queues] = await Promise.all([
    prisma.library.count({ where: { websiteId } }),
    prisma.titleQueue.count({ where: { websiteId, liveHolds: { gt: 0 } } }),
  ]);
  return libraries === 0 ? undefined : queues;
}

/** What the library wants to reach by buying; null where it has not said so. Undefined: it has set nothing. */
export async function findBuyingGoal(
  { prisma }: Database,
  websiteId: number,
): Promise<{ holdsPerCopy: number | null; targetWaitDays: number | null } | undefined> {
  const goal = await prisma.librarySettings.findUnique({
    where: { websiteId },
    select: { holdsPerCopy: true, targetWaitDays: true },
  });
  return goal ?? undefined;
}

export interface FoundQueue {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
  readonly liveHolds: number;
}

const FIND = byTitleId<FoundQueue>(
  'operator-queue',
  (column) => `
  SELECT q.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.title, t.creators,
    t.format_class AS "formatClass", q.live_holds AS "liveHolds"
  FROM title t JOIN title_queue q USING (reserve_id) WHERE q.website_id = $1 AND t.${column} = $2`,
);

export async function findQueue(
  connection: Connection,
  websiteId: number,
  title: TitleId,
): Promise<FoundQueue | undefined> {
  const [queue] = await runByTitleId(connection, FIND, [websiteId], title);
  return queue;
}

export type QueuedHoldRow = HoldRow & HoldContext & { readonly patronId: number; readonly category: string };

/** One page of a queue, in the order of the tickets. */
export const findQueuedHolds = statement<QueuedHoldRow>(
  'operator-queue-holds',
  `SELECT ${HOLD_COLUMNS}, h.patron_id AS "patronId", h.category, clock.now, ${RULE_COLUMNS}
   FROM hold h JOIN library l USING (website_id) CROSS JOIN (SELECT service_now() AS now) clock
   WHERE h.website_id = $1 AND h.reserve_id = $2 ORDER BY h.ticket LIMIT $3 OFFSET $4`,
).all((websiteId: number, reserveId: string, { limit, offset }: Page) => [
  websiteId,
  reserveId,
  limit,
  offset,
]);

import type { HoldContext, HoldRow } from '../../circulation/hold-row.store.js';
import { HOLD_COLUMNS, RULE_COLUMNS } from '../../circulation/hold-row.store.js';
import type { Queue } from '../../circulation/queue.service.js';
import { byTitleId, runByTitleId } from '../../circulation/title-statements.store.js';
import type { FormatClass } from '../../domain/lending-period.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { IS_MOVED } from './queue-holds.store.js';
import type { Page } from '../requests/paging.requests.js';

/** A title with its queue. */
export interface TitleQueue {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly title: string;
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
  readonly publisher: string | null;
  /** ISBNs and the like, without hyphens. */
  readonly identifiers: readonly string[];
  readonly liveHolds: number;
  /** For how long a copy is set aside; null: the library's rule. */
  readonly pickupHours: number | null;
}

/** Of `title t` and `title_queue q`. */
export const TITLE_QUEUE_COLUMNS = `q.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.title, t.creators,
  t.format_class AS "formatClass", t.publisher, t.identifiers, q.live_holds AS "liveHolds",
  q.pickup_hours AS "pickupHours"`;

/** What the library wants to reach by buying; null where it has not said so. Undefined: it has set nothing. */
export async function findBuyingGoal(
  { prisma }: Connection,
  websiteId: number,
): Promise<{ holdsPerCopy: number | null; targetWaitDays: number | null } | undefined> {
  const goal = await prisma.librarySettings.findFirst({
    where: { websiteId },
    select: { holdsPerCopy: true, targetWaitDays: true },
  });
  return goal ?? undefined;
}

/** @param pickupHours null: the library's rule */
export async function setPickupHours(
  { prisma }: Connection,
  { websiteId, reserveId }: Queue,
  pickupHours: number | null,
): Promise<void> {
  await prisma.titleQueue.updateMany({ where: { websiteId, reserveId }, data: { pickupHours } });
}

const FIND = byTitleId<TitleQueue>(
  'operator-queue',
  (column) => `
  SELECT ${TITLE_QUEUE_COLUMNS}
  FROM title t JOIN title_queue q USING (reserve_id) WHERE q.website_id = $1 AND t.${column} = $2`,
);

export async function findQueue(
  connection: Connection,
  websiteId: number,
  title: TitleId,
): Promise<TitleQueue | undefined> {
  const [queue] = await runByTitleId(connection, FIND, [websiteId], title);
  return queue;
}

export type QueuedHoldRow = HoldRow &
  HoldContext & {
    readonly patronId: number;
    readonly category: string;
    /** Staff have put it there. */
    readonly isMoved: boolean;
  };

/** One page of a queue, in the order of the tickets. */
export const findQueuedHolds = statement<QueuedHoldRow>(
  'operator-queue-holds',
  `SELECT ${HOLD_COLUMNS}, h.patron_id AS "patronId", h.category, ${IS_MOVED}, clock.now, ${RULE_COLUMNS}
   FROM hold h JOIN library l USING (website_id) CROSS JOIN (SELECT service_now() AS now) clock
   WHERE h.website_id = $1 AND h.reserve_id = $2 ORDER BY h.ticket LIMIT $3 OFFSET $4`,
).all((websiteId: number, reserveId: string, { limit, offset }: Page) => [
  websiteId,
  reserveId,
  limit,
  offset,
]);

import { endingCopies } from '../../circulation/licences/licence-columns.store.js';
import { ENDING_DAYS } from '../../domain/titles/purchases.js';
import { NEW_HOLD_OFFER, JOIN_NEW_HOLD } from '../../platform/database/stored-waits.store.js';
import type { NewHoldOffer } from '../../domain/waits/stored-offer.js';
import { statement } from '../../platform/database/statement.js';

/** The patrons of one category that wait for a title. */
export interface CategoryRow {
  readonly reserveId: string;
  readonly category: string;
  readonly liveHolds: number;
  readonly suspended: number;
  readonly ready: number;
}

/** A hold `h` whose suspension has not ended. A timer, or the next command, records an end a moment later. */
const SUSPENDED = `h.suspension_type IS NOT NULL
  AND (h.suspended_until IS NULL OR h.suspended_until > (SELECT service_now()))`;
/** A hold `h` with a copy set aside, as the index of what has an end finds it. */
const READY = 'COALESCE(h.suspended_until, h.expires_at) IS NOT NULL AND h.expires_at IS NOT NULL';

/** SQL for how many holds of a row of `queue_category`, of the library $1, are so. */
const countHolds = (condition: string, row = 'q'): string => `
  (SELECT count(*)::int FROM hold h WHERE h.website_id = $1 AND h.reserve_id = ${row}.reserve_id
     AND h.category = ${row}.category AND ${condition})`;

/** SQL for the active holds of such a row: they are those of the counter that are neither suspended nor ready. */
export const activeHolds = (row: string): string =>
  `(${row}.live_holds - ${countHolds(SUSPENDED, row)} - ${countHolds(READY, row)})`;

/**
 * The holds on these titles by category.
 * Waiting holds are not counted one by one: they are those of the counter that are neither suspended nor ready.
 */
export const findCategoriesOf = statement<CategoryRow>(
  'operator-queue-categories',
  `SELECT q.reserve_id AS "reserveId", q.category, q.live_holds AS "liveHolds",
     ${countHolds(SUSPENDED)} AS suspended, ${countHolds(READY)} AS ready
   FROM queue_category q
   WHERE q.website_id = $1 AND q.reserve_id = ANY ($2::uuid[]) AND q.live_holds > 0
   ORDER BY q.reserve_id, q.category`,
).all((websiteId: number, reserveIds: readonly string[]) => [websiteId, reserveIds]);

/** The copies of a title in one collection. */
export interface StockRow {
  readonly reserveId: string;
  readonly collectionId: string;
  readonly collectionName: string;
  readonly owned: number;
  readonly onLoan: number;
  readonly setAside: number;
  /** So many of `owned` licences will no longer give in 30 days. */
  readonly ending: number;
}

/** The copies of these titles by collection. */
export const findStockOf = statement<StockRow>(
  'operator-queue-copies',
  `SELECT c.reserve_id AS "reserveId", c.collection_id AS "collectionId", k.name AS "collectionName", c.owned,
     c.on_loan AS "onLoan", c.set_aside AS "setAside", ${endingCopies(ENDING_DAYS)} AS ending
   FROM copies c JOIN collection k USING (website_id, collection_id)
   WHERE c.website_id = $1 AND c.reserve_id = ANY ($2::uuid[])
   ORDER BY c.reserve_id, k.name, c.collection_id`,
).all((websiteId: number, reserveIds: readonly string[]) => [websiteId, reserveIds]);

export interface CollectionOfCategory {
  readonly category: string;
  readonly collectionId: string;
  readonly collectionName: string;
}

/** Which collections each category of the library may use. */
export const findUses = statement<CollectionOfCategory>(
  'operator-category-collections',
  `SELECT cc.category, cc.collection_id AS "collectionId", n.name AS "collectionName"
   FROM category_collection cc JOIN collection n USING (website_id, collection_id)
   WHERE cc.website_id = $1 ORDER BY cc.category, n.name, cc.collection_id`,
).all((websiteId: number) => [websiteId]);

/** How long a new hold on a title waits, and would wait if the library had more copies. */
export interface WaitRow extends NewHoldOffer {
  readonly reserveId: string;
  /** So many copies the library owned when it was computed what more would bring; null: it has not been. */
  readonly moreCopiesOwned: number | null;
  readonly moreCopiesIn: string | null;
  /** With no, 1, 2, 4, 8 more copies. */
  readonly moreCopiesHours: readonly number[] | null;
}

/** The waits for these titles. */
export const findWaitsOf = statement<WaitRow>(
  'operator-queue-waits',
  `SELECT q.reserve_id AS "reserveId", ${NEW_HOLD_OFFER}, q.more_copies_owned AS "moreCopiesOwned",
     q.more_copies_in AS "moreCopiesIn", q.more_copies_hours AS "moreCopiesHours"
   FROM title_queue q ${JOIN_NEW_HOLD}
   WHERE q.website_id = $1 AND q.reserve_id = ANY ($2::uuid[])`,
).all((websiteId: number, reserveIds: readonly string[]) => [websiteId, reserveIds]);

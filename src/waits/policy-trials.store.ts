import type { MissedPickup } from '../domain/holds/hold.js';
import type { IdentifiedTitle, TitleId } from '../domain/titles/title-id.js';
import {
  type CountedFrom,
  DEMAND_WEEKS,
  type PatronsWithHolds,
  type Placements,
} from '../domain/waits/policies/demand.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { HAS_LIBRARYS_HOLD_LIMIT } from '../circulation/hold-row.store.js';
import { byTitleId, runByTitleId } from '../circulation/title-statements.store.js';

/** Makes the transaction read-only from here on. */
export const onlyRead = statement('policy-trials-only-read', 'SET TRANSACTION READ ONLY').execute();

/** The rules of a library that a trial can change. */
export interface LibraryRules {
  readonly name: string;
  readonly pickupHours: number;
  readonly missedPickup: MissedPickup;
  readonly holdLimit: number;
  /** The number of its titles with live holds. */
  readonly titlesWithHolds: number;
}

/** Undefined if there is no such library. */
export const findLibraryRules = statement<LibraryRules>(
  'policy-trials-library',
  `SELECT name, pickup_hours AS "pickupHours", missed_pickup AS "missedPickup", hold_limit AS "holdLimit",
     (SELECT count(*)::int FROM title_queue WHERE website_id = $1 AND live_holds > 0) AS "titlesWithHolds"
   FROM library WHERE website_id = $1`,
).first((websiteId: number) => [websiteId]);

export interface WantedTitle extends IdentifiedTitle {
  readonly title: string;
  readonly liveHolds: number;
}

const COLUMNS = `q.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.title, q.live_holds AS "liveHolds"`;

/** The titles with most live holds. */
export const findMostWanted = statement<WantedTitle>(
  'policy-trials-most-wanted',
  `SELECT ${COLUMNS} FROM title_queue q JOIN title t USING (reserve_id)
   WHERE q.website_id = $1 AND q.live_holds > 0 ORDER BY q.live_holds DESC, q.reserve_id LIMIT $2`,
).all((websiteId: number, limit: number) => [websiteId, limit]);

const FIND_TITLE = byTitleId<WantedTitle>(
  'policy-trials-title',
  (column) =>
    `SELECT ${COLUMNS} FROM title t JOIN title_queue q USING (reserve_id) WHERE q.website_id = $1 AND t.${column} = $2`,
);

/** At most one. */
export function findTitle(connection: Connection, websiteId: number, title: TitleId): Promise<WantedTitle[]> {
  return runByTitleId(connection, FIND_TITLE, [websiteId], title);
}

export interface PlacementsRow {
  readonly reserveId: string;
  readonly titleAge: number;
  /** Null: no live hold was placed in the last weeks. */
  readonly placedTicket: number | null;
  readonly placedAge: number | null;
  /** Null: no hold was given a copy in the last weeks. */
  readonly assignedTicket: number | null;
  readonly assignedAge: number | null;
}

const hoursSince = (moment: string): string =>
  `ceil(extract(epoch FROM (SELECT service_now()) - ${moment}) / 3600)::int`;
const isRecent = (moment: string): string =>
  `${moment} > (SELECT service_now()) - interval '${DEMAND_WEEKS} weeks' AND ${moment} <= (SELECT service_now())`;

/** Counts from which the rate of new holds of each title follows. */
const FIND_PLACEMENTS = statement<PlacementsRow>(
  'policy-trials-placements',
  `SELECT q.reserve_id AS "reserveId", ${hoursSince('q.added_at')} AS "titleAge",
     (SELECT max(h.ticket) FROM hold h WHERE h.website_id = $1 AND h.reserve_id = q.reserve_id
        AND h.placed_at BETWEEN placed.at AND placed.at + interval '1 hour') AS "placedTicket",
     ${hoursSince('placed.at')} AS "placedAge",
     assigned.ticket AS "assignedTicket", assigned.age AS "assignedAge"
   FROM title_queue q
   LEFT JOIN LATERAL (
     SELECT min(h.placed_at) AS at FROM hold h
     WHERE h.website_id = $1 AND h.reserve_id = q.reserve_id AND ${isRecent('h.placed_at')}) placed ON true
   LEFT JOIN LATERAL (
     SELECT o.ticket, ${hoursSince('o.handed_over_at')} AS age FROM queue_hand_over o
     WHERE o.website_id = $1 AND o.reserve_id = q.reserve_id AND ${isRecent('o.handed_over_at')}
     ORDER BY o.handed_over_at, o.ticket DESC LIMIT 1) assigned ON true
   WHERE q.website_id = $1 AND q.reserve_id = ANY ($2::uuid[])`,
);

export type FoundPlacements = Omit<Placements, 'nextTicket'>;

/** By `reserveId`. */
export async function findPlacements(
  connection: Connection,
  websiteId: number,
  reserveIds: readonly string[],
): Promise<ReadonlyMap<string, FoundPlacements>> {
  const rows = await connection.run(FIND_PLACEMENTS, [websiteId, reserveIds]);
  const markOf = (ticket: number | null, age: number | null): CountedFrom | undefined =>
    ticket === null || age === null ? undefined : { ticket, age };
  return new Map(
    rows.map((row) => [
      row.reserveId,
      {
        titleAge: row.titleAge,
        placed: markOf(row.placedTicket, row.placedAge),
        assigned: markOf(row.assignedTicket, row.assignedAge),
      },
    ]),
  );
}

/** The number of patrons for each number of live holds. */
export const countPatronsWithHolds = statement<PatronsWithHolds>(
  'policy-trials-patrons-with-holds',
  `SELECT held.holds, ${HAS_LIBRARYS_HOLD_LIMIT} AS "haveLibrarysLimit", count(*)::int AS patrons
   FROM (SELECT patron_id, count(*)::int AS holds FROM hold WHERE website_id = $1 GROUP BY patron_id) held
   JOIN patron p ON p.website_id = $1 AND p.patron_id = held.patron_id
   JOIN patron_category pc ON pc.website_id = $1 AND pc.category = p.category
   GROUP BY 1, 2 ORDER BY 1, 2`,
).all((websiteId: number) => [websiteId]);

/** Licences that end, with one currency. */
export interface RenewedLicences {
  readonly licences: number;
  /** Of them together; null: none is known, and there is no currency. */
  readonly price: number | null;
  readonly currency: string | null;
}

/** The running licences of these titles that end within so many days, by their currency; those without a price come last. */
export const findRenewedLicences = statement<RenewedLicences>(
  'policy-trials-renewed-licences',
  `SELECT count(*)::int AS licences, sum(n.price)::float8 AS price, n.currency FROM (
     SELECT price, CASE WHEN price IS NOT NULL THEN currency END AS currency FROM licence
     WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[]) AND is_counted
       AND ends_at < (SELECT service_now()) + make_interval(days => $3)) n
   GROUP BY n.currency, n.price IS NULL ORDER BY n.price IS NULL, n.currency`,
).all((websiteId: number, reserveIds: readonly string[], days: number) => [websiteId, reserveIds, days]);

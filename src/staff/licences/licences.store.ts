import { LOANS_LEFT } from '../../circulation/licences/licence-columns.store.js';
import type { FormatClass } from '../../domain/lending-period.js';
import type { NewHoldOffer } from '../../domain/waits/stored-offer.js';
import { statement } from '../../platform/database/statement.js';
import { JOIN_NEW_HOLD, NEW_HOLD_OFFER } from '../../platform/database/stored-waits.store.js';

export interface EndingLicenceRow extends NewHoldOffer {
  readonly licenceId: string;
  readonly collectionId: string;
  readonly reserveId: string;
  readonly title: string;
  readonly identifiers: readonly string[];
  readonly creators: readonly { readonly name: string }[];
  readonly formatClass: FormatClass;
  readonly name: string | null;
  readonly model: string | null;
  readonly endsAt: Date | null;
  /** The licence that follows it, and ends last; null: none does. */
  readonly followedBy: string | null;
  /** The end of that one; null: it has none. */
  readonly followedUntil: Date | null;
  readonly loansLeft: number | null;
  readonly onLoan: number;
  readonly lent: number;
  readonly numberOfHolds: number;
  readonly copiesOwned: number;
  /** The hours that a new hold would be likely to wait if all licences of the title were renewed; null: not known yet. */
  readonly renewedHours: number | null;
  /** For how many weeks the service counts its loans, at least one; null: not known. */
  readonly weeks: number | null;
  readonly price: number | null;
  readonly currency: string | null;
}

/** A licence that begins so many days before another one ends, or later, and goes on after it, follows that one. */
const FOLLOWER_DAYS_AHEAD = 90;

/** The running licences of a library that end within so many days, or have at most so many loans left. */
export const findEndingLicences = statement<EndingLicenceRow>(
  'licences-ending',
  `SELECT n.licence_id AS "licenceId", n.collection_id AS "collectionId", n.reserve_id AS "reserveId", t.title, t.identifiers, t.creators, t.format_class AS "formatClass",
     next.licence_id AS "followedBy", next.ends_at AS "followedUntil", n.name, n.model, n.ends_at AS "endsAt", ${LOANS_LEFT} AS "loansLeft",
     n.on_loan AS "onLoan", n.lent, q.live_holds AS "numberOfHolds",
     (SELECT COALESCE(sum(c.owned), 0)::int FROM copies c WHERE c.website_id = $1 AND c.reserve_id = n.reserve_id) AS "copiesOwned",
     n.price::float8 AS price, n.currency, q.renewed_hours AS "renewedHours", ${NEW_HOLD_OFFER},
     CASE WHEN n.added_at IS NOT NULL
       THEN GREATEST(1, extract(epoch FROM (SELECT service_now()) - GREATEST(n.added_at, n.starts_at)) / 604800)::float8 END AS weeks
   FROM licence n
   JOIN title_queue q ON q.website_id = $1 AND q.reserve_id = n.reserve_id ${JOIN_NEW_HOLD}
   JOIN title t ON t.reserve_id = n.reserve_id
   LEFT JOIN LATERAL (
     SELECT m.licence_id, m.ends_at FROM licence m
     WHERE m.website_id = $1 AND m.reserve_id = n.reserve_id AND m.collection_id = n.collection_id AND m.holdable = n.holdable
       AND COALESCE(m.ends_at > n.ends_at, true) AND COALESCE(m.starts_at, m.added_at) > n.ends_at - interval '${FOLLOWER_DAYS_AHEAD} days'
     ORDER BY m.ends_at DESC NULLS FIRST, m.licence_id LIMIT 1) next ON true
   WHERE n.website_id = $1 AND n.is_counted
     AND (n.ends_at < (SELECT service_now()) + make_interval(days => $2) OR ${LOANS_LEFT} <= $3)
   ORDER BY n.ends_at NULLS LAST, ${LOANS_LEFT} NULLS LAST, n.collection_id, n.licence_id LIMIT $4`,
).all((websiteId: number, withinDays: number, loansLeft: number, most: number) => [
  websiteId,
  withinDays,
  loansLeft,
  most,
]);

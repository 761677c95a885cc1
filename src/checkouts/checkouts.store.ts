import { CHECKOUT_LIMIT } from '../circulation/hold-row.store.js';
import { LUCKY_FREE } from '../circulation/licences/licence-columns.store.js';
import { chooseLicence } from '../circulation/licences/licences.store.js';
import { markLostCopies } from '../circulation/lost-copies.store.js';
import type { Queue } from '../circulation/queue.service.js';
import { writeLicenceEvents, writePatronAndTitle } from '../events/outbox.store.js';
import { byTitleId, runByTitleId } from '../circulation/title-statements.store.js';
import type { FormatDetails } from '../domain/titles/format.js';
import type { FormatClass, LendingPeriods } from '../domain/lending-period.js';
import type { PatronKey } from '../domain/patron.js';
import type { CopyToLend, UsableCopies } from '../domain/checkout.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { forgetWatchNewsOf } from '../notifications/sending/sent-notice.store.js';
import { type Connection, lookup, statement } from '../platform/database/statement.js';

/** A title that a patron has on loan. */
export interface BorrowedTitle {
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly checkedOutAt: Date;
  readonly expiresAt: Date;
  /** The format that is locked in, if any. */
  readonly formatType: string | null;
  /** The formats of the title. */
  readonly formats: readonly string[];
  readonly formatDetails: readonly FormatDetails[];
  /** The patron's own token, for links into the catalog. */
  readonly collectionToken: string;
}

/** A loan that is over counts as returned, even if no timer has recorded it yet. */
const BORROWED_TITLES = `
  SELECT c.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", c.checked_out_at AS "checkedOutAt",
    c.expires_at AS "expiresAt", c.format_type AS "formatType", t.formats, t.format_details AS "formatDetails",
    pc.collection_token AS "collectionToken"
  FROM checkout c
  JOIN title t USING (reserve_id)
  JOIN patron p USING (website_id, patron_id)
  JOIN patron_category pc USING (website_id, category)
  WHERE c.website_id = $1 AND c.patron_id = $2 AND c.expires_at > (SELECT service_now())`;

/** All of a patron's loans, newest first. */
export const listCheckouts = lookup<BorrowedTitle>(
  'checkouts-list',
  `${BORROWED_TITLES} ORDER BY c.checked_out_at DESC, c.reserve_id`,
).all((patron: PatronKey) => [patron.websiteId, patron.patronId]);
const FIND = byTitleId<BorrowedTitle>(
  'checkouts-find',
  (column) => `${BORROWED_TITLES} AND t.${column} = $3`,
  lookup,
);

export async function findCheckout(
  connection: Connection,
  patron: PatronKey,
  title: TitleId,
): Promise<BorrowedTitle | undefined> {
  const values = [patron.websiteId, patron.patronId];
  const [found] = await runByTitleId(connection, FIND, values, title);
  return found;
}

/** The data that decides about a loan, except the patron's hold. */
export interface LoanRow {
  readonly alreadyCheckedOut: boolean;
  readonly inPatronsCollections: boolean;
  readonly checkouts: number;
  readonly checkoutLimit: number;
  readonly luckyLoans: number;
  readonly luckyLoanLimit: number | null;
  /** A Lucky Day loan lasts no longer. Null: as long as another. */
  readonly luckyDays: number | null;
  readonly freeCopies: UsableCopies[];
  /** Not every copy of the title is one that the library simply owns and sets aside. */
  readonly hasTerms: boolean;
  readonly category: string;
  readonly formatClass: FormatClass;
  readonly formats: string[];
  readonly formatDetails: FormatDetails[];
  readonly preferences: Partial<LendingPeriods>;
  readonly defaults: LendingPeriods;
  readonly overrides: Partial<LendingPeriods>;
}

/** Read under the queue's lock. Undefined: there is no such patron. */
export const readLoan = statement<LoanRow>(
  'checkouts-loan-facts',
  `SELECT EXISTS (SELECT FROM checkout c WHERE c.website_id = $1 AND c.patron_id = $2 AND c.reserve_id = $3)
       AS "alreadyCheckedOut",
     EXISTS (SELECT FROM copies c JOIN category_collection cc USING (website_id, collection_id)
             WHERE c.website_id = $1 AND c.reserve_id = $3 AND cc.category = p.category)
       AS "inPatronsCollections",
     (SELECT count(*)::int FROM checkout c
      WHERE c.website_id = $1 AND c.patron_id = $2 AND c.expires_at > (SELECT service_now())) AS checkouts,
     ${CHECKOUT_LIMIT} AS "checkoutLimit",
     (SELECT count(*)::int FROM checkout c WHERE c.website_id = $1 AND c.patron_id = $2 AND c.is_lucky
        AND c.expires_at > (SELECT service_now())) AS "luckyLoans",
     s.lucky_loans AS "luckyLoanLimit", s.lucky_days AS "luckyDays",
     COALESCE((SELECT json_agg(usable) FROM (
         SELECT c.collection_id AS "collectionId", GREATEST(c.owned - c.on_loan - c.set_aside, 0) AS free, ${LUCKY_FREE} AS lucky,
           ARRAY (SELECT other.category FROM category_collection other
                  WHERE other.website_id = $1 AND other.collection_id = c.collection_id) AS categories
         FROM copies c JOIN category_collection cc USING (website_id, collection_id)
         WHERE c.website_id = $1 AND c.reserve_id = $3 AND cc.category = p.category
           AND (c.owned > c.on_loan + c.set_aside OR ${LUCKY_FREE} > 0)) usable), '[]') AS "freeCopies",
     EXISTS (SELECT FROM licence n WHERE n.website_id = $1 AND n.reserve_id = $3)
       OR EXISTS (SELECT FROM copies c WHERE c.website_id = $1 AND c.reserve_id = $3 AND c.lucky_owned > 0) AS "hasTerms",
     p.category, t.format_class AS "formatClass", t.formats, t.format_details AS "formatDetails",
     p.lending_preferences AS preferences, l.lending_periods AS defaults, l.lending_overrides AS overrides
   FROM patron p
   JOIN patron_category pc USING (website_id, category)
   JOIN library l USING (website_id)
   LEFT JOIN library_settings s USING (website_id)
   CROSS JOIN title t
   WHERE p.website_id = $1 AND p.patron_id = $2 AND t.reserve_id = $3`,
).first((patron: PatronKey, queue: Queue) => [patron.websiteId, patron.patronId, queue.reserveId]);

/** Who has a title needs no word of when it can be had. */
const KNOW_PATRON = statement(
  'checkouts-know-patron',
  `WITH unwatched AS (DELETE FROM watch w WHERE w.website_id = $1 AND w.patron_id = $2 AND w.reserve_id = $3),
     untold AS (${forgetWatchNewsOf('$2', '$3')})
   UPDATE patron SET existing_patron = true WHERE website_id = $1 AND patron_id = $2 AND NOT existing_patron`,
);

const OPEN = statement(
  'checkouts-open',
  `INSERT INTO checkout (website_id, patron_id, reserve_id, collection_id, is_lucky, checked_out_at, expires_at, format_type)
   VALUES ($1, $2, $3, $4, $5, service_now(), service_now() + make_interval(days => $6), $7)`,
);

const OPEN_RUNNING = statement(
  'checkouts-open-running',
  `INSERT INTO checkout (website_id, patron_id, reserve_id, collection_id, is_lucky, checked_out_at, expires_at, format_type)
   VALUES ($1, $2, $3, $4, $5, COALESCE($6, service_now()), $7, $8)`,
);

/** A loan from elsewhere that is already running. */
export interface ImportedLoan {
  /** Null: unknown, and stored as now. */
  readonly checkedOutAt: Date | null;
  readonly expiresAt: Date;
}

export type NewCheckout = Pick<LoanRow, 'hasTerms'> & {
  readonly copy: CopyToLend;
  readonly formatType: string | undefined;
} & ({ readonly days: number } | ImportedLoan);

export async function openCheckout(
  connection: Connection,
  patron: PatronKey,
  queue: Queue,
  { copy, hasTerms, formatType, ...period }: NewCheckout,
): Promise<void> {
  const key = [patron.websiteId, patron.patronId];
  const loan = [...key, queue.reserveId, copy.collectionId, copy.isLucky];
  const isImported = !('days' in period);
  await Promise.all([
    connection.run(KNOW_PATRON, [...key, queue.reserveId]),
    isImported
      ? connection.run(OPEN_RUNNING, [...loan, period.checkedOutAt, period.expiresAt, formatType ?? null])
      : connection.run(OPEN, [...loan, period.days, formatType ?? null]),
    writePatronAndTitle(connection, 'loan.begun', patron, queue),
  ]);
  if (!hasTerms) return;
  const licence = await chooseLicence(connection, { ...queue, ...patron, ...copy, isImported });
  if (licence?.isSpent !== true) return;
  const { licenceId, isForHolds } = licence;
  const { collectionId } = copy;
  const { websiteId, reserveId } = queue;
  await writeLicenceEvents(connection, websiteId, [
    { type: 'licence.ended', reserveId, collectionId, licenceId },
  ]);
  if (isForHolds) await markLostCopies(connection, [{ ...queue, ...copy }]);
}

/**
 * Locks a format in. It needs no lock of the queue, which does not depend on formats: the loan's own row decides between two requests for
 * different formats.
 * @returns false when the loan is over, or another format is locked in
 */
export const lockFormat = statement(
  'checkouts-lock-format',
  `UPDATE checkout SET format_type = $4
   WHERE website_id = $1 AND patron_id = $2 AND reserve_id = $3 AND expires_at > (SELECT service_now())
     AND COALESCE(format_type, $4) = $4
   RETURNING 1 AS one`,
).any((patron: PatronKey, { reserveId }: Pick<BorrowedTitle, 'reserveId'>, formatType: string) => [
  patron.websiteId,
  patron.patronId,
  reserveId,
  formatType,
]);

import { somethingDue } from '../../circulation/due/due.store.js';
import {
  HOLD_COLUMNS,
  holdFrom,
  type HoldContext,
  type HoldRow,
  type OuterJoined,
  presentHold,
  RULE_COLUMNS,
} from '../../circulation/hold-row.store.js';
import { LUCKY_FREE } from '../../circulation/licences/licence-columns.store.js';
import { expectedOffer } from '../../platform/database/stored-waits.store.js';
import { type StoredOffer, expectedOfferFrom } from '../../domain/waits/stored-offer.js';
import { type EstimatedWait, waitUntil } from '../../domain/waits/estimated-wait.js';
import { type Hold, holdAt } from '../../domain/holds/hold.js';
import type { RenewalFacts } from '../../domain/holds/placement.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { type Connection, lookup } from '../../platform/database/statement.js';
import type { OpenCollections } from '../collections/collections.store.js';
import type { FormatDetails } from '../../domain/titles/format.js';
import { identifiersOf } from './named-titles.js';
import { heldOrLent, withOwnTitles } from './own-titles.store.js';
import { FACTS, named, type TitleFacts } from './title-facts.store.js';

/** A title of the collections that a request is about: its record and its availability. */
export interface CatalogTitle extends TitleFacts, RenewalFacts {
  /** The formats of which more is known than the id. */
  readonly formatDetails: readonly FormatDetails[];
  /** The collections that have the title; none only for a title that the patron holds or has on loan. */
  readonly copies: readonly CollectionCopies[];
  /** The live holds of the title's queue. */
  readonly numberOfHolds: number;
  /** The library no longer has it, but some copies are on loan. */
  readonly isWithdrawn: boolean;
  /** When the library gets its first copies, if it has none: as a licence begins, else as the title is published. */
  readonly releasedAt: Date | null;
  /** This patron's hold, as it is now. */
  readonly hold: Hold | undefined;
}

export interface CollectionCopies {
  readonly collectionId: string;
  readonly owned: number;
  /** A licence lends to as many patrons as like, as often as they like. */
  readonly isUnlimited: boolean;
  /** Copies that are neither on loan nor set aside. */
  readonly free: number;
  /** Lucky Day copies, which are lent to whoever finds them, and how many of them are free. The others leave them out. */
  readonly luckyOwned: number;
  readonly luckyFree: number;
  /** The live holds whose patrons may use this collection. */
  readonly numberOfHolds: number;
}

/** A title, and whether something is due in its queue. */
export interface CheckedTitle extends CatalogTitle {
  /** A suspension, a pickup or a loan of this title is over, and no process has acted on it yet. */
  readonly isSomethingDue: boolean;
  /** The wait of a hold that the patron places now. Undefined: the queue is unknown, or a client asks. */
  readonly waitOfNewHold: EstimatedWait | undefined;
}

type TitleRow<Title> = Omit<Title, 'hold' | 'waitOfNewHold'> & OuterJoined<HoldRow> & HoldContext;
type CheckedRow = TitleRow<CheckedTitle> & StoredOffer;

const RELEASED_AT = `COALESCE(
      (SELECT min(n.starts_at) FROM licence n
       WHERE n.website_id = $1 AND n.reserve_id = t.reserve_id AND n.collection_id = ANY ($3::text[]) AND n.starts_at > clock.now),
      (SELECT published.at FROM (SELECT t.publish_date::timestamp AT TIME ZONE 'UTC' AS at) published WHERE published.at > clock.now))`;

/**
 * One statement, and so one snapshot: the counts of an answer and its actions are of the same moment. When a client asks, no patron has the
 * number $2.
 */
const find = (moreColumns: string, isShown = 'collection_copies.copies IS NOT NULL'): string => `
  SELECT ${FACTS}, t.format_details AS "formatDetails", COALESCE(collection_copies.copies, '[]') AS copies, COALESCE(collection_copies.is_owned, false) AS "isOwned",
    COALESCE(collection_copies.is_withdrawn, true) AS "isWithdrawn", q.live_holds AS "numberOfHolds",
    CASE WHEN NOT COALESCE(collection_copies.is_owned, false) THEN ${RELEASED_AT} END AS "releasedAt",
    (SELECT lent.expires_at FROM checkout lent
     WHERE lent.website_id = $1 AND lent.patron_id = $2 AND lent.reserve_id = t.reserve_id
       AND lent.expires_at > clock.now) AS "borrowedUntil", l.renewal_days AS "renewalDays",
    clock.now, ${RULE_COLUMNS}, ${HOLD_COLUMNS}${moreColumns}
  FROM title t
  JOIN title_queue q ON q.website_id = $1 AND q.reserve_id = t.reserve_id
  JOIN library l ON l.website_id = $1
  CROSS JOIN (SELECT service_now() AS now) clock
  CROSS JOIN LATERAL (
    SELECT bool_or(c.owned + c.lucky_owned > 0) AS is_owned, bool_and(c.withdrawn AND c.owned = 0) AS is_withdrawn, json_agg(json_build_object(
        'collectionId', c.collection_id, 'owned', c.owned, 'isUnlimited', c.is_unlimited,
        'free', GREATEST(c.owned - c.on_loan - c.set_aside, 0), 'luckyOwned', c.lucky_owned, 'luckyFree', ${LUCKY_FREE},
        'numberOfHolds', (
          SELECT COALESCE(sum(qc.live_holds), 0) FROM queue_category qc
          JOIN category_collection cc USING (website_id, category)
          WHERE qc.website_id = $1 AND qc.reserve_id = t.reserve_id AND cc.collection_id = c.collection_id))
      ORDER BY c.collection_id COLLATE "C") AS copies
    FROM copies c
    WHERE c.website_id = $1 AND c.reserve_id = t.reserve_id AND c.collection_id = ANY ($3::text[])) collection_copies
  LEFT JOIN hold h ON h.website_id = $1 AND h.patron_id = $2 AND h.reserve_id = t.reserve_id
  WHERE ${named('$4', '$5')} AND ${isShown}`;

const FIND = lookup<TitleRow<CatalogTitle>>('catalog-titles', find(''));
const PATRONS_CATEGORY = '(SELECT p.category FROM patron p WHERE p.website_id = $1 AND p.patron_id = $2)';
const CHECKED = `, ${somethingDue('$1', 't.reserve_id')} AS "isSomethingDue", ${expectedOffer(PATRONS_CATEGORY, 'q.next_ticket')}`;
const FIND_CHECKED = lookup<CheckedRow>('catalog-titles-checked', find(CHECKED));
const FIND_OWN = lookup<CheckedRow>('catalog-titles-own', find(CHECKED, heldOrLent('$1', '$2')));

/** The titles that are in the collections, in no particular order, each once. */
export async function findTitles(
  connection: Connection,
  collections: OpenCollections,
  titles: readonly TitleId[],
): Promise<CatalogTitle[]> {
  // Such as an empty page.
  if (titles.length === 0) return [];
  const rows = await connection.run(FIND, valuesOf(collections, titles));
  return rows.map((row) => ({ ...row, hold: ownHold(row) }));
}

/** The same, including titles that the patron holds or has on loan, and whether something is due. */
export async function findCheckedTitles(
  connection: Connection,
  collections: OpenCollections,
  titles: readonly TitleId[],
): Promise<CheckedTitle[]> {
  const rows = await withOwnTitles(collections, titles, (isOwn, wanted) =>
    connection.run(isOwn ? FIND_OWN : FIND_CHECKED, valuesOf(collections, wanted)),
  );
  return rows.map((row) => ({ ...row, hold: ownHold(row), waitOfNewHold: waitOf(row) }));
}

function waitOf(row: CheckedRow): EstimatedWait | undefined {
  const expected = expectedOfferFrom(row);
  return expected && waitUntil(expected, row.now);
}

/** No patron has this number. With null it would not be a search in one library (cluster.store.ts). */
export const NO_PATRON = -1;

function valuesOf(
  { websiteId, patron, collectionIds }: OpenCollections,
  titles: readonly TitleId[],
): unknown[] {
  return [websiteId, patron?.patronId ?? NO_PATRON, collectionIds, ...identifiersOf(titles)];
}

/** Undefined when time alone has ended the hold and no timer has recorded it yet. */
function ownHold(row: OuterJoined<HoldRow> & HoldContext): Hold | undefined {
  const hold = presentHold(row);
  return hold && holdAt(row.now, holdFrom(hold), row);
}

import {
  HOLD_COLUMNS,
  type HoldContext,
  type HoldRow,
  RULE_COLUMNS,
} from '../../circulation/hold-row.store.js';
import { placeInQueue } from '../../circulation/place.store.js';
import { getsTexts } from '../../notifications/texts/notice-channels.store.js';
import { statement } from '../../platform/database/statement.js';

/** What has become of the notice of a pickup. */
export interface PickupNotice {
  readonly emailAddress: string | null;
  readonly isNoticeSent: boolean;
  /** The patron gets text messages. */
  readonly getsTexts: boolean;
  /** With which the mail server or the gateway of text messages refused it; null if neither did. */
  readonly smtpCode: number | null;
}

/** A hold of the queue. Of the patron it tells only the category. */
export type QueuedPatronRow = HoldRow &
  HoldContext &
  PickupNotice & {
    readonly category: string;
    readonly place: number;
    /** Staff have put it there. */
    readonly isMoved: boolean;
  };

/** SQL for whether the patron of a hold `h` was sent the notice of the present pickup. */
export const IS_NOTICE_SENT =
  'h.notice_sent_for IS NOT DISTINCT FROM h.expires_at AND h.expires_at IS NOT NULL';

/** SQL for the columns of a `PickupNotice` of a hold `h` of the library $1, but for the address. */
export const PICKUP_NOTICE_COLUMNS = `${IS_NOTICE_SENT} AS "isNoticeSent", ${getsTexts('$1', 'h.patron_id')} AS "getsTexts",
     (SELECT max(f.smtp_code) FROM notice_failure f
      WHERE f.website_id = $1 AND f.reserve_id = h.reserve_id AND f.ticket = h.ticket AND f.expires_at = h.expires_at)
       AS "smtpCode"`;

/** SQL for the column `isMoved` of a hold `h`. */
export const IS_MOVED = 'h.in_line_since IS NOT NULL AS "isMoved"';

/** SQL for the holds on one side of a ticket. */
const holdsBeside = (side: '>' | '<'): string => `
   SELECT ${HOLD_COLUMNS}, h.category, clock.now, ${RULE_COLUMNS}, ${placeInQueue('$1')} AS place, ${IS_MOVED},
     ${PICKUP_NOTICE_COLUMNS}
   FROM hold h JOIN library l USING (website_id) CROSS JOIN (SELECT service_now() AS now) clock
   WHERE h.website_id = $1 AND h.reserve_id = $2 AND h.ticket ${side} $3
   ORDER BY h.ticket ${side === '>' ? 'ASC' : 'DESC'} LIMIT $4`;

const values = (websiteId: number, reserveId: string, ticket: number, limit: number): unknown[] => [
  websiteId,
  reserveId,
  ticket,
  limit,
];

/** The holds behind a ticket, in their order. */
export const findHoldsBehind = statement<QueuedPatronRow>('console-queue-line', holdsBeside('>')).all(values);

/** The holds before a ticket, the nearest first. */
export const findHoldsBefore = statement<QueuedPatronRow>('console-queue-line-before', holdsBeside('<')).all(
  values,
);

/** A collection, and the copies of a title in it. */
export interface CollectionStock {
  readonly collectionId: string;
  readonly name: string;
  readonly owned: number;
  readonly onLoan: number;
  readonly setAside: number;
  /** Lucky Day copies, which the others leave out. */
  readonly luckyOwned: number;
  readonly luckyOnLoan: number;
  /** Of all of them, those that are of no licence: their number can be set. */
  readonly unlicensed: number;
  /** The categories whose patrons may use it. */
  readonly categories: readonly string[];
}

/** All collections of the library, those that have the title first. */
export const findStock = statement<CollectionStock>(
  'console-queue-stock',
  `SELECT n.collection_id AS "collectionId", n.name, COALESCE(c.owned, 0) AS owned, COALESCE(c.on_loan, 0) AS "onLoan",
     COALESCE(c.set_aside, 0) AS "setAside", COALESCE(c.lucky_owned, 0) AS "luckyOwned", COALESCE(c.lucky_on_loan, 0) AS "luckyOnLoan",
     COALESCE(c.owned - c.licensed + c.lucky_owned - c.lucky_licensed, 0) AS unlicensed,
     ARRAY(SELECT cc.category FROM category_collection cc
           WHERE cc.website_id = $1 AND cc.collection_id = n.collection_id ORDER BY cc.category) AS categories
   FROM collection n
   LEFT JOIN copies c ON c.website_id = $1 AND c.reserve_id = $2 AND c.collection_id = n.collection_id
   WHERE n.website_id = $1 ORDER BY (c.owned IS NULL), n.name, n.collection_id`,
).all((websiteId: number, reserveId: string) => [websiteId, reserveId]);

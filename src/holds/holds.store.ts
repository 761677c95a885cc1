import { COUNTED_HOLDS, IS_ALTERNATIVE } from '../circulation/alternatives/alternatives.store.js';
import { closureOfHolds } from '../circulation/calendar/calendar.js';
import type { Queue } from '../circulation/queue.service.js';
import {
  ENDED_BY_TIME,
  endedByTime,
  HOLD_COLUMNS,
  HOLD_LIMIT,
  holdFrom,
  type HoldContext,
  type HoldRow,
  RULE_COLUMNS,
} from '../circulation/hold-row.store.js';
import { NEW_UPDATED_AT, updatedAtAssignments } from '../circulation/updated-at.store.js';
import { somethingDue } from '../circulation/due/due.store.js';
import { holdEvent, traceWith } from '../circulation/hold-trace.store.js';
import { alternativeUntil, ROOM_AT } from '../circulation/pace/pace.store.js';
import { placeInQueue } from '../circulation/place.store.js';
import { expectedOffer, placementOffer } from '../platform/database/stored-waits.store.js';
import {
  type StoredOffer,
  expectedOfferFrom,
  type OfferAtPlacement,
  type EstimateAtPlacement,
} from '../domain/waits/stored-offer.js';
import { byTitleId, runByTitleId } from '../circulation/title-statements.store.js';
import { writePatronAndTitle, writePatronEvent } from '../events/outbox.store.js';
import { type Hold, holdAt, type NotNeeded, type PlaceInQueue } from '../domain/holds/hold.js';
import type { PatronKey } from '../domain/patron.js';
import type { PlacementFacts } from '../domain/holds/placement.js';
import { type EstimatedWait, waitOfHold } from '../domain/waits/estimated-wait.js';
import { BLOCK_BITS } from '../domain/holds/queue.js';
import { closureOf, type WantedSuspension } from '../domain/holds/suspension.js';
import type { Closure } from '../domain/library-calendar.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { forgetWatchNewsOf } from '../notifications/sending/sent-notice.store.js';
import { type Connection, lookup, statement } from '../platform/database/statement.js';

/** A patron's hold with all the data of an answer. */
export interface HeldTitle extends PlaceInQueue {
  readonly hold: Hold;
  readonly now: Date;
  readonly reserveId: string;
  readonly crossRefId: number;
  readonly formats: readonly string[];
  /** The patron's own token, for links into the catalog. */
  readonly collectionToken: string;
  /** How many of the patron's holds are ready at the same time, at most; null: no limit. */
  readonly readyAtMost: number | null;
  /** The reserveIds of the alternatives to the hold, the oldest first; null: it has none. */
  readonly alternatives: readonly string[] | null;
  /** The name of the closed days because of which the library has suspended the hold; undefined: it has not. */
  readonly closure: string | undefined;
  /** Undefined: the queue is unknown, or the hold does not wait. */
  readonly wait: EstimatedWait | undefined;
}

interface HeldTitleRow
  extends HoldRow, HoldContext, StoredOffer, Omit<HeldTitle, 'hold' | 'wait' | 'closure'> {
  /** The latest time at which other ready holds of the patron no longer hold this one back; null: now. */
  readonly roomAt: Date | null;
}

/** The limit of ready holds of the patron $2, always one row. OFFSET 0: it is looked up once, and not for each hold. */
const OWN_PACE = `
  SELECT k.ready_at_most, CASE WHEN k.ready_at_most IS NOT NULL THEN ${ROOM_AT} END AS room_at
  FROM (VALUES (1)) one (row) LEFT JOIN pace k ON k.website_id = $1 AND k.patron_id = $2 OFFSET 0`;

const ALTERNATIVES = `ARRAY (SELECT o.reserve_id FROM hold o WHERE ${IS_ALTERNATIVE} AND NOT ${endedByTime('o')} ORDER BY o.placed_at, o.reserve_id)`;

const heldTitles = (moreColumns = ''): string => `
  SELECT ${HOLD_COLUMNS}, clock.now, h.reserve_id AS "reserveId", t.cross_ref_id AS "crossRefId", t.formats,
    ${placeInQueue('$1')} AS place, q.live_holds AS "queueLength",
    pc.collection_token AS "collectionToken", ${RULE_COLUMNS}, ${expectedOffer('h.category', 'h.ticket', 'h.suspended_until IS NOT NULL OR own_pace.ready_at_most IS NOT NULL OR h.alternatives_id IS NOT NULL')},
    own_pace.ready_at_most AS "readyAtMost", GREATEST(own_pace.room_at, ${alternativeUntil('h')}) AS "roomAt",
    CASE WHEN h.alternatives_id IS NOT NULL THEN ${ALTERNATIVES} END AS alternatives${moreColumns}
  FROM hold h
  JOIN title t USING (reserve_id)
  JOIN title_queue q USING (website_id, reserve_id)
  JOIN library l USING (website_id)
  JOIN patron_category pc USING (website_id, category)
  CROSS JOIN (SELECT service_now() AS now) clock
  CROSS JOIN (${OWN_PACE}) own_pace
  WHERE h.website_id = $1 AND h.patron_id = $2`;

/** Other patrons' commands in its queue do not change a ready hold, which is 1 of 1. */
const CHECKED = heldTitles(`,
    CASE WHEN h.expires_at IS NULL THEN ${somethingDue('$1', 'h.reserve_id')}
      ELSE h.expires_at <= clock.now END AS "isSomethingDue"`);

const FIND_CHECKED = byTitleId<CheckedHeldRow>(
  'holds-find-checked',
  (column) => `${CHECKED} AND t.${column} = $3`,
  lookup,
);
const FIND = byTitleId<HeldTitleRow>(
  'holds-find',
  (column) => `${heldTitles()} AND t.${column} = $3`,
  lookup,
);

/** A hold as stored, and whether something in its queue is due before it is shown. */
export interface CheckedHeldRow extends HeldTitleRow {
  readonly isSomethingDue: boolean;
}

/** All of a patron's holds, newest placed first: one statement, and so one snapshot. */
export const listHeldRows = lookup<CheckedHeldRow>(
  'holds-list',
  `${CHECKED} ORDER BY h.placed_at DESC, h.reserve_id`,
).all((patron: PatronKey) => [patron.websiteId, patron.patronId]);

/** None or one. */
export function findHeldRows(
  connection: Connection,
  patron: PatronKey,
  title: TitleId,
): Promise<CheckedHeldRow[]> {
  return runByTitleId(connection, FIND_CHECKED, [patron.websiteId, patron.patronId], title);
}

export async function listHolds(connection: Connection, patron: PatronKey): Promise<HeldTitle[]> {
  return heldTitlesFrom(connection, patron, await listHeldRows(connection, patron));
}

/** Leaves out holds that time alone has ended and no timer has recorded yet. */
export async function heldTitlesFrom(
  connection: Connection,
  { websiteId }: PatronKey,
  rows: readonly HeldTitleRow[],
): Promise<HeldTitle[]> {
  const closure = await closureOfHolds(connection, websiteId, rows);
  return rows.flatMap((row) => heldTitleFrom(row, closure));
}

export async function findHold(
  connection: Connection,
  patron: PatronKey,
  title: TitleId,
): Promise<HeldTitle | undefined> {
  const values = [patron.websiteId, patron.patronId];
  const rows = await runByTitleId(connection, FIND, values, title);
  return (await heldTitlesFrom(connection, patron, rows))[0];
}

/** Empty when time alone has ended the hold and no timer has recorded it yet. */
function heldTitleFrom(row: HeldTitleRow, closure: Closure | undefined): HeldTitle[] {
  const hold = holdAt(row.now, holdFrom(row), row);
  if (hold === undefined) return [];
  const expected = expectedOfferFrom(row);
  return [
    {
      ...row,
      hold,
      closure: closureOf(hold, closure),
      wait: expected && waitOfHold(hold, expected, row.now, row.roomAt),
    },
  ];
}

export interface PlacementRow extends PlacementFacts, OfferAtPlacement {
  readonly category: string;
  /** The ticket of the next hold in the queue; null if there is no such queue. */
  readonly nextTicket: number | null;
  /** The time of the last update that a change of the title writes now; null while the present one is recent. */
  readonly newUpdatedAt: Date | null;
  readonly somethingDue: boolean;
  /** A copy that this patron may use is free now. */
  readonly copyFree: boolean;
}

export interface NextPlacementRow extends PlacementRow {
  /** The blocks of the next ticket and the patron's category have counters in this queue. */
  readonly hasCounters: boolean;
}

/** SQL for a `PlacementRow`, of a patron and a title that these expressions name; no row when there is no such patron. */
export const placementFacts = (websiteId: string, patronId: string, reserveId: string): string => `
  SELECT p.category, ${HOLD_LIMIT} AS "holdLimit",
    -- Without those that time has ended and no timer has written down yet: the patron's list has them no more.
    (SELECT ${COUNTED_HOLDS} FROM hold h WHERE h.website_id = ${websiteId} AND h.patron_id = ${patronId}
       AND NOT ${ENDED_BY_TIME})
      AS "liveHolds",
    EXISTS (SELECT FROM hold h
            WHERE h.website_id = ${websiteId} AND h.patron_id = ${patronId} AND h.reserve_id = ${reserveId})
      AS "alreadyOnHold",
    (SELECT c.expires_at FROM checkout c
     WHERE c.website_id = ${websiteId} AND c.patron_id = ${patronId} AND c.reserve_id = ${reserveId})
      AS "borrowedUntil",
    l.renewal_days AS "renewalDays", (SELECT service_now()) AS now,
    ${somethingDue(websiteId, reserveId)} AS "somethingDue",
    ${placementOffer('p.category', 'q.next_ticket')}, q.next_ticket AS "nextTicket", ${NEW_UPDATED_AT} AS "newUpdatedAt",
    usable.copies > 0 AS "inPatronsCollections", usable.free > 0 AS "copyFree"
  FROM patron p
  JOIN patron_category pc USING (website_id, category)
  JOIN library l USING (website_id)
  LEFT JOIN title_queue q ON q.website_id = ${websiteId} AND q.reserve_id = ${reserveId}
  CROSS JOIN LATERAL (
    SELECT count(*) FILTER (WHERE NOT (c.withdrawn AND c.owned = 0)) AS copies, count(*) FILTER (WHERE c.owned > c.on_loan + c.set_aside) AS free
    FROM copies c JOIN category_collection cc USING (website_id, collection_id)
    WHERE c.website_id = ${websiteId} AND c.reserve_id = ${reserveId} AND cc.category = p.category) usable
  WHERE p.website_id = ${websiteId} AND p.patron_id = ${patronId}`;

const hasBlock = (level: number): string => `EXISTS (
  SELECT FROM queue_block b WHERE b.website_id = $1 AND b.reserve_id = $3 AND b.level = ${level}
    AND b.block = facts."nextTicket" >> ${level * BLOCK_BITS})`;
const HAS_CATEGORY = `EXISTS (
  SELECT FROM queue_category c WHERE c.website_id = $1 AND c.reserve_id = $3 AND c.category = facts.category)`;

/** The facts that decide about a placement; undefined when there is no such patron. Read them under the queue's lock. */
export const readPlacement = statement<NextPlacementRow>(
  'holds-placement-facts',
  `SELECT facts.*, ${hasBlock(1)} AND ${hasBlock(2)} AND ${HAS_CATEGORY} AS "hasCounters"
   FROM (${placementFacts('$1', '$2', '$3')}) facts`,
).first((patron: PatronKey, queue: Queue) => [patron.websiteId, patron.patronId, queue.reserveId]);

/** A hold takes the place of what the patron watched. */
const TAKE_TICKET = statement(
  'holds-take-ticket',
  `WITH remembered AS (
       UPDATE patron SET last_hold_email = COALESCE($5, last_hold_email), existing_patron = true
       WHERE website_id = $1 AND patron_id = $4
         AND (NOT existing_patron OR last_hold_email IS DISTINCT FROM COALESCE($5, last_hold_email))),
     counted_in_blocks AS (
       UPDATE queue_block b SET live_holds = b.live_holds + 1
       WHERE b.website_id = $1 AND b.reserve_id = $2
         AND b.level IN (1, 2) AND b.block = ANY (ARRAY[$6::int >> ${BLOCK_BITS}, $6::int >> ${2 * BLOCK_BITS}])
         AND b.block = $6::int >> (${BLOCK_BITS} * b.level)),
     counted_in_category AS (
       UPDATE queue_category c SET live_holds = c.live_holds + 1
       WHERE c.website_id = $1 AND c.reserve_id = $2 AND c.category = $7),
     unwatched AS (DELETE FROM watch w WHERE w.website_id = $1 AND w.patron_id = $4 AND w.reserve_id = $2),
     untold AS (${forgetWatchNewsOf('$4', '$2')})
   UPDATE title_queue q SET next_ticket = q.next_ticket + 1, live_holds = q.live_holds + 1,
     ${updatedAtAssignments('$3::timestamptz', 'q.live_holds + 1')}
   WHERE q.website_id = $1 AND q.reserve_id = $2`,
);

/** Existing counters have already counted the hold. */
const ADD_BLOCKS = statement(
  'holds-add-blocks',
  `INSERT INTO queue_block (website_id, reserve_id, level, block, live_holds)
   VALUES ($1, $2, 1, $3::int >> ${BLOCK_BITS}, 1), ($1, $2, 2, $3::int >> ${2 * BLOCK_BITS}, 1)
   ON CONFLICT (website_id, reserve_id, level, block) DO NOTHING`,
);

const ADD_CATEGORY = statement(
  'holds-add-category',
  `INSERT INTO queue_category (website_id, reserve_id, category, live_holds) VALUES ($1, $2, $3, 1)
   ON CONFLICT (website_id, reserve_id, category) DO NOTHING`,
);

const SUSPENDED_UNTIL = '(service_now() + make_interval(hours => 24 * $8::int))';
const PLACE = statement(
  'holds-place',
  `INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, email_address, placed_at, suspension_type,
     suspended_until, suspended_since, told_likely, told_latest, told_by_rules, not_needed_after,
     not_needed_from, trace)
   VALUES ($1, $2, $3, $4, $5, $6, service_now(), $7::text, ${SUSPENDED_UNTIL},
     CASE WHEN $7::text = 'indefinite' THEN service_now() END, $9, $10, $11::int[], $12::date, $13,
     CASE WHEN $7::text IS NULL THEN '[]'::jsonb
       ELSE jsonb_build_array(${holdEvent('suspended', { until: SUSPENDED_UNTIL })}) END)`,
);

export interface HoldToStore {
  /** The next ticket of the queue. */
  readonly ticket: number;
  /** The title's new time of update; null if it stays. */
  readonly newUpdatedAt: Date | null;
  /** Whether the ticket's blocks and the category have counters in this queue. */
  readonly hasCounters: boolean;
  /** The patron's. */
  readonly category: string;
  readonly estimate: EstimateAtPlacement;
  /** Null: the hold gets none. */
  readonly emailAddress: string | null;
  /** The address of the patron's last hold stays what it is. */
  readonly keepsLastAddress: boolean;
  /** The hold is placed suspended: no copy is set aside for it first. */
  readonly suspension: WantedSuspension | undefined;
  /** Null: the patron wants the title whenever it comes. */
  readonly notNeeded: NotNeeded | null;
}

/** Puts the patron at the end of the queue. The plain statements are sent together, and run on the library's node (cluster.store.ts). */
export async function placeHold(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  { reserveId }: Queue,
  {
    ticket,
    newUpdatedAt,
    hasCounters,
    category,
    estimate,
    emailAddress,
    keepsLastAddress,
    suspension,
    notNeeded,
  }: HoldToStore,
): Promise<void> {
  const days = suspension?.type === 'limited' ? suspension.numberOfDays : null;
  await Promise.all([
    connection.run(TAKE_TICKET, [
      websiteId,
      reserveId,
      newUpdatedAt,
      patronId,
      keepsLastAddress ? null : emailAddress,
      ticket,
      category,
    ]),
    ...(hasCounters
      ? []
      : [
          connection.run(ADD_BLOCKS, [websiteId, reserveId, ticket]),
          connection.run(ADD_CATEGORY, [websiteId, reserveId, category]),
        ]),
    connection.run(PLACE, [
      websiteId,
      reserveId,
      ticket,
      patronId,
      category,
      emailAddress,
      suspension?.type ?? null,
      days,
      estimate.likely,
      estimate.latest,
      estimate.rulesAtPlacement,
      notNeeded?.after ?? null,
      notNeeded?.from ?? null,
    ]),
    writePatronAndTitle(connection, 'hold.placed', { websiteId, patronId }, { reserveId }),
    ...(suspension === undefined
      ? []
      : [writePatronEvent(connection, 'hold.suspended', { websiteId, patronId })]),
  ]);
}

export const changeEmailAddress = statement(
  'holds-change-email',
  `WITH remembered AS (
     UPDATE patron SET last_hold_email = $4 WHERE website_id = $1 AND patron_id = $2)
   UPDATE hold h SET email_address = $4,
     trace = CASE WHEN h.email_address = $4 THEN h.trace ELSE ${traceWith(holdEvent('address-changed'))} END
   WHERE website_id = $1 AND patron_id = $2 AND reserve_id = $3`,
).execute((patron: PatronKey, queue: Queue, emailAddress: string) => [
  patron.websiteId,
  patron.patronId,
  queue.reserveId,
  emailAddress,
]);

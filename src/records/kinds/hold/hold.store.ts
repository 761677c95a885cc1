import { popularity } from '../../../circulation/updated-at.store.js';
import { holdEvent } from '../../../circulation/hold-trace.store.js';
import { inLineSince, NO_WAITS } from '../../../circulation/moved-holds.store.js';
import { BLOCK_BITS } from '../../../domain/holds/queue.js';
import type { Queue } from '../../../circulation/queue.service.js';
import type { SuspensionType } from '../../../domain/holds/suspension.js';
import { placementFacts, type PlacementRow } from '../../../holds/holds.store.js';
import { bulkStatement, type Connection } from '../../../platform/database/statement.js';
import { writePatronEvents, writeTitlesChanged } from '../../../events/outbox.store.js';
import {
  columnTable,
  inEachLibrary,
  readForEach,
  runForEach,
} from '../../../platform/database/by-library.js';
import type { HoldKey } from './hold.schema.js';
import { endWatchesOf } from '../../../watches/watches.store.js';

/** Holds of the library $1. */
const GIVEN = columnTable({
  reserveId: 'uuid',
  ticket: 'int',
  patronId: 'int',
  category: 'text',
  emailAddress: 'text',
  placedAt: 'timestamptz',
  suspensionType: 'text',
  suspendedUntil: 'timestamptz',
  notNeededAfter: 'date',
  notNeededFrom: 'timestamptz',
});

/** LIMIT forces an index lookup per line. Without it the planner could join all lines at once by scanning tables. */
const FACTS = bulkStatement<PlacementRow | NoSuchPatron>(`
  SELECT facts.* FROM ${GIVEN.sql}
  LEFT JOIN LATERAL (${placementFacts('$1', 'given.patron_id', 'given.reserve_id')} LIMIT 1) facts ON true
  ORDER BY given.line`);

type NoSuchPatron = { readonly [Column in keyof PlacementRow]: null };

/**
 * The facts that decide each placement, in the order of `holds`. Each ignores the other new holds; undefined if there is
 * no such patron. Call it while holding the locks of the patrons and the queues.
 */
export async function readPlacements(
  connection: Connection,
  holds: readonly HoldKey[],
): Promise<(PlacementRow | undefined)[]> {
  const rows = await readForEach(connection, FACTS, GIVEN, holds);
  return rows.map((row) => (row.holdLimit === null ? undefined : row));
}

/**
 * Does what `placeHold` does, for many holds of the library $1 in the order of their lines. Earlier estimates do not fit an imported queue,
 * so waits are not shown until a worker has computed them.
 */
const TAKE_TICKETS = bulkStatement(`
  UPDATE title_queue q SET next_ticket = GREATEST(q.next_ticket, more.highest + 1), live_holds = q.live_holds + more.number,
    changed_at = service_now(), popularity = ${popularity('q.live_holds + more.number', { reserveId: 'q.reserve_id' })},
    ${NO_WAITS}
  FROM (SELECT reserve_id, count(*)::int AS number, max(ticket) AS highest FROM ${GIVEN.sql} GROUP BY 1) more
  WHERE q.website_id = $1 AND q.reserve_id = more.reserve_id`);

const COUNT_IN_BLOCKS = bulkStatement(`
  INSERT INTO queue_block AS b (website_id, reserve_id, level, block, live_holds)
  SELECT $1::int, reserve_id, level, ticket >> (${BLOCK_BITS} * level), count(*)
  FROM ${GIVEN.sql}, (VALUES (1), (2)) AS levels (level)
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (website_id, reserve_id, level, block) DO UPDATE SET live_holds = b.live_holds + EXCLUDED.live_holds`);

const COUNT_IN_CATEGORIES = bulkStatement(`
  INSERT INTO queue_category AS c (website_id, reserve_id, category, live_holds)
  SELECT $1::int, reserve_id, category, count(*)
  FROM ${GIVEN.sql} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (website_id, reserve_id, category) DO UPDATE SET live_holds = c.live_holds + EXCLUDED.live_holds`);

const REMEMBER_PATRONS = bulkStatement(`
  UPDATE patron p SET last_hold_email = COALESCE(latest.email, p.last_hold_email), existing_patron = true
  FROM (SELECT patron_id, (array_agg(email_address ORDER BY line DESC) FILTER (WHERE email_address IS NOT NULL))[1] AS email
        FROM ${GIVEN.sql} GROUP BY 1) latest
  WHERE p.website_id = $1 AND p.patron_id = latest.patron_id
    AND (NOT p.existing_patron OR p.last_hold_email IS DISTINCT FROM COALESCE(latest.email, p.last_hold_email))`);

const PLACE = bulkStatement(`
  INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, email_address, placed_at,
    suspension_type, suspended_until, suspended_since, not_needed_after, not_needed_from, trace)
  SELECT $1::int, reserve_id, ticket, patron_id, category, email_address, COALESCE(placed_at, service_now()),
    suspension_type, suspended_until, CASE WHEN suspension_type = 'indefinite' THEN service_now() END,
    not_needed_after, not_needed_from,
    CASE WHEN suspension_type IS NULL THEN '[]'::jsonb
      ELSE jsonb_build_array(${holdEvent('suspended', { until: 'suspended_until' })}) END
  FROM ${GIVEN.sql} ORDER BY line`);

const END_WATCHES = endWatchesOf(GIVEN.sql).map((sql) => bulkStatement(sql));

export interface TicketedHold extends HoldKey {
  readonly ticket: number;
  /** The patron's category. */
  readonly category: string;
  readonly emailAddress: string | null;
  /** Null means now. */
  readonly placedAt: Date | null;
  readonly suspensionType: SuspensionType | null;
  readonly suspendedUntil: Date | null;
  /** Null: the patron wants the title whenever it comes. */
  readonly notNeededAfter: string | null;
  readonly notNeededFrom: Date | null;
}

/** Adds holds to their queues, each with its ticket. */
export async function placeHolds(connection: Connection, holds: readonly TicketedHold[]): Promise<void> {
  const steps = [TAKE_TICKETS, COUNT_IN_BLOCKS, COUNT_IN_CATEGORIES, REMEMBER_PATRONS, PLACE, ...END_WATCHES];
  await runForEach(connection, steps, GIVEN, holds);
  await inEachLibrary(holds, async (websiteId, own) => {
    const suspended = own.filter(({ suspensionType }) => suspensionType !== null);
    await writePatronEvents(connection, 'hold.placed', websiteId, patronIdsOf(own));
    await writePatronEvents(connection, 'hold.suspended', websiteId, patronIdsOf(suspended));
    await writeTitlesChanged(connection, websiteId, own);
  });
}

function patronIdsOf(holds: readonly HoldKey[]): number[] {
  return holds.map(({ patronId }) => patronId);
}

const STAND_BETWEEN = bulkStatement<Queue>(`
  SELECT $1::int AS "websiteId", given.reserve_id AS "reserveId"
  FROM (SELECT reserve_id, min(placed_at) AS placed_at FROM ${GIVEN.sql} GROUP BY 1) given
  CROSS JOIN LATERAL (
    SELECT ${inLineSince('h')} AS since FROM hold h WHERE h.website_id = $1 AND h.reserve_id = given.reserve_id
    ORDER BY h.ticket DESC LIMIT 1) last
  WHERE last.since > given.placed_at`);

/** Finds queues whose last hold was placed later than one of these holds, which therefore does not go to the end. */
export async function findQueuesToJoin(
  connection: Connection,
  holds: readonly Omit<TicketedHold, 'ticket'>[],
): Promise<Queue[]> {
  const queues: Queue[] = [];
  await inEachLibrary(holds, async (websiteId, own) => {
    const values = [websiteId, JSON.stringify(own, [...GIVEN.members])];
    queues.push(...(await connection.run(STAND_BETWEEN, values)));
  });
  return queues;
}

import type { PatronKey } from '../domain/patron.js';
import { BLOCK_BITS } from '../domain/queue.js';
import { placementFacts, type PlacementRow } from '../holds/holds.store.js';
import { type Connection, statement } from '../platform/database/statement.js';
import { bulkStatement } from './bulk-statement.js';
import type { HoldKey, HoldRecord } from './schemas/patron.schemas.js';

function keysOf(holds: readonly HoldKey[]): unknown[] {
  return [
    holds.map(({ websiteId }) => websiteId),
    holds.map(({ patronId }) => patronId),
    holds.map(({ reserveId }) => reserveId),
  ];
}

/** LIMIT forces an index lookup per line. Without it the planner could join all lines at once by scanning tables. */
const FACTS = bulkStatement(`
  SELECT facts.* FROM unnest($1::int[], $2::int[], $3::uuid[]) WITH ORDINALITY
    AS given (website_id, patron_id, reserve_id, line)
  LEFT JOIN LATERAL (
    ${placementFacts('given.website_id', 'given.patron_id', 'given.reserve_id')} LIMIT 1) facts ON true
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
  const rows = await connection.run<PlacementRow | NoSuchPatron>(FACTS, keysOf(holds));
  return rows.map((row) => (row.holdLimit === null ? undefined : row));
}

/** Does the same as `placeHold`, for many holds. */
const PLACE = bulkStatement(`
  WITH given AS MATERIALIZED (
      SELECT given.*, p.category,
        row_number() OVER (PARTITION BY given.website_id, given.reserve_id ORDER BY given.line)::int AS nth
      FROM unnest($1::int[], $2::int[], $3::uuid[], $4::text[]) WITH ORDINALITY
        AS given (website_id, patron_id, reserve_id, email_address, line)
      JOIN patron p USING (website_id, patron_id)),
    queue AS (
      UPDATE title_queue q SET next_ticket = q.next_ticket + more.number, live_holds = q.live_holds + more.number
      FROM (SELECT website_id, reserve_id, count(*)::int AS number FROM given GROUP BY 1, 2) more
      WHERE q.website_id = more.website_id AND q.reserve_id = more.reserve_id
      RETURNING q.website_id, q.reserve_id, q.next_ticket - more.number - 1 AS last_ticket),
    placed AS MATERIALIZED (
      SELECT given.*, queue.last_ticket + given.nth AS ticket FROM given JOIN queue USING (website_id, reserve_id)),
    counted AS (
      INSERT INTO queue_block AS b (website_id, reserve_id, level, block, live_holds)
      SELECT website_id, reserve_id, level, ticket >> (${BLOCK_BITS} * level), count(*)
      FROM placed, (VALUES (1), (2)) AS levels (level) GROUP BY 1, 2, 3, 4
      ON CONFLICT (website_id, reserve_id, level, block) DO UPDATE SET live_holds = b.live_holds + EXCLUDED.live_holds),
    counted_by_category AS (
      INSERT INTO queue_category AS c (website_id, reserve_id, category, live_holds)
      SELECT website_id, reserve_id, category, count(*) FROM placed GROUP BY 1, 2, 3
      ON CONFLICT (website_id, reserve_id, category) DO UPDATE SET live_holds = c.live_holds + EXCLUDED.live_holds),
    remembered AS (
      UPDATE patron p SET last_hold_email = COALESCE(latest.email, p.last_hold_email), existing_patron = true
      FROM (SELECT website_id, patron_id,
              (array_agg(email_address ORDER BY line DESC) FILTER (WHERE email_address IS NOT NULL))[1] AS email
            FROM placed GROUP BY 1, 2) latest
      WHERE p.website_id = latest.website_id AND p.patron_id = latest.patron_id
        AND (NOT p.existing_patron OR p.last_hold_email IS DISTINCT FROM COALESCE(latest.email, p.last_hold_email)))
  INSERT INTO hold (website_id, reserve_id, ticket, patron_id, category, email_address, placed_at)
  SELECT website_id, reserve_id, ticket, patron_id, category, email_address, service_now() FROM placed`);

/** Adds holds at the ends of their queues, in the order of `holds`. */
export async function placeHolds(connection: Connection, holds: readonly HoldRecord[]): Promise<void> {
  await connection.run(PLACE, [...keysOf(holds), holds.map(({ emailAddress }) => emailAddress)]);
}

export interface HoldReferences {
  readonly patronKnown: boolean;
  readonly titleKnown: boolean;
}

const REFERENCES = statement(
  'records-hold-references',
  `SELECT EXISTS (SELECT FROM patron WHERE website_id = $1 AND patron_id = $2) AS "patronKnown",
     EXISTS (SELECT FROM title WHERE reserve_id = $3) AS "titleKnown"`,
);

/** Which of the rows that a hold refers to exist. */
export async function readHoldReferences(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  reserveId: string,
): Promise<HoldReferences> {
  const [found] = await connection.run<HoldReferences>(REFERENCES, [websiteId, patronId, reserveId]);
  return found ?? { patronKnown: false, titleKnown: false };
}

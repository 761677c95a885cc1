import type { PatronKey } from '../../domain/patron.js';
import { lookup } from '../../platform/database/statement.js';

export interface LatestEvent extends PatronKey {
  /** Null: there was none in the last 30 days. */
  readonly eventId: string | null;
}

/**
 * Rows are compared as wholes, in the order of all three columns, so that only the index by patron fits: one step, however many events there
 * are.
 */
export const findLatestEvents = lookup<LatestEvent>(
  'changes-latest-events',
  `SELECT asked.website_id AS "websiteId", asked.patron_id AS "patronId", latest.event_id AS "eventId"
   FROM unnest($1::int[], $2::int[]) AS asked (website_id, patron_id)
   LEFT JOIN LATERAL (
     SELECT e.event_id FROM event e
     WHERE (e.website_id, e.patron_id) >= (asked.website_id, asked.patron_id)
       AND (e.website_id, e.patron_id) <= (asked.website_id, asked.patron_id) AND e.patron_id IS NOT NULL
     ORDER BY e.website_id DESC, e.patron_id DESC, e.position DESC LIMIT 1) latest ON true`,
).all((patrons: readonly PatronKey[]) => [
  patrons.map(({ websiteId }) => websiteId),
  patrons.map(({ patronId }) => patronId),
]);

import type { PatronKey } from '../domain/patron.js';
import { lookup } from '../platform/database/statement.js';

export interface LatestEvent extends PatronKey {
  /** Null: nothing is known of the last 30 days. */
  readonly eventId: string | null;
}

/** An aggregate, so that each patron's few events are found by their index, and not by a walk through all events from the last. */
export const findLatestEvents = lookup<LatestEvent>(
  'changes-latest-events',
  `SELECT asked.website_id AS "websiteId", asked.patron_id AS "patronId", latest.event_id AS "eventId"
   FROM unnest($1::int[], $2::int[]) AS asked (website_id, patron_id)
   CROSS JOIN LATERAL (
     SELECT (array_agg(e.event_id ORDER BY e.position DESC))[1] AS event_id FROM event e
     WHERE e.website_id = asked.website_id AND e.patron_id = asked.patron_id AND e.stream = 'patrons') latest`,
).all((patrons: readonly PatronKey[]) => [
  patrons.map(({ websiteId }) => websiteId),
  patrons.map(({ patronId }) => patronId),
]);

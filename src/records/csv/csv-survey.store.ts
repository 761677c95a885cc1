import { bulkStatement } from '../../platform/database/statement.js';

/** The number of patrons in a library or a list, and how many of them are blocked or expired. */
export interface Standings {
  readonly patrons: number;
  readonly blocked: number;
  readonly expired: number;
}

export const findStandings = bulkStatement<Standings>(`
  SELECT count(*)::int AS patrons, (count(*) FILTER (WHERE blocked_reason IS NOT NULL))::int AS blocked,
    (count(*) FILTER (WHERE expires_on < $2::date))::int AS expired
  FROM patron WHERE website_id = $1`).one((websiteId: number, today: string) => [websiteId, today]);

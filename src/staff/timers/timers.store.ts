import { statement } from '../../platform/database/statement.js';

export interface HourOfTimers {
  /** The start of the hour. */
  readonly from: Date;
  /** With those whose hold ends too, because they have lasted for too long. */
  readonly suspensions: number;
  readonly pickups: number;
  readonly loans: number;
}

/** What ends in each of the next hours; hours in which nothing ends are missing. Includes what is overdue. */
export const forecastTimers = statement<HourOfTimers>(
  'operator-timers',
  `SELECT date_trunc('hour', ends_at) AS "from", count(*) FILTER (WHERE kind = 'suspension')::int AS suspensions,
     count(*) FILTER (WHERE kind = 'pickup')::int AS pickups, count(*) FILTER (WHERE kind = 'loan')::int AS loans
   FROM (
     SELECT CASE WHEN suspended_until IS NOT NULL THEN 'suspension' ELSE 'pickup' END AS kind,
       COALESCE(suspended_until, expires_at) AS ends_at
     FROM hold WHERE website_id = $1
       AND COALESCE(suspended_until, expires_at) <= (SELECT service_now()) + make_interval(hours => $2)
     UNION ALL
     SELECT 'suspension', suspension_ends_at FROM hold
     WHERE website_id = $1 AND suspension_ends_at <= (SELECT service_now()) + make_interval(hours => $2)
     UNION ALL
     SELECT 'loan', expires_at FROM checkout
     WHERE website_id = $1 AND expires_at <= (SELECT service_now()) + make_interval(hours => $2)) due
   GROUP BY 1 ORDER BY 1`,
).all((websiteId: number, hours: number) => [websiteId, hours]);

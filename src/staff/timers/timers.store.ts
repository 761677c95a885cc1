import { statement } from '../../platform/database/statement.js';
import type { TimerHourRecord } from './timers.representation.js';

type HourOfTimers = Omit<TimerHourRecord, 'from'> & { readonly from: Date };

/** Counts what ends in each of the next hours, overdue items included; hours without any are missing. */
export const forecastTimers = statement<HourOfTimers>(
  'operator-timers',
  `SELECT date_trunc('hour', ends_at) AS "from", count(*) FILTER (WHERE kind = 'suspension')::int AS suspensions,
     count(*) FILTER (WHERE kind = 'pickup')::int AS pickups,
     count(*) FILTER (WHERE kind = 'checkout')::int AS checkouts,
     count(*) FILTER (WHERE kind = 'last-day')::int AS "lastDays"
   FROM (
     SELECT CASE WHEN suspended_until IS NOT NULL THEN 'suspension' ELSE 'pickup' END AS kind,
       COALESCE(suspended_until, expires_at) AS ends_at
     FROM hold WHERE website_id = $1
       AND COALESCE(suspended_until, expires_at) <= (SELECT service_now()) + make_interval(hours => $2)
     UNION ALL
     SELECT 'suspension', suspension_ends_at FROM hold
     WHERE website_id = $1 AND suspension_ends_at <= (SELECT service_now()) + make_interval(hours => $2)
     UNION ALL
     SELECT 'last-day', not_needed_from FROM hold
     WHERE website_id = $1 AND expires_at IS NULL AND not_needed_from <= (SELECT service_now()) + make_interval(hours => $2)
     UNION ALL
     SELECT 'checkout', expires_at FROM checkout
     WHERE website_id = $1 AND expires_at <= (SELECT service_now()) + make_interval(hours => $2)) due
   GROUP BY 1 ORDER BY 1`,
).all((websiteId: number, hours: number) => [websiteId, hours]);

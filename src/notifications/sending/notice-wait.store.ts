import { NOTICE_TYPE_DEFINITIONS, NOTICE_TYPES } from '../notice-types/notice-types.js';

/** The hour of the daily mail, where a library has not chosen one. */
export const DEFAULT_DAILY_HOUR = 8;

const HOUR_OF_DAY = `make_interval(hours => COALESCE(s.notice_daily_hour, ${DEFAULT_DAILY_HOUR}))`;
const TIME_ZONE = `COALESCE(s.notice_time_zone, 'UTC')`;
/** The next daily mail of the library. */
const DAILY = `CASE WHEN COALESCE(p.daily_notices, s.notice_daily, false) THEN
  (date_trunc('day', service_now() AT TIME ZONE ${TIME_ZONE} - ${HOUR_OF_DAY}) + interval '1 day' + ${HOUR_OF_DAY}) AT TIME ZONE ${TIME_ZONE} END`;
/** One change of a calendar moves pickups of many queues, one after the other. */
export const PICKUP_LATER_MINUTES = 5;
const gathered = (noticeType: string): string =>
  `service_now() + make_interval(mins => NULLIF(GREATEST(s.notice_gather_minutes,
    CASE WHEN ${noticeType} = 'pickup-later' THEN ${PICKUP_LATER_MINUTES} END), 0))`;

const OF_THE_PAST = NOTICE_TYPES.filter((each) => NOTICE_TYPE_DEFINITIONS[each].isMomentPast)
  .map((each) => `'${each}'`)
  .join(', ');

/**
 * SQL for the time until which a notice waits for others to the same patron; null: it does not wait. It names `told.moment`; `p` is the patron and
 * `s` are the settings of the library. A notice about what is still to come waits for at most half of the time that is left.
 * @param noticeType SQL for its type
 */
export function waitUntil(noticeType: string): string {
  const inTime = (until: string): string =>
    `wait.${until} IS NOT NULL AND (${noticeType} IN (${OF_THE_PAST}) OR told.moment - wait.${until} >= wait.${until} - service_now())`;
  return `(SELECT CASE WHEN ${inTime('daily')} THEN wait.daily WHEN ${inTime('gathered')} THEN wait.gathered END
    FROM (SELECT ${DAILY} AS daily, ${gathered(noticeType)} AS gathered) wait)`;
}

/** SQL for the day in the time zone of the library $1. */
export const TODAY = `(service_now() AT TIME ZONE COALESCE(
      (SELECT s.notice_time_zone FROM library_settings s WHERE s.website_id = $1), 'UTC'))::date`;

/** SQL for the last day of a patron `p`: the library's, unless a whole list has ended it before. NULL: it does not end. */
export const LAST_DAY = `LEAST(p.expires_on, p.ended_by_list)`;

/** SQL for the `Standing` of a patron `p` of the library $1. Only of a patron with a last day is the library's time zone read. */
export const STANDING = `
  p.blocked_reason AS "blockedReason",
  CASE WHEN ${LAST_DAY} IS NULL THEN false
    ELSE ${LAST_DAY} < ${TODAY}
  END AS "isExpired"`;

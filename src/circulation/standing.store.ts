/** SQL for the time zone of the library $1. */
export const TIME_ZONE = `COALESCE((SELECT s.notice_time_zone FROM library_settings s WHERE s.website_id = $1), 'UTC')`;

/** SQL for the present day in the time zone of the library $1. */
export const TODAY = `(service_now() AT TIME ZONE ${TIME_ZONE})::date`;

/** SQL for the `Standing` of a patron `p` of the library $1. The library's time zone is read only for a patron with a last day. */
export const STANDING = `
  COALESCE(p.blocked_by_desk, p.blocked_reason) AS "blockedReason",
  CASE WHEN p.ended_by_list IS NOT NULL THEN true
    WHEN p.expires_on IS NULL THEN false
    ELSE p.expires_on < ${TODAY}
  END AS "isExpired"`;

const timeZoneOf = (websiteId: string): string =>
  `COALESCE((SELECT s.notice_time_zone FROM library_settings s WHERE s.website_id = ${websiteId}), 'UTC')`;
const todayIn = (websiteId: string): string => `(service_now() AT TIME ZONE ${timeZoneOf(websiteId)})::date`;

/** SQL for the time zone of the library $1. */
export const TIME_ZONE = timeZoneOf('$1');

/** SQL for the present day in the time zone of the library $1. */
export const TODAY = todayIn('$1');

const BLOCKED_REASON = 'COALESCE(p.blocked_by_desk, p.blocked_reason)';
/** The library's time zone is read only for a patron with a last day. */
const isExpired = (websiteId: string): string => `
  CASE WHEN p.ended_by_list IS NOT NULL THEN true
    WHEN p.expires_on IS NULL THEN false
    ELSE p.expires_on < ${todayIn(websiteId)}
  END`;

/** SQL for the `Standing` of a patron `p` of the library $1. */
export const STANDING = `${BLOCKED_REASON} AS "blockedReason", ${isExpired('$1')} AS "isExpired"`;

/** SQL for "the patron `p` of this library is neither blocked nor expired". */
export const isInGoodStanding = (websiteId: string): string =>
  `${BLOCKED_REASON} IS NULL AND NOT ${isExpired(websiteId)}`;

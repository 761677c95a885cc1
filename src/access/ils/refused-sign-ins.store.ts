import { groupSearch } from '../../platform/database/library-groups.js';
import { purgeOf } from '../../platform/database/purge.js';
import { statement } from '../../platform/database/statement.js';

/** Counts why patrons whom a library's own system knows could not sign in. It names nobody, and its times are full hours. */

/** A reason is forgotten so long after its last refusal. */
const KEPT = `interval '1 day'`;

const HOUR = `date_trunc('hour', service_now(), 'UTC')`;

export const recordRefusedSignIn = statement(
  'refused-sign-ins-record',
  `INSERT INTO refused_sign_ins AS r (website_id, reason, count, first_at, last_at)
   SELECT website_id, $2, 1, ${HOUR}, ${HOUR} FROM library WHERE website_id = $1
   ON CONFLICT (website_id, reason) DO UPDATE SET count = r.count + 1, last_at = EXCLUDED.last_at`,
).execute((websiteId: number, reason: string) => [websiteId, reason]);

export interface RefusedSignIns {
  readonly websiteId: number;
  readonly count: number;
  /** The time since the hour of the first one. */
  readonly seconds: number;
  /** The three most frequent ones. */
  readonly reasons: readonly string[];
}

/** The libraries that had such refusals. */
export const REFUSED_SIGN_INS = groupSearch<RefusedSignIns>(
  'refused-sign-ins-count',
  0,
  (inGroup) => `
  SELECT website_id AS "websiteId", sum(count)::int AS count,
    greatest(extract(epoch FROM (SELECT service_now()) - min(first_at)), 3600)::int AS seconds,
    (array_agg(reason ORDER BY count DESC, reason))[1:3] AS reasons
  FROM refused_sign_ins WHERE ${inGroup} AND last_at > (SELECT service_now()) - ${KEPT}
  GROUP BY website_id`,
);

/** @returns how many were deleted; at most a thousand at a time */
export const purgeRefusedSignIns = purgeOf({
  task: 'refused-sign-ins',
  table: 'refused_sign_ins',
  key: { reason: 'text' },
  find: `SELECT website_id, reason FROM refused_sign_ins
    WHERE last_at <= (SELECT service_now()) - ${KEPT} ORDER BY last_at LIMIT $1`,
});

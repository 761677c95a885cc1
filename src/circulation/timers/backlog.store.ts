import { NOTICE_JOBS } from '../../notifications/sending/ready-notice.store.js';
import { groupSearch } from '../../platform/database/library-groups.js';
import { type Connection, lookup } from '../../platform/database/statement.js';
import { SECONDS_TO_NEXT_DUE } from './timers.store.js';

/** The seconds since the longest overdue suspension, pickup or loan was over; 0 if none is due. */
export const secondsOverdue = lookup<{ seconds: number }>(
  'backlog-overdue',
  `SELECT GREATEST(0, -(${SECONDS_TO_NEXT_DUE}))::float8 AS seconds`,
).oneValue('seconds');

export interface WaitingNotices {
  readonly count: number;
  /** The age of the oldest one; 0 if there is none. */
  readonly oldestSeconds: number;
}

/** Returns one row, `WaitingNotices`: without those that wait for others to the same patron. */
export const WAITING_NOTICES = groupSearch<WaitingNotices>(
  'backlog-waiting-notices',
  0,
  (inGroup) => `
  SELECT count(*)::int AS count, COALESCE(extract(epoch FROM now() - min(created_at)), 0)::float8 AS "oldestSeconds"
  FROM (SELECT created_at FROM (${NOTICE_JOBS}) job WHERE ${inGroup} AND (attempts < max_attempts OR locked_at IS NOT NULL)
        UNION ALL SELECT COALESCE(wait_until, written_at) FROM notice_outbox WHERE ${inGroup} AND (wait_until IS NULL OR wait_until <= (SELECT service_now()))) notice`,
);

/** The notices that were neither sent nor given up. */
export async function findWaitingNotices(connection: Connection): Promise<WaitingNotices> {
  return allWaiting(await WAITING_NOTICES.run(connection, undefined));
}

/** The sum over several groups of libraries. */
export function allWaiting(groups: readonly WaitingNotices[]): WaitingNotices {
  return {
    count: groups.reduce((sum, { count }) => sum + count, 0),
    oldestSeconds: Math.max(0, ...groups.map(({ oldestSeconds }) => oldestSeconds)),
  };
}

import { HOLD_NOTICE, HOLD_NOTICES, PUSH_NOTICES, TEXT_NOTICES } from '../notice-types/notice.js';
import { READY_NOTICE } from './ready-notice.job.js';

/** SQL for pending jobs of notices of every type, with a row for each notice: a job may be of several. */
export const NOTICE_JOBS = `
  SELECT (n.notice ->> 'websiteId')::int AS website_id, (n.notice ->> 'reserveId')::uuid AS reserve_id,
    (n.notice ->> 'ticket')::int AS ticket, (n.notice ->> 'expiresAt')::timestamptz AS expires_at,
    COALESCE(n.notice ->> 'occasion', 'ready') AS occasion, COALESCE(n.notice ->> 'channel', 'mail') AS channel,
    COALESCE(json_array_length(j.payload -> 'notices'), 1) AS notices_of_mail, j.id, j.attempts, j.max_attempts, j.run_at, j.locked_at, j.created_at
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  CROSS JOIN LATERAL json_array_elements(COALESCE(j.payload -> 'notices', json_build_array(j.payload))) AS n (notice)
  WHERE t.identifier IN ('${READY_NOTICE}', '${HOLD_NOTICE}', '${HOLD_NOTICES}', '${TEXT_NOTICES}', '${PUSH_NOTICES}')`;

/** SQL for those that make a patron count as told. */
export const TELLING_JOBS = `SELECT * FROM (${NOTICE_JOBS}) job WHERE channel <> 'push'`;

/** SQL for those of ready notices, each with its hold and pickup. */
export const READY_NOTICE_JOBS = `SELECT * FROM (${TELLING_JOBS}) job WHERE occasion = 'ready'`;

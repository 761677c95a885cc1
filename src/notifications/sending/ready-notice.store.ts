import { HOLD_NOTICE } from '../notice-types/notice.js';
import { READY_NOTICE } from './ready-notice.job.js';

const jobs = (identifiers: readonly string[]): string => `
  SELECT (j.payload ->> 'websiteId')::int AS website_id, (j.payload ->> 'reserveId')::uuid AS reserve_id,
    (j.payload ->> 'ticket')::int AS ticket, (j.payload ->> 'expiresAt')::timestamptz AS expires_at,
    COALESCE(j.payload ->> 'occasion', 'ready') AS occasion,
    j.id, j.attempts, j.max_attempts, j.run_at, j.locked_at, j.created_at
  FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
  WHERE t.identifier IN (${identifiers.map((identifier) => `'${identifier}'`).join(', ')})`;

/** SQL for pending jobs of ready notices, each with its hold and pickup. */
export const READY_NOTICE_JOBS = jobs([READY_NOTICE]);

/** SQL for pending jobs of notices of every type. */
export const NOTICE_JOBS = jobs([READY_NOTICE, HOLD_NOTICE]);

import { lookup, statement } from '../../platform/database/statement.js';
import { RECOVERY, SERVER_IDENTIFIER } from '../../platform/database/identity.js';
import { NOTICE_JOBS } from './ready-notice.store.js';

/**
 * A dump restored elsewhere is on another server; a copy on the same server has another database number. A restored backup of the whole server has
 * the same of both, so its recovery target is compared as well.
 */
const CURRENT = `
  SELECT ${SERVER_IDENTIFIER} || '/' || d.oid AS database_identity, ${RECOVERY} AS recovery
  FROM pg_database d WHERE d.datname = current_database()`;

/** Makes this database the one that sends notices, if there is none yet. */
export const claimMailOrigin = statement(
  'mail-origin-claim',
  `INSERT INTO mail_origin (database_identity, recovery)
   SELECT database_identity, '' FROM (${CURRENT}) AS current
   ON CONFLICT DO NOTHING`,
).execute();

const IS_HERE = `o.database_identity = current.database_identity AND current.recovery IN ('', o.recovery)`;

/** False on a copy of the sending database: a restored dump, or a point-in-time recovery. */
export const isMailOrigin = statement<{ here: boolean }>(
  'mail-origin-is-here',
  `SELECT EXISTS (SELECT FROM mail_origin o WHERE ${IS_HERE}) AS here FROM (${CURRENT}) AS current`,
).isTrue('here');

/** Whether another database sends the notices. False where none was ever sent: the first worker starts here. */
export const isRestoredCopy = lookup<{ elsewhere: boolean }>(
  'mail-origin-is-elsewhere',
  `SELECT EXISTS (SELECT FROM mail_origin o WHERE NOT (${IS_HERE})) AS elsewhere FROM (${CURRENT}) AS current`,
).isTrue('elsewhere');

/** Makes this database the one that sends notices. */
export const moveMailOrigin = statement(
  'mail-origin-move',
  `INSERT INTO mail_origin (database_identity, recovery) ${CURRENT}
   ON CONFLICT (id) DO UPDATE
     SET database_identity = EXCLUDED.database_identity, recovery = EXCLUDED.recovery`,
).execute();

/** Makes notices due now whose next attempt is later: failures during the pause may have delayed them. */
export const retryNoticesNow = statement<{ retried: number }>(
  'mail-origin-retry-now',
  `SELECT count(*)::int AS retried FROM graphile_worker.reschedule_jobs(
     ARRAY(SELECT id FROM (${NOTICE_JOBS}) notice WHERE run_at > now() AND locked_at IS NULL), run_at := now())`,
).execute();

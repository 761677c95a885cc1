import { lookup, statement } from '../../platform/database/statement.js';
import { RECOVERY, SERVER_IDENTIFIER } from '../../platform/database/identity.js';
import { NOTICE_JOBS } from './ready-notice.store.js';

/**
 * A dump that is restored elsewhere meets another server. The database's number tells a copy on the same server apart. A restored backup
 * of the whole server keeps both: what it was restored to is compared as well.
 */
const CURRENT = `
  SELECT ${SERVER_IDENTIFIER} || '/' || d.oid AS database_identity, ${RECOVERY} AS recovery
  FROM pg_database d WHERE d.datname = current_database()`;

/** Makes this database the one that notices are sent from, if there is none yet. */
export const claimMailOrigin = statement(
  'mail-origin-claim',
  `INSERT INTO mail_origin (database_identity, recovery)
   SELECT database_identity, '' FROM (${CURRENT}) AS current
   ON CONFLICT DO NOTHING`,
).execute();

const IS_HERE = `o.database_identity = current.database_identity AND current.recovery IN ('', o.recovery)`;

/** False on a copy of the database that notices are sent from: a restored dump, or a point-in-time recovery. */
export const isMailOrigin = statement<{ here: boolean }>(
  'mail-origin-is-here',
  `SELECT EXISTS (SELECT FROM mail_origin o WHERE ${IS_HERE}) AS here FROM (${CURRENT}) AS current`,
).isTrue('here');

/** Whether notices are sent from another database. Not so where none was ever sent: its first worker sends them. */
export const isRestoredCopy = lookup<{ elsewhere: boolean }>(
  'mail-origin-is-elsewhere',
  `SELECT EXISTS (SELECT FROM mail_origin o WHERE NOT (${IS_HERE})) AS elsewhere FROM (${CURRENT}) AS current`,
).isTrue('elsewhere');

/** Makes this database the one that notices are sent from. */
export const moveMailOrigin = statement(
  'mail-origin-move',
  `INSERT INTO mail_origin (database_identity, recovery) ${CURRENT}
   ON CONFLICT (id) DO UPDATE
     SET database_identity = EXCLUDED.database_identity, recovery = EXCLUDED.recovery`,
).execute();

/** Tries the notices now whose next attempt is later: the pause may have failed some, and put them off. */
export const retryNoticesNow = statement<{ retried: number }>(
  'mail-origin-retry-now',
  `SELECT count(*)::int AS retried FROM graphile_worker.reschedule_jobs(
     ARRAY(SELECT id FROM (${NOTICE_JOBS}) notice WHERE run_at > now() AND locked_at IS NULL), run_at := now())`,
).execute();

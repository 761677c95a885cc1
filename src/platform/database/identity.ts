/** SQL: the server's identifier, made with its data folder. A standby that takes over has the same one; a dump that is restored elsewhere does not. */
export const SERVER_IDENTIFIER = '(SELECT system_identifier FROM pg_control_system())';

/**
 * SQL: what a backup of the whole server was restored to: PostgreSQL's own target, and what `deploy/backup/restore.sh` writes. Empty where
 * nothing was restored.
 */
export const RECOVERY = `concat(current_setting('recovery_target'), current_setting('recovery_target_name'),
      current_setting('recovery_target_time'), current_setting('recovery_target_xid'),
      current_setting('recovery_target_lsn'), current_setting('holdfast.restored', true))`;

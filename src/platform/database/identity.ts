/**
 * SQL for the server's identifier, which is made with its data folder. A standby that takes over has the same one; a dump restored elsewhere does
 * not.
 */
export const SERVER_IDENTIFIER = '(SELECT system_identifier FROM pg_control_system())';

/**
 * SQL for the target to which a backup of the whole server was restored: PostgreSQL's own, and that of `deploy/backup/restore.sh`. Empty if nothing
 * was restored.
 */
export const RECOVERY = `concat(current_setting('recovery_target'), current_setting('recovery_target_name'),
      current_setting('recovery_target_time'), current_setting('recovery_target_xid'),
      current_setting('recovery_target_lsn'), current_setting('holdfast.restored', true))`;

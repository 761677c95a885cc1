import { type Connection, statement } from '../platform/database/statement.js';
import type { StaffActionEntry } from './actions.js';

const RECORD = statement(
  'staff-record-action',
  `INSERT INTO staff_action (website_id, at, action, staff_kind, staff_id, staff_name, patron_id, reserve_id)
   VALUES ($1, service_now(), $2, $3, $4, $5, $6, $7)`,
);

/**
 * Records what a member of staff did. Pass the transaction of the change, so that there is no change without its entry; record
 * after the change, so that a refusal undoes both. When the patron is deleted, the entries about the patron go, too.
 */
export async function recordAction(connection: Connection, entry: StaffActionEntry): Promise<void> {
  const { staff, action, websiteId, patronId = null, reserveId = null } = entry;
  await connection.run(RECORD, [websiteId, action, staff.kind, staff.id, staff.name, patronId, reserveId]);
}

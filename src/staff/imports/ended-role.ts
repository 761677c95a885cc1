import { Refusal } from '../../domain/errors.js';
import type { Database } from '../../platform/database/database.js';
import { stillHasRoles } from '../sign-in/principals.store.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';

/** Ends an import whose sender has lost a role, an account or a token since it began. @throws Refusal `Forbidden` */
export async function requireRoles(database: Database, staff: StaffPrincipal): Promise<void> {
  if (!(await stillHasRoles(database, staff)))
    throw new Refusal('Forbidden', 'A role of the sender was taken away: the import has ended there.');
}

import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { isIn } from '../permissions/staff-principal.js';
import { listStaff, type StaffMember } from './accounts.store.js';

/** The accounts and API tokens with a role in a library. */
@Injectable()
export class LibraryAccounts {
  constructor(private readonly database: Database) {}

  /** People first, each by name; with their roles in this library alone, those in all libraries included. */
  async of(websiteId: number): Promise<StaffMember[]> {
    const people = await listStaff(this.database, false, websiteId);
    const machines = await listStaff(this.database, true, websiteId);
    return [...people, ...machines].map((member) => ({
      ...member,
      roles: member.roles.filter((role) => isIn(role, websiteId)),
    }));
  }
}

import { InvalidArgumentError } from 'commander';
import { readConfig } from '../platform/settings/config.js';
import type { Database } from '../platform/database/database.js';
import { AccountProblem } from '../staff/accounts.js';
import type { StaffMember } from '../staff/accounts.store.js';
import { type Role, ROLES } from '../staff/staff-principal.js';
import { CommandFailed } from './command-failed.js';
import { withDatabase } from './database-server.js';

/** What the commands about accounts and about API tokens share. */

export const ROLE_HELP = `${ROLES.join(', ')}; several with commas between`;

export function rolesIn(text: string): Role[] {
  const words = [...new Set(text.split(',').map((word) => word.trim()))];
  const roles = words.flatMap((word) => ROLES.find((role) => role === word) ?? []);
  if (roles.length < words.length) throw new InvalidArgumentError(`It must be ${ROLES.join(', ')}.`);
  return roles;
}

export function rolesOrNoneIn(text: string): Role[] {
  return text === 'none' ? [] : rolesIn(text);
}

/** Runs `work`, whose AccountProblem needs no stack trace. */
export async function onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  try {
    return await withDatabase(readConfig(), work);
  } catch (error) {
    throw error instanceof AccountProblem ? new CommandFailed(error.message) : error;
  }
}

/** Such as `admin in 37, desk in 38`. */
export function rolesText({ roles }: StaffMember): string {
  return roles.map(({ websiteId, role }) => `${role} in ${websiteId}`).join(', ') || 'no role';
}

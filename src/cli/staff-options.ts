import { InvalidArgumentError } from 'commander';
import { readConfig } from '../platform/settings/config.js';
import type { Database } from '../platform/database/database.js';
import { Refusal } from '../domain/errors.js';
import type { StaffMember } from '../staff/sign-in/accounts.store.js';
import { type Role, ROLES } from '../staff/permissions/staff-principal.js';
import { id } from './argument-values.js';
import { CommandFailed } from './command-failed.js';
import { withDatabase } from './database-server.js';

/** Shared by the commands for accounts and for API tokens. */

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

export const LIBRARY_HELP = "the library's number, or all: also those that are added later";

/** Not null, which Commander takes for a missing value. */
export type LibraryOption = number | 'all';

export function libraryOrAll(text: string): LibraryOption {
  return text === 'all' ? text : id(text);
}

/** Null: all libraries. */
export function websiteIdOf(library: LibraryOption): number | null {
  return library === 'all' ? null : library;
}

/** Such as `library 37`. */
export function libraryText(library: LibraryOption): string {
  return library === 'all' ? 'all libraries' : `library ${library}`;
}

/** Runs `work`. A refusal is shown without a stack trace. */
export async function onDatabase<Result>(work: (database: Database) => Promise<Result>): Promise<Result> {
  try {
    return await withDatabase(readConfig(), work);
  } catch (error) {
    throw error instanceof Refusal ? new CommandFailed(error.message) : error;
  }
}

/** Such as `admin in 37, desk in all`. */
export function rolesText({ roles }: StaffMember): string {
  return roles.map(({ websiteId, role }) => `${role} in ${websiteId ?? 'all'}`).join(', ') || 'no role';
}

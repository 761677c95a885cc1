import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import { parseId } from '../domain/numbers.js';
import { Database } from '../platform/database/database.js';
import type { StaffPrincipal } from '../staff/staff-principal.js';
import { findLibrary, type LibraryOfPage, listLibraries, type NamedLibrary } from './libraries.store.js';

/** The libraries that staff work in. */
@Injectable()
export class LibrariesService {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `NotFound` unless `websiteId` is the number of a library */
  async named(websiteId: string): Promise<LibraryOfPage> {
    const number = parseId(websiteId);
    const library = number === undefined ? undefined : await findLibrary(this.database, number);
    if (library === undefined) throw refusal('NotFound');
    return library;
  }

  /** Those in which `staff` has a role, by name. */
  of({ kind, roles }: StaffPrincipal): Promise<NamedLibrary[]> {
    const own = kind === 'installation' ? undefined : [...new Set(roles.map(({ websiteId }) => websiteId))];
    return listLibraries(this.database, own);
  }
}

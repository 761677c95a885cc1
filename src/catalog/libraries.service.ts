import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import { MAX_ID } from '../domain/title-id.js';
import { wholeNumber } from '../http/fields/field-rules.js';
import type { Principal } from '../http/principal.decorator.js';
import { Database } from '../platform/database/database.js';
import { findLibrary, type LibraryDescription } from './libraries.store.js';

export type { LibraryDescription } from './libraries.store.js';

/** What a library tells its patrons, and the clients that serve it, of itself. */
@Injectable()
export class LibrariesService {
  constructor(private readonly database: Database) {}

  /** @throws Refusal `NotFound` also for a library that is not the principal's */
  async find(principal: Principal, inPath: string): Promise<LibraryDescription> {
    const websiteId = wholeNumber(1, MAX_ID).read(inPath);
    if (websiteId === undefined || !principal.websiteIds.includes(websiteId)) throw refusal('NotFound');
    const library = await findLibrary(this.database, websiteId, principal);
    if (library === undefined) throw refusal('NotFound');
    return library;
  }
}

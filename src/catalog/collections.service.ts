import { Injectable } from '@nestjs/common';
import { refusal } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import { Database } from '../platform/database/database.js';
import { findCollections, type OpenCollections } from './collections.store.js';

/** The way into the catalog: every address of it names, by a token, the collections it is about. */
@Injectable()
export class CollectionsService {
  constructor(private readonly database: Database) {}

  /**
   * The collections that `token` stands for. It must be the one that the patron's category has now: an old one, and that
   * of another category, are as unknown as any.
   * @throws Refusal `NotFound`
   */
  async open(patron: PatronKey, token: string): Promise<OpenCollections> {
    const collections = await findCollections(this.database, patron);
    if (collections?.collectionToken !== token) throw refusal('NotFound');
    return collections;
  }
}

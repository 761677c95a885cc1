import { Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { Database } from '../../platform/database/database.js';
import {
  findCollectionsByToken,
  findCollectionsOfPatron,
  type OpenCollections,
} from './collections.store.js';
import { isStorable } from '../../platform/database/storable-text.js';

/** The way into the catalog: every address of it names, by a token, the collections it is about. */
@Injectable()
export class CollectionsService {
  constructor(private readonly database: Database) {}

  /**
   * The collections that `token` stands for. A patron's must be the one that their category has now: an old one, and that
   * of another category, are as unknown as any. A client may name any token of the libraries that it serves.
   * @throws Refusal `NotFound`
   */
  async open({ patron, websiteIds }: Principal, token: string): Promise<OpenCollections> {
    if (!isStorable(token)) throw refusal('NotFound');
    const collections = await (patron === undefined
      ? findCollectionsByToken(this.database, websiteIds, token)
      : findCollectionsOfPatron(this.database, patron));
    if (collections?.collectionToken !== token) throw refusal('NotFound');
    return collections;
  }
}

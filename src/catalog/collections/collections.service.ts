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

/** Opens the catalog: each of its addresses has a token, which stands for collections. */
@Injectable()
export class CollectionsService {
  constructor(private readonly database: Database) {}

  /**
   * The collections that `token` stands for. A patron's must be the one that their category has now: an older one, and that of another
   * category, count as unknown. A client may use any token of the libraries that it serves.
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

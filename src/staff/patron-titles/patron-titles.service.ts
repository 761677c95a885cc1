import { Injectable } from '@nestjs/common';
import { findCollectionsOfPatron } from '../../catalog/collections/collections.store.js';
import { searchOf } from '../../catalog/search.requests.js';
import { SearchService } from '../../catalog/search.service.js';
import { type CatalogTitle, type CheckedTitle, TitlesService } from '../../catalog/titles/titles.service.js';
import { refusal } from '../../domain/errors.js';
import type { PatronKey } from '../../domain/patron.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import { Database } from '../../platform/database/database.js';

/** Beyond this, staff type another word. */
const MAX_FOUND = 20;

export interface FoundTitles {
  readonly titles: readonly CatalogTitle[];
  readonly hasMore: boolean;
}

/** The catalog as a patron sees it, for staff who place a hold for the patron. */
@Injectable()
export class PatronTitles {
  constructor(
    private readonly database: Database,
    private readonly searches: SearchService,
    private readonly titles: TitlesService,
  ) {}

  /** @param words of the title, its creators and subjects, or an ISBN. @throws Refusal `NotFound` */
  async search(patron: PatronKey, words: string): Promise<FoundTitles> {
    const principal = { patron, websiteIds: [patron.websiteId] };
    const search = searchOf({ q: words, limit: MAX_FOUND }, principal);
    const { items, hasNext } = await this.searches.find(principal, await this.tokenOf(patron), search);
    return { titles: items.flatMap(({ title }) => title ?? []), hasMore: hasNext };
  }

  /** @throws Refusal `NotFound` also for a title that the patron may not use */
  async find(patron: PatronKey, named: TitleId): Promise<CheckedTitle> {
    const principal = { patron, websiteIds: [patron.websiteId] };
    const { title } = await this.titles.find(principal, await this.tokenOf(patron), named);
    return title;
  }

  private async tokenOf(patron: PatronKey): Promise<string> {
    const collections = await findCollectionsOfPatron(this.database, patron);
    if (collections === undefined) throw refusal('NotFound');
    return collections.collectionToken;
  }
}

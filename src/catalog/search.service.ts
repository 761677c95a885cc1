import { Injectable } from '@nestjs/common';
import type { Principal } from '../http/principal.decorator.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { CollectionsService } from './collections.service.js';
import type { OpenCollections } from './collections.store.js';
import type { Search } from './search.js';
import * as store from './search.store.js';
import { type CatalogTitle, findTitles } from './titles.store.js';

/** One page of what was found. */
export interface SearchResult {
  readonly collections: OpenCollections;
  /** All that was found, as far as a result goes. */
  readonly totalItems: number;
  readonly titles: readonly CatalogTitle[];
}

/** Looks for titles in collections. */
@Injectable()
export class SearchService {
  constructor(
    private readonly database: Database,
    private readonly openCollections: CollectionsService,
  ) {}

  /**
   * Unlike the availability of one title, a page does not write down first what time has ended: up to 300 queues would
   * have to be locked. The timers do so within seconds, and what is offered meanwhile is looked at again when it is done.
   * @throws Refusal `NotFound` for the token
   */
  async find(principal: Principal, token: string, search: Search): Promise<SearchResult> {
    const collections = await this.openCollections.open(principal, token);
    return this.database.transaction(async (connection) => {
      await store.planForPages(connection);
      const { totalItems, reserveIds } = await findPage(connection, { ...search, collections });
      const named = reserveIds.map((reserveId) => ({ kind: 'reserveId', reserveId }) as const);
      const titles = await findTitles(connection, collections, named);
      const byId = new Map(titles.map((title) => [title.reserveId, title]));
      return { collections, totalItems, titles: reserveIds.flatMap((id) => byId.get(id) ?? []) };
    });
  }
}

const NOTHING: store.FoundPage = { totalItems: 0, reserveIds: [] };

async function findPage(connection: Connection, filter: store.CatalogFilter): Promise<store.FoundPage> {
  if (filter.words === undefined) return store.findSorted(connection, filter, null);
  const asked = await store.readWords(connection, filter.words);
  // Nothing but punctuation: there is no word that a title could have.
  if (asked === undefined) return NOTHING;
  const found = await findWords(connection, filter, asked);
  if (found.totalItems > 0 || asked.onlyWord === null) return found;
  const query = await store.findSimilarWords(connection, asked.onlyWord);
  return query === undefined ? NOTHING : findWords(connection, filter, { ...asked, query });
}

function findWords(
  connection: Connection,
  filter: store.CatalogFilter,
  asked: store.AskedWords,
): Promise<store.FoundPage> {
  return filter.sorting.by === 'relevance'
    ? store.findBest(connection, filter, asked)
    : store.findSorted(connection, filter, asked.query);
}

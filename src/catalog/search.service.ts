import { Injectable } from '@nestjs/common';
import { UpToDateReads } from '../circulation/up-to-date-reads.js';
import type { Principal } from '../http/authorization/principal.decorator.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';
import { CollectionsService } from './collections/collections.service.js';
import type { OpenCollections } from './collections/collections.store.js';
import { foreignCursor } from './query/foreign-cursor.js';
import { findTitlePage } from './harvest/pages.js';
import { findWithdrawnTitles, type WithdrawnTitle } from './harvest/withdrawn-titles.store.js';
import {
  type CatalogTitle,
  type CheckedTitle,
  findCheckedTitles,
  findTitles,
} from './titles/titles.store.js';
import { stabilizePages } from './query/replanned.store.js';
import type { Search } from './query/search.js';
import { readWords } from './search/words.store.js';
import { findByWords } from './search/words.js';

export type { WithdrawnTitle } from './harvest/withdrawn-titles.store.js';

/** Only patrons are offered actions, so only for them it is read whether something is due. */
type ListedTitle = CatalogTitle & Partial<Pick<CheckedTitle, 'isSomethingDue'>>;

/** A title, or a withdrawn one. */
export type FoundItem =
  | { readonly title: ListedTitle; readonly withdrawn?: undefined }
  | { readonly title?: undefined; readonly withdrawn: WithdrawnTitle };

/** One page of what was found. */
export interface SearchResult {
  readonly collections: OpenCollections;
  /** The size of the result; with words, up to its limit. */
  readonly totalItems: number;
  readonly items: readonly FoundItem[];
  readonly hasNext: boolean;
  /** The next page begins behind this title; undefined where pages have offsets only. */
  readonly next: string | undefined;
}

interface ResultPage extends Omit<SearchResult, 'collections' | 'items'> {
  readonly places: readonly { readonly reserveId: string; readonly isWithdrawn: boolean }[];
}

const EMPTY: ResultPage = { totalItems: 0, places: [], hasNext: false, next: undefined };

/** Looks for titles in collections. */
@Injectable()
export class SearchService {
  constructor(
    private readonly database: Database,
    private readonly openCollections: CollectionsService,
    private readonly upToDate: UpToDateReads,
  ) {}

  /**
   * If a page offers actions to a patron, whatever time has ended in the queues of its titles is applied first, and the page is read again.
   * Which titles it has may be some seconds old: the timers see to that.
   * @throws Refusal `NotFound` for the token, `InvalidFieldValue` for a cursor of another search
   */
  async find(principal: Principal, token: string, search: Search): Promise<SearchResult> {
    const collections = await this.openCollections.open(principal, token);
    const result = await this.findIn(collections, principal, search);
    const due = result.items.flatMap(({ title }) => (title?.isSomethingDue === true ? [title] : []));
    if (due.length === 0) return result;
    await this.upToDate.applyDue(collections.websiteId, due);
    return this.findIn(collections, principal, search);
  }

  private findIn(collections: OpenCollections, principal: Principal, search: Search): Promise<SearchResult> {
    return this.database.longRead(async (connection) => {
      await stabilizePages(connection);
      const { places, ...page } = await this.findPage(connection, principal, { ...search, collections });
      return { ...page, collections, items: await findItems(connection, collections, places) };
    });
  }

  private async findPage(
    connection: Connection,
    principal: Principal,
    search: Search & { readonly collections: OpenCollections },
  ): Promise<ResultPage> {
    const { words, changes } = search;
    if (words !== undefined && changes.length === 0)
      return this.findByWords(connection, { ...search, words });
    const asked = words === undefined ? undefined : await readWords(connection, words);
    if (words !== undefined && asked === undefined) return EMPTY;
    const page = await findTitlePage(connection, principal, { ...search, query: asked?.query });
    return { ...page, hasNext: page.next !== undefined };
  }

  private async findByWords(
    connection: Connection,
    search: Search & { readonly collections: OpenCollections; readonly words: string },
  ): Promise<ResultPage> {
    // A result of words is ordered as a whole for each page, so its pages have offsets only.
    if (search.after !== undefined) throw foreignCursor();
    const { totalItems, reserveIds } = await findByWords(connection, search);
    return {
      totalItems,
      places: reserveIds.map((reserveId) => ({ reserveId, isWithdrawn: false })),
      hasNext: search.offset + search.limit < totalItems,
      next: undefined,
    };
  }
}

async function findItems(
  connection: Connection,
  collections: OpenCollections,
  places: ResultPage['places'],
): Promise<FoundItem[]> {
  const named = places.filter(({ isWithdrawn }) => !isWithdrawn);
  const gone = places.filter(({ isWithdrawn }) => isWithdrawn);
  const find = collections.patron === undefined ? findTitles : findCheckedTitles;
  const titles: ListedTitle[] = await find(
    connection,
    collections,
    named.map(({ reserveId }) => ({ kind: 'reserveId', reserveId })),
  );
  const withdrawnTitles = await findWithdrawnTitles(
    connection,
    collections,
    gone.map(({ reserveId }) => reserveId),
  );
  const byId = new Map<string, FoundItem>([
    ...titles.map((title) => [title.reserveId, { title }] as const),
    ...withdrawnTitles.map((withdrawn) => [withdrawn.reserveId, { withdrawn }] as const),
  ]);
  return places.flatMap(({ reserveId }) => byId.get(reserveId) ?? []);
}

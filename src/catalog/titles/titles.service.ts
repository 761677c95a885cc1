import { Injectable } from '@nestjs/common';
import { UpToDateReads } from '../../circulation/up-to-date-reads.js';
import { refusal } from '../../domain/errors.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { Database } from '../../platform/database/database.js';
import { CollectionsService } from '../collections/collections.service.js';
import type { OpenCollections } from '../collections/collections.store.js';
import { inNamedOrder } from './named-titles.js';
import { type CatalogTitle, type CheckedTitle, findCheckedTitles } from './titles.store.js';

export type { OpenCollections } from '../collections/collections.store.js';
export type { CatalogTitle, CheckedTitle } from './titles.store.js';
export type { Creator, TitleFacts } from './title-facts.store.js';

/** The titles that a request names, and the collections in which they were looked for. */
export interface OpenedTitles {
  readonly collections: OpenCollections;
  readonly titles: readonly CheckedTitle[];
}

export interface OpenedTitle {
  readonly collections: OpenCollections;
  readonly title: CatalogTitle;
}

export interface CheckedFoundTitle extends OpenedTitle {
  readonly title: CheckedTitle;
}

/** The titles of collections with their availability for the patron, or for any patron when a client asks. */
@Injectable()
export class TitlesService {
  constructor(
    private readonly database: Database,
    private readonly openCollections: CollectionsService,
    private readonly upToDate: UpToDateReads,
  ) {}

  /** @throws Refusal `NotFound` also for a title outside the collections, unless the patron holds it or has it on loan */
  async find(principal: Principal, token: string, named: TitleId): Promise<CheckedFoundTitle> {
    const { collections, titles } = await this.findAll(principal, token, [named]);
    const [title] = titles;
    if (title === undefined) throw refusal('NotFound');
    return { collections, title };
  }

  /**
   * In the order in which they are named, each once, without titles that are neither in the collections nor the patron's.
   * @throws Refusal `NotFound` for the token
   */
  async findAll(principal: Principal, token: string, named: readonly TitleId[]): Promise<OpenedTitles> {
    return this.findIn(await this.openCollections.open(principal, token), named);
  }

  /** The same, in collections that are open. */
  async findIn(collections: OpenCollections, named: readonly TitleId[]): Promise<OpenedTitles> {
    // Each title of a page may have none of what is looked for.
    if (named.length === 0) return { collections, titles: [] };
    const titles = await this.upToDate.read(collections.websiteId, () =>
      findCheckedTitles(this.database, collections, named),
    );
    return { collections, titles: inNamedOrder(named, titles) };
  }
}

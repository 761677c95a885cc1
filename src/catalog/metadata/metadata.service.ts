import { Injectable } from '@nestjs/common';
import { refusal } from '../../domain/errors.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { Database } from '../../platform/database/database.js';
import { CollectionsService } from '../collections/collections.service.js';
import type { OpenCollections } from '../collections/collections.store.js';
import { type DescribedTitle, findDescribedTitles } from './metadata.store.js';
import { inNamedOrder } from '../titles/named-titles.js';

export type { DescribedTitle } from './metadata.store.js';

/** The titles that a request names, and the collections in which they were looked for. */
export interface DescribedTitles {
  readonly collections: OpenCollections;
  readonly titles: readonly DescribedTitle[];
}

/** The records of titles. They depend neither on the patron nor on what is due in a queue. */
@Injectable()
export class MetadataService {
  constructor(
    private readonly database: Database,
    private readonly openCollections: CollectionsService,
  ) {}

  /** @throws Refusal `NotFound` also for a title outside the collections, unless the patron holds it or has it on loan */
  async find(
    principal: Principal,
    token: string,
    named: TitleId,
  ): Promise<{ collections: OpenCollections; title: DescribedTitle }> {
    const { collections, titles } = await this.findAll(principal, token, [named]);
    const [title] = titles;
    if (title === undefined) throw refusal('NotFound');
    return { collections, title };
  }

  /**
   * In the order in which they are named, each once, without titles that are neither in the collections nor the patron's.
   * @throws Refusal `NotFound` for the token
   */
  async findAll(principal: Principal, token: string, named: readonly TitleId[]): Promise<DescribedTitles> {
    const collections = await this.openCollections.open(principal, token);
    const titles = await findDescribedTitles(this.database, collections, named);
    return { collections, titles: inNamedOrder(named, titles) };
  }
}

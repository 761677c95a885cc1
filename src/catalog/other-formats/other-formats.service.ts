import { Injectable } from '@nestjs/common';
import type { Hold } from '../../domain/holds/hold.js';
import type { TitleId } from '../../domain/titles/title-id.js';
import type { Principal } from '../../http/authorization/principal.decorator.js';
import { Database } from '../../platform/database/database.js';
import { CollectionsService } from '../collections/collections.service.js';
import { type CheckedFoundTitle, TitlesService } from '../titles/titles.service.js';
import { findOtherFormats } from './other-formats.store.js';

/** Another format or edition of a title. */
export interface OtherFormat extends CheckedFoundTitle {
  /** The patron's hold to which one on this title can become an alternative. Undefined: there is none, or it needs none. */
  readonly heldInstead: (Hold & { readonly reserveId: string }) | undefined;
}

/** The other formats of titles by their reserveIds, at most three of each; without the titles that have none. */
export interface OtherFormats {
  readonly collectionToken: string;
  readonly byTitle: ReadonlyMap<string, readonly OtherFormat[]>;
}

/** Finds the audiobook of an e-book, other editions, and the like (contract: #find-other-formats). */
@Injectable()
export class OtherFormatsService {
  constructor(
    private readonly database: Database,
    private readonly openCollections: CollectionsService,
    private readonly titles: TitlesService,
  ) {}

  /** @throws Refusal `NotFound` for the token */
  async findAll(principal: Principal, token: string, named: readonly TitleId[]): Promise<OtherFormats> {
    const collections = await this.openCollections.open(principal, token);
    const pairs = await findOtherFormats(this.database, collections, named);
    const ids = new Set(pairs.flatMap(({ of, reserveId }) => [of, reserveId]));
    const { titles } = await this.titles.findIn(
      collections,
      [...ids].map((reserveId) => ({ kind: 'reserveId', reserveId })),
    );
    const found = new Map(titles.map((title) => [title.reserveId, title]));
    const byTitle = Map.groupBy(
      pairs.flatMap(({ of, reserveId, isFull }) => {
        const title = found.get(reserveId);
        const hold = isFull ? undefined : found.get(of)?.hold;
        const heldInstead = hold?.pickup === null ? { ...hold, reserveId: of } : undefined;
        return title === undefined ? [] : [{ of, collections, title, heldInstead }];
      }),
      ({ of }) => of,
    );
    return { collectionToken: collections.collectionToken, byTitle };
  }
}

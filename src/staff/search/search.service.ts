import { Injectable } from '@nestjs/common';
import { SearchService } from '../../catalog/search.service.js';
import { searchOf } from '../../catalog/search.requests.js';
import type { CatalogTitle } from '../../catalog/titles/titles.service.js';
import { Refusal } from '../../domain/errors.js';
import { Database } from '../../platform/database/database.js';
import { type FoundPatrons, PatronLookUpService } from '../patrons/patron-look-up.service.js';
import { MIN_BEGINNING_LENGTH } from '../patrons/patron-lookup.store.js';
import { isOpenTo } from '../permissions/permissions.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { findCollectionToken } from './search.store.js';

/** Beyond this, staff type another word. */
const MAX_TITLES = 20;

interface FoundTitles {
  readonly titles: readonly CatalogTitle[];
  readonly hasMoreTitles: boolean;
}

/** The results of the search box. */
export interface Found extends FoundTitles {
  readonly patrons: FoundPatrons;
  /** Why the library's own system, which is asked if nothing was found, returned no patron. */
  readonly problem: string | undefined;
}

const NO_PATRONS: FoundPatrons = { patrons: [], hasMore: false };
const NO_TITLES: FoundTitles = { titles: [], hasMoreTitles: false };

/** One search for a patron's card or address, or a title. */
@Injectable()
export class ConsoleSearchService {
  constructor(
    private readonly database: Database,
    private readonly searches: SearchService,
    private readonly lookUps: PatronLookUpService,
  ) {}

  /** Only staff who may see patrons find them, as on the patrons' page; the log of actions records who was found. */
  async find(websiteId: number, sought: string, staff: StaffPrincipal): Promise<Found> {
    const titles = await this.findTitles(websiteId, sought);
    const found = { ...titles, patrons: NO_PATRONS, problem: undefined };
    if (!isOpenTo(staff, 'desk', websiteId)) return found;
    // A search for a title never waits for the library's own system.
    if (titles.titles.length > 0)
      return { ...found, patrons: await this.lookUps.lookUpKept(websiteId, sought, staff) };
    try {
      return { ...found, patrons: await this.lookUps.lookUp(websiteId, sought, staff) };
    } catch (error) {
      if (error instanceof Refusal) return { ...found, problem: error.message };
      throw error;
    }
  }

  private async findTitles(websiteId: number, sought: string): Promise<FoundTitles> {
    if (sought.length < MIN_BEGINNING_LENGTH) return NO_TITLES;
    const token = await findCollectionToken(this.database, websiteId);
    if (token === undefined) return NO_TITLES;
    const principal = { websiteIds: [websiteId] };
    const search = searchOf({ q: sought, limit: MAX_TITLES }, principal);
    const { items, hasNext } = await this.searches.find(principal, token, search);
    return { titles: items.flatMap(({ title }) => title ?? []), hasMoreTitles: hasNext };
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Request } from 'express';
import { parseId } from '../../domain/numbers.js';
import { Database } from '../../platform/database/database.js';
import type { Brand } from '../../platform/html/column-page.js';
import { findBrands } from './brands.store.js';

/** Such as `/console/libraries/37/queues`. */
const OF_LIBRARY = /\/libraries\/([0-9]+)(?:\/|$)/;

/**
 * Names and logos of libraries, for pages that must not wait for the database, which may be down. They show the last known values, and start a new
 * reading in the background.
 */
@Injectable()
export class BrandsService implements OnApplicationBootstrap {
  /** By the library's number; null for the only library. */
  private readonly known = new Map<number | null, Brand>();
  private readonly reading = new Set<number | null>();

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    this.find(null);
  }

  /** @param websiteId null: a page that names no library */
  find(websiteId: number | null): Brand | undefined {
    void this.read(websiteId);
    return this.known.get(websiteId);
  }

  /** That of the library which the address names; of the only one, if it names none. */
  at({ path, query }: Request): Brand | undefined {
    const named = query.library ?? OF_LIBRARY.exec(path)?.[1];
    const websiteId = typeof named === 'string' ? (parseId(named) ?? null) : null;
    return this.find(websiteId) ?? this.known.get(null);
  }

  private async read(websiteId: number | null): Promise<void> {
    if (this.reading.has(websiteId)) return;
    this.reading.add(websiteId);
    try {
      const [only, ...others] = await findBrands(this.database, websiteId);
      if (only !== undefined && others.length === 0) this.known.set(websiteId, only);
      else this.known.delete(websiteId);
    } catch {
      // The known values stay.
    } finally {
      this.reading.delete(websiteId);
    }
  }
}

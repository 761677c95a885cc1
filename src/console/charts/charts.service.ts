import { Injectable } from '@nestjs/common';
import { findLibraryDays, type LibraryDay } from '../../circulation/library-days.store.js';
import { Database } from '../../platform/database/database.js';

/** A library over time: numbers of days, about no person. */
@Injectable()
export class ChartsService {
  constructor(private readonly database: Database) {}

  /** Oldest first. */
  of(websiteId: number, days: number): Promise<LibraryDay[]> {
    return findLibraryDays(this.database, websiteId, days);
  }
}

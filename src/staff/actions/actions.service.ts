import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { findActions } from './action-log.store.js';
import { type ActionListRecord, representActions } from './actions.representation.js';
import type { Page } from '../requests/paging.requests.js';

/** What staff did in the last 90 days. */
@Injectable()
export class ActionsService {
  constructor(private readonly database: Database) {}

  /**
   * The latest first.
   * @param websiteIds only in these libraries; undefined: in all there are
   */
  async find(
    websiteIds: readonly number[] | undefined,
    patronId: number | undefined,
    page: Page,
  ): Promise<ActionListRecord> {
    return representActions(await findActions(this.database, websiteIds, patronId, page));
  }
}

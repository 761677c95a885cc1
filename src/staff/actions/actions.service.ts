import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { findActions } from './action-log.store.js';
import { type ActionListRecord, representActions } from './actions.representation.js';
import type { Page } from '../requests/paging.requests.js';

/** The actions of the last 90 days. */
@Injectable()
export class ActionsService {
  constructor(private readonly database: Database) {}

  /**
   * Latest first.
   * @param websiteIds undefined: all libraries
   */
  async find(
    websiteIds: readonly number[] | undefined,
    patronId: number | undefined,
    page: Page,
  ): Promise<ActionListRecord> {
    return representActions(await findActions(this.database, websiteIds, patronId, page));
  }
}

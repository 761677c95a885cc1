import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { findActions, type RecordedAction } from '../../staff/actions/action-log.store.js';
import { librariesOf } from '../../staff/permissions/permissions.js';
import type { StaffPrincipal } from '../../staff/permissions/staff-principal.js';
import type { Page } from '../paging.requests.js';

interface ActionFilter {
  readonly websiteId?: number;
  readonly patronId?: number;
}

/** What staff did in the last 90 days. */
@Injectable()
export class ActionsService {
  constructor(private readonly database: Database) {}

  /** The latest first, of the libraries that `staff` administers. */
  find({ websiteId, patronId }: ActionFilter, page: Page, staff: StaffPrincipal): Promise<RecordedAction[]> {
    const own = librariesOf(staff, 'GET /operator/v1/actions');
    const websiteIds = websiteId === undefined ? own : [websiteId];
    return findActions(this.database, { websiteIds, patronId, ...page });
  }
}

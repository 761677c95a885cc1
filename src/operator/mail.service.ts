import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { recordAction } from '../staff/action-log.js';
import { librariesOf } from '../staff/permissions.js';
import type { StaffPrincipal } from '../staff/staff-principal.js';
import {
  findLibrariesOfUnsent,
  findUnsentNotices,
  retryUnsentNotices,
  type UnsentNotice,
} from './mail.store.js';
import type { Page } from './paging.requests.js';

/** Notices that were not delivered, of the libraries of whoever asks. */
@Injectable()
export class MailService {
  constructor(private readonly database: Database) {}

  unsent(page: Page, staff: StaffPrincipal): Promise<UnsentNotice[]> {
    return findUnsentNotices(this.database, page, librariesOf(staff, 'GET /operator/v1/mail'));
  }

  /** @returns how many notices are sent again now */
  async retry(staff: StaffPrincipal): Promise<number> {
    const own = librariesOf(staff, 'POST /operator/v1/mail/retry');
    for (const websiteId of await findLibrariesOfUnsent(this.database, own))
      await recordAction(this.database, { staff, action: 'mail-retried', websiteId });
    return retryUnsentNotices(this.database, own);
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { findUnsentNotices, retryUnsentNotices, type UnsentNotice } from './mail.store.js';
import type { Page } from './paging.requests.js';

/** Notices that were not delivered. */
@Injectable()
export class MailService {
  constructor(private readonly database: Database) {}

  unsent(page: Page): Promise<UnsentNotice[]> {
    return findUnsentNotices(this.database, page);
  }

  /** @returns how many notices are sent again now */
  retry(): Promise<number> {
    return retryUnsentNotices(this.database);
  }
}

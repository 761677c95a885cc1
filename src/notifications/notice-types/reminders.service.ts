import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import type { LibraryGroup } from '../../platform/database/library-groups.js';
import { writeReminders } from '../sending/notice-outbox.store.js';
import { claimReminders, findDueReminders } from './reminders.store.js';

const REMINDERS_AT_ONCE = 500;

/** Reminds patrons some hours before a pickup ends, if their library wants that (decision 12). */
@Injectable()
export class RemindersService {
  constructor(private readonly database: Database) {}

  /**
   * Writes the notices of due reminders, each once. Whether the hold is still ready is checked when the mail is sent.
   * @returns how many were due; some, if there are many
   */
  async writeDue(group: LibraryGroup): Promise<number> {
    const due = await findDueReminders(this.database, group, REMINDERS_AT_ONCE);
    for (const [websiteId, own] of Map.groupBy(due, (reminder) => reminder.websiteId))
      await this.database.transaction(async (connection) => {
        const messageIds = own.map(({ messageId }) => messageId);
        const pickups = await claimReminders(connection, websiteId, messageIds);
        await writeReminders(connection, websiteId, pickups);
      });
    return due.length;
  }
}

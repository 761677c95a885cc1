import { Injectable } from '@nestjs/common';
import type { Connection } from '../../platform/database/statement.js';
import { PeriodicTask } from '../../platform/jobs/task.decorators.js';
import { purgeBookmarks } from './bookmarks.store.js';
import { purgeWithdrawnTitles } from './withdrawn-titles.store.js';

@Injectable()
export class HarvestTasks {
  @PeriodicTask('bookmarks')
  purgeBookmarks(connection: Connection): Promise<number> {
    return purgeBookmarks(connection);
  }

  @PeriodicTask('withdrawn-titles')
  purgeWithdrawnTitles(connection: Connection): Promise<number> {
    return purgeWithdrawnTitles(connection);
  }
}

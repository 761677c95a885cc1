import { Injectable } from '@nestjs/common';
import { MINUTE_MS } from '../domain/durations.js';
import { Database } from '../platform/database/database.js';
import { LibraryGroups } from '../platform/database/library-groups.js';
import { PeriodicTask } from '../platform/jobs/task.decorators.js';
import { tellWatchers } from './watch-news.js';

/** Nobody is promised a copy, so nobody has to hear of it at once: each look reads all watches. */
const LOOK_EVERY_MS = 10 * MINUTE_MS;

@Injectable()
export class WatchesTasks {
  private readonly groups: LibraryGroups;
  private nextLook = -Infinity;

  constructor(private readonly database: Database) {
    this.groups = new LibraryGroups(database);
  }

  @PeriodicTask('watches')
  async tell(): Promise<number> {
    if (performance.now() < this.nextLook) return 0;
    let changes = 0;
    for (const group of await this.groups.listAndAll()) changes += await tellWatchers(this.database, group);
    if (changes === 0) this.nextLook = performance.now() + LOOK_EVERY_MS;
    return changes;
  }
}

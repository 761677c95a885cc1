import { Injectable } from '@nestjs/common';
import { lockPatronInGoodStanding } from '../circulation/locks.store.js';
import { writeReviews } from '../circulation/pace/pace-reviews.store.js';
import { deleteReadyAtMost, findReadyAtMost, writeReadyAtMost } from '../circulation/pace/pace.store.js';
import type { PatronKey } from '../domain/patron.js';
import { Database } from '../platform/database/database.js';
import type { Connection } from '../platform/database/statement.js';

/** How many of a patron's holds are ready at the same time (contract: #choose-a-pace, decision 6). */
@Injectable()
export class PaceService {
  constructor(private readonly database: Database) {}

  /** @returns how many at most; undefined: no limit */
  find(patron: PatronKey): Promise<number | undefined> {
    return findReadyAtMost(this.database, patron);
  }

  /** Ready holds stay ready, even if they are more. */
  async choose(patron: PatronKey, readyAtMost: number): Promise<void> {
    await this.change(patron, (connection) => writeReadyAtMost(connection, patron, readyAtMost));
  }

  /** Removes the limit. */
  async lift(patron: PatronKey): Promise<void> {
    await this.change(patron, (connection) => deleteReadyAtMost(connection, patron));
  }

  /** Copies that went past the patron's holds may still be free: a worker looks. Nothing is written for a patron who was just deleted. */
  private async change(patron: PatronKey, write: (connection: Connection) => Promise<void>): Promise<void> {
    await this.database.transaction(async (connection) => {
      await lockPatronInGoodStanding(connection, patron);
      await write(connection);
      await writeReviews(connection, patron.websiteId, [patron.patronId]);
    });
  }
}

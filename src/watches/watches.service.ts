import { Injectable } from '@nestjs/common';
import { lockPatronInGoodStanding } from '../circulation/locks.store.js';
import { Refusal, refusal, refusedField } from '../domain/errors.js';
import type { PatronKey } from '../domain/patron.js';
import type { TitleId } from '../domain/titles/title-id.js';
import { readServiceTime } from '../platform/database/clock.store.js';
import { Database } from '../platform/database/database.js';
import type { Transactions } from '../platform/database/statement.js';
import {
  findWatch,
  isOwnedFor,
  findWatchable,
  listWatches,
  removeWatch,
  type WatchedTitle,
  watchesOthers,
  writeWatch,
} from './watches.store.js';

export type { WatchedTitle } from './watches.store.js';

/** As many as one list can show. */
const MAX_WATCHES = 100;

/** The titles that patrons watch: no place in a queue, and no limit of holds (contract: #watches). */
@Injectable()
export class WatchesService {
  constructor(private readonly database: Database) {}

  /** The latest first. */
  list(patron: PatronKey): Promise<WatchedTitle[]> {
    return listWatches(this.database, patron);
  }

  /** @throws Refusal `NotFound` if the patron does not watch the title */
  async find(patron: PatronKey, title: TitleId): Promise<WatchedTitle> {
    const watched = await findWatch(this.database, patron, title);
    if (watched === undefined) throw refusal('NotFound');
    return watched;
  }

  /**
   * Who watches the title already goes on, with the new address.
   * @param titles all names of the title in the request
   * @param emailAddress undefined: the patron is told nothing, and looks at the list
   * @throws Refusal `NotFound` if the library never had the title, `PatronExceededWatchLimit`, `InvalidFieldValue` if the names are of two titles,
   * `PatronBlocked`, `PatronExpired`
   */
  watch(
    patron: PatronKey,
    titles: readonly [TitleId, ...TitleId[]],
    emailAddress: string | undefined,
    database: Transactions = this.database,
  ): Promise<WatchedTitle> {
    return database.transaction(async (connection) => {
      await lockPatronInGoodStanding(connection, patron);
      const found = await Promise.all(
        titles.map((title) => findWatchable(connection, patron.websiteId, title)),
      );
      const [reserveId] = found;
      if (found.some((each) => each !== reserveId))
        throw refusedField('reserveId', 'names another title than another field.');
      if (reserveId === undefined) throw refusal('NotFound');
      if (await watchesOthers(connection, patron, reserveId, MAX_WATCHES))
        throw new Refusal(
          'PatronExceededWatchLimit',
          `Patron has reached the limit of ${MAX_WATCHES} watches.`,
        );
      const wasOwned = await isOwnedFor(connection, patron, reserveId);
      if (wasOwned === undefined) throw refusal('NotFound');
      const watchedAt = await readServiceTime(connection);
      await writeWatch(connection, patron, {
        reserveId,
        emailAddress: emailAddress ?? null,
        watchedAt,
        wasOwned,
      });
      const watched = await findWatch(connection, patron, { kind: 'reserveId', reserveId });
      if (watched === undefined) throw refusal('NotFound');
      return watched;
    });
  }

  /** @throws Refusal `NotFound` if the patron does not watch the title */
  async unwatch(patron: PatronKey, title: TitleId): Promise<void> {
    await this.database.transaction(async (connection) => {
      if (!(await removeWatch(connection, patron, title))) throw refusal('NotFound');
    });
  }
}

import { Injectable } from '@nestjs/common';
import { lockPatronInGoodStanding } from '../circulation/locks.store.js';
import { changeQueue, type QueueTransaction } from '../circulation/queue-transaction.js';
import { QueueService } from '../circulation/queue.service.js';
import { Refusal, refusal, refusedField } from '../domain/errors.js';
import { permit } from '../domain/holds/hold.js';
import type { PatronKey } from '../domain/patron.js';
import { requireOneTitle, type TitleId } from '../domain/titles/title-id.js';
import { readServiceTime } from '../platform/database/clock.store.js';
import { Database } from '../platform/database/database.js';
import type { Connection, Transactions } from '../platform/database/statement.js';
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

export interface WantedWatch {
  /** All names of the title in the request. */
  readonly titles: readonly [TitleId, ...TitleId[]];
  /** Undefined: the patron is told nothing, and looks at the list. */
  readonly emailAddress: string | undefined;
  /** The patron's hold on the title ends. */
  readonly insteadOfHold: boolean | undefined;
}

/** As many as one list can show. */
const MAX_WATCHES = 100;

/** The titles that patrons watch: no place in a queue, and no limit of holds (contract: #watches). */
@Injectable()
export class WatchesService {
  constructor(
    private readonly database: Database,
    private readonly queues: QueueService,
  ) {}

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
   * @throws Refusal `NotFound` if the library never had the title, `PatronExceededWatchLimit`, `InvalidFieldValue` if the names are of two titles,
   * `PatronDoesntHaveTitleOnHold` and `HoldReadyForCheckout` of the hold in whose place it comes, `PatronBlocked`, `PatronExpired`
   */
  watch(
    patron: PatronKey,
    wanted: WantedWatch,
    database: Transactions = this.database,
  ): Promise<WatchedTitle> {
    return changeQueue(
      database,
      async (transaction) => {
        if (wanted.insteadOfHold === true) await this.endHold(transaction, patron, wanted.titles);
        else await lockPatronInGoodStanding(transaction, patron);
        return watchWithin(transaction, patron, wanted);
      },
      { refusal: 'PatronDoesntHaveTitleOnHold', answer: () => this.find(patron, wanted.titles[0]) },
    );
  }

  private async endHold(
    transaction: QueueTransaction,
    patron: PatronKey,
    titles: WantedWatch['titles'],
  ): Promise<void> {
    const { queue, hold, condition } = await this.queues.lockHold(transaction, patron, titles[0]);
    requireOneTitle(titles, queue);
    permit('watchInstead', condition);
    await this.queues.endHold(transaction, queue, hold, { reason: 'removed-by-patron' });
  }

  /** @throws Refusal `NotFound` if the patron does not watch the title */
  unwatch(patron: PatronKey, title: TitleId): Promise<void> {
    return changeQueue(
      this.database,
      async (transaction) => {
        if (!(await removeWatch(transaction, patron, title))) throw refusal('NotFound');
      },
      { refusal: 'NotFound', answer: () => Promise.resolve() },
    );
  }
}

/** Call it under the patron's lock. */
async function watchWithin(
  connection: Connection,
  patron: PatronKey,
  { titles, emailAddress }: WantedWatch,
): Promise<WatchedTitle> {
  const found = await Promise.all(titles.map((title) => findWatchable(connection, patron.websiteId, title)));
  const [reserveId] = found;
  if (found.some((each) => each !== reserveId))
    throw refusedField('reserveId', 'names another title than another field.');
  if (reserveId === undefined) throw refusal('NotFound');
  if (await watchesOthers(connection, patron, reserveId, MAX_WATCHES))
    throw new Refusal('PatronExceededWatchLimit', `Patron has reached the limit of ${MAX_WATCHES} watches.`);
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
}

import { randomInt } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { violatedConstraint } from '../platform/database/failures.js';
import { type LibraryGroup, LibraryGroups } from '../platform/database/library-groups.js';
import type { Connection } from '../platform/database/statement.js';
import { PeriodicTask } from '../platform/jobs/task.decorators.js';
import { Attempts } from '../platform/attempts.js';
import { Polling } from '../platform/polling.js';
import { EVENT_STREAMS, type EventStream } from './event-types.js';
import * as former from './former-outbox.store.js';
import { shuffleEvents } from './order-of-events.store.js';
import { type EventFollower, isForgotten, moveEvents } from './publication.js';
import * as store from './publisher.store.js';
import * as written from './written-events.store.js';

const EVENTS_AT_ONCE = 2_000;

/** One pass over all libraries. */
interface PublishingRound {
  /** Decided at the round's first titles for all groups: publishing one group must not make the next one wait. */
  haveTitlesRested?: boolean;
}

/**
 * Moves events from the outbox into the feed. One worker at a time does so for each stream, in one transaction: no event is lost or repeated,
 * and positions become visible in their order, whichever transactions wrote the events and however long they took.
 */
@Injectable()
export class EventPublisher {
  private readonly logger = new Logger('Events');
  private readonly groups: LibraryGroups;
  private readonly polling = new Polling(
    () => this.publish(),
    (error) => this.logger.warn({ err: error }, 'Events stay in the outbox; retrying.'),
  );
  private readonly followers: EventFollower[] = [];
  private hasTakenUp = false;

  constructor(private readonly database: Database) {
    this.groups = new LibraryGroups(database);
  }

  /** Call it before the start. */
  follow(follower: EventFollower): void {
    this.followers.push(follower);
  }

  start(): void {
    this.polling.start();
  }

  /** Resolves when the work in progress is done. */
  stop(): Promise<void> {
    return this.polling.stop();
  }

  /** Shuffles patrons' events of hours that are over. */
  @PeriodicTask('order-of-events')
  shuffle(): Promise<number> {
    const seed = String(randomInt(2 ** 47));
    return this.database.transaction(async (connection) =>
      (await store.lockStream(connection, 'patrons')) === undefined ? 0 : shuffleEvents(connection, seed),
    );
  }

  /**
   * @returns how many events it has taken from the outbox
   * @throws the error of a step, after all the others: no library waits for another, or for a node that is down
   */
  async publish(): Promise<number> {
    const attempts = new Attempts();
    const round: PublishingRound = {};
    let moved = 0;
    await attempts.make(() => this.takeUp());
    await attempts.make(() => this.adoptFormer());
    for (const group of await this.groups.listAndAll())
      for (const stream of EVENT_STREAMS)
        await attempts.make(async () => {
          const published = await this.publishStream(stream, group, round);
          moved += published;
        });
    attempts.throwFirstFailure();
    return moved;
  }

  /** Runs once in the life of a worker. */
  private async takeUp(): Promise<void> {
    if (this.hasTakenUp) return;
    await written.takeUpEvents(this.database);
    this.hasTakenUp = true;
  }

  private async adoptFormer(): Promise<void> {
    if (!(await former.hasFormerEvents(this.database))) return;
    await this.database.transaction(async (connection) => {
      if ((await store.lockStream(connection, 'patrons')) !== undefined)
        await former.adoptFormerEvents(connection);
    });
  }

  /** A batch that fails is split, until the failing event is found and put aside, so that it blocks no other. */
  private async publishStream(
    stream: EventStream,
    group: LibraryGroup,
    round: PublishingRound,
  ): Promise<number> {
    if (!(await this.hasEvents(stream, group))) return 0;
    let moved = 0;
    let most = EVENTS_AT_ONCE;
    while (!this.polling.isStopping) {
      const batch: written.WrittenEvent[] = [];
      try {
        const isDone = await this.database.transaction((connection) =>
          publishBatch(connection, stream, { group, most, round, followers: this.followers }, batch),
        );
        moved += batch.length;
        if (isDone) break;
        most = Math.min(most * 2, EVENTS_AT_ONCE);
      } catch (error) {
        const failure = failureOf(error);
        const [event, ...others] = batch;
        if (failure === undefined || event === undefined) throw error;
        if (others.length === 0) await this.putAside(stream, event, failure);
        most = Math.max(1, Math.floor(batch.length / 2));
      }
    }
    return moved;
  }

  private async hasEvents(stream: EventStream, group: LibraryGroup): Promise<boolean> {
    return (await written.findWrittenEvents(this.database, stream, group, 1)).length > 0;
  }

  private async putAside(stream: EventStream, event: written.WrittenEvent, failure: string): Promise<void> {
    await written.putAside(this.database, stream, event, failure);
    const { websiteId, type } = event;
    this.logger.error({ websiteId, type, failure }, 'An event cannot be published, and was put aside.');
  }
}

interface Publishing {
  readonly group: LibraryGroup;
  readonly most: number;
  readonly round: PublishingRound;
  readonly followers: readonly EventFollower[];
}

/**
 * @param batch is filled with the events that it moves
 * @returns whether it is finished for now. Remaining events wait for another worker, or until titles have rested
 */
async function publishBatch(
  connection: Connection,
  stream: EventStream,
  { group, most, round, followers }: Publishing,
  batch: written.WrittenEvent[],
): Promise<boolean> {
  batch.length = 0;
  const lock = await store.lockStream(connection, stream);
  if (lock === undefined) return true;
  const found = await written.findWrittenEvents(connection, stream, group, most);
  const hasRested = stream === 'patrons' || (round.haveTitlesRested ??= lock.hasRested);
  if (found.length < most && !hasRested) return true;
  batch.push(...found);
  if (!(await store.forgetEventsOf(connection, found.filter(isForgotten)))) {
    batch.length = 0;
    return false;
  }
  if (found.length > 0) await moveEvents(connection, stream, found, followers);
  return found.length < most;
}

/** The error in the data; undefined if the database does not answer, or lacks something, which may happen to any event. */
function failureOf(error: unknown): string | undefined {
  const constraint = violatedConstraint(error);
  if (constraint?.startsWith('SQLSTATE 54') === true) return undefined;
  return constraint ?? (error instanceof TypeError ? error.message : undefined);
}

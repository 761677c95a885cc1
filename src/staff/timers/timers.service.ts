import { Injectable } from '@nestjs/common';
import { Closures } from '../../circulation/closures.service.js';
import { findSecondsToNextDue } from '../../circulation/timers/timers.store.js';
import { refusal } from '../../domain/errors.js';
import { representTime } from '../../http/answers/timestamp.representation.js';
import { readClock } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import { findLibrary } from '../../platform/database/libraries.store.js';
import { DatabaseUnavailable } from '../../platform/database/failures.js';
import type { Queue } from '../../circulation/queue.store.js';
import { type ActionName, recordAction } from '../actions/action-log.js';
import type { StaffPrincipal } from '../permissions/staff-principal.js';
import { readUntil } from '../requests/typed-time.js';
import type { ClosureRecord, TimersRecord } from './timers.representation.js';
import { findQueuesWithPickups, findQueuesWithWaitingHolds, forecastTimers } from './timers.store.js';

const HOURS_AHEAD = 72;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';
const QUEUES_AT_ONCE = 200;
/** The rest is left after this time, so that the answer comes before clients and balancers give up. */
const MAX_WORK_MS = 10_000;

/** Forecasts of what ends by itself, and changes before a library closes for a while. */
@Injectable()
export class LibraryTimersService {
  constructor(
    private readonly database: Database,
    private readonly closures: Closures,
  ) {}

  async read(websiteId: number): Promise<TimersRecord> {
    const secondsToNext = await findSecondsToNextDue(this.database, [websiteId]);
    const { now, aheadSeconds } = await readClock(this.database);
    const hours = await forecastTimers(this.database, websiteId, HOURS_AHEAD);
    return {
      now: representTime(now),
      aheadSeconds,
      lagSeconds: Math.max(0, -(secondsToNext ?? 0)),
      hours: hours.map(({ from, ...ends }) => ({ from: representTime(from), ...ends })),
    };
  }

  /**
   * Extends the library's current pickups until `typed` at least.
   * @throws Refusal `InvalidFieldValue` unless that is within a year from now, `NotFound`
   */
  async extendPickups(websiteId: number, typed: string, staff: StaffPrincipal): Promise<ClosureRecord> {
    const until = await this.begin(websiteId, typed, staff, 'pickups-extended');
    return this.inEachQueue(
      websiteId,
      (after) => findQueuesWithPickups(this.database, websiteId, until, after, QUEUES_AT_ONCE),
      (queue) => this.closures.postponePickups(queue, until),
    );
  }

  /**
   * Suspends all waiting holds until this moment. Suspended and ready holds stay as they are.
   * @throws Refusal `InvalidFieldValue` unless that is within a year from now, `NotFound`
   */
  async suspendHolds(websiteId: number, typed: string, staff: StaffPrincipal): Promise<ClosureRecord> {
    const until = await this.begin(websiteId, typed, staff, 'holds-suspended');
    return this.inEachQueue(
      websiteId,
      (after) => findQueuesWithWaitingHolds(this.database, websiteId, after, QUEUES_AT_ONCE),
      (queue) => this.closures.suspendSome(queue, until),
    );
  }

  /** @returns the end of the closure */
  private async begin(
    websiteId: number,
    typed: string,
    staff: StaffPrincipal,
    action: ActionName,
  ): Promise<Date> {
    const until = await readUntil(this.database, websiteId, typed);
    if ((await findLibrary(this.database, websiteId)) === undefined) throw refusal('NotFound');
    await recordAction(this.database, { staff, action, websiteId });
    return until;
  }

  /**
   * Each step is a transaction for one queue: none stays locked while another is waited for.
   * @param change returns how many holds it has changed, and whether it must be called again
   */
  private async inEachQueue(
    websiteId: number,
    find: (after: string) => Promise<readonly string[]>,
    change: (queue: Queue) => Promise<{ readonly changed: number; readonly isDone: boolean }>,
  ): Promise<ClosureRecord> {
    const deadline = performance.now() + MAX_WORK_MS;
    let [changed, complete, after] = [0, true, BEFORE_ALL];
    for (;;) {
      const found = await find(after);
      for (const reserveId of found)
        try {
          for (let isDone = false; !isDone;) {
            if (performance.now() > deadline) return { changed, complete: false };
            const step = await change({ websiteId, reserveId });
            changed += step.changed;
            ({ isDone } = step);
          }
        } catch (error) {
          if (!(error instanceof DatabaseUnavailable)) throw error;
          complete = false;
        }
      const last = found.at(-1);
      if (last === undefined) return { changed, complete };
      after = last;
    }
  }
}

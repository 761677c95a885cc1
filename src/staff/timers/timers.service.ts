import { Injectable } from '@nestjs/common';
import { findSecondsToNextDue } from '../../circulation/timers/timers.store.js';
import { type Clock, readClock } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import { forecastTimers, type HourOfTimers } from './timers.store.js';

const HOURS_AHEAD = 72;

export interface Timers {
  readonly clock: Clock;
  /** For how long the longest overdue suspension, pickup or loan of the library has been over; 0 if none is overdue. */
  readonly lagSeconds: number;
  readonly hours: readonly HourOfTimers[];
}

/** What time will end in a library. */
@Injectable()
export class LibraryTimersService {
  constructor(private readonly database: Database) {}

  async read(websiteId: number): Promise<Timers> {
    const secondsToNext = await findSecondsToNextDue(this.database, [websiteId]);
    return {
      clock: await readClock(this.database),
      lagSeconds: Math.max(0, -(secondsToNext ?? 0)),
      hours: await forecastTimers(this.database, websiteId, HOURS_AHEAD),
    };
  }
}

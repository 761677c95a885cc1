import { Injectable } from '@nestjs/common';
import { findSecondsToNextDue } from '../../circulation/timers/timers.store.js';
import { representTime } from '../../http/answers/timestamp.representation.js';
import { readClock } from '../../platform/database/clock.store.js';
import { Database } from '../../platform/database/database.js';
import type { TimersRecord } from './timers.representation.js';
import { forecastTimers } from './timers.store.js';

const HOURS_AHEAD = 72;

/** Forecasts of what ends by itself. */
@Injectable()
export class LibraryTimersService {
  constructor(private readonly database: Database) {}

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
}

import { Injectable } from '@nestjs/common';
import { Refusal } from '../domain/errors.js';
import { type Clock, moveClock, readClock } from '../platform/database/clock.store.js';
import { Database } from '../platform/database/database.js';
import { endPickupsInTime } from './pickups.store.js';

/** A hundred years, which keeps all times before the year 9999, the last one that the API can represent. */
const MAX_AHEAD_SECONDS = 100 * 365 * 24 * 3600;

@Injectable()
export class ClockService {
  constructor(private readonly database: Database) {}

  read(): Promise<Clock> {
    return readClock(this.database);
  }

  /**
   * Null resets the clock to the database's own time. The timers run at once.
   * @throws Refusal `InvalidFieldValue` if the clock would be too far ahead
   */
  move(advanceSeconds: number | null): Promise<Clock> {
    return this.database.transaction(async (connection) => {
      // The clock must be moved first (cluster.store.ts).
      await moveClock(connection, advanceSeconds);
      await endPickupsInTime(connection);
      const clock = await readClock(connection);
      if (clock.aheadSeconds > MAX_AHEAD_SECONDS)
        throw new Refusal(
          'InvalidFieldValue',
          `The clock may be ${MAX_AHEAD_SECONDS} seconds ahead at most: reset it.`,
        );
      return clock;
    });
  }
}

import { Injectable } from '@nestjs/common';
import { type Clock, moveClock, readClock } from '../../platform/clock.store.js';
import { Database } from '../../platform/database/database.js';

@Injectable()
export class ClockService {
  constructor(private readonly database: Database) {}

  read(): Promise<Clock> {
    return readClock(this.database);
  }

  /** Null sets the clock back to the database's own time. The timers of every worker look at once. */
  move(advanceSeconds: number | null): Promise<Clock> {
    return this.database.transaction(async (connection) => {
      await moveClock(connection, advanceSeconds);
      return readClock(connection);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { extendToken } from '../access/tokens/tokens.store.js';
import type { Clock } from '../platform/database/clock.store.js';
import { Database } from '../platform/database/database.js';
import { ClockService } from '../sandbox/clock.service.js';

/** The sandbox's clock, for the patron who is signed in to the shelf. */
@Injectable()
export class ShelfClockService {
  constructor(
    private readonly database: Database,
    private readonly clock: ClockService,
  ) {}

  read(): Promise<Clock> {
    return this.clock.read();
  }

  /**
   * Null resets the clock. The patron stays signed in: the token lives as much longer.
   * @throws Refusal `InvalidFieldValue` if the clock would be too far ahead
   */
  async move(advanceSeconds: number | null, token: string): Promise<Clock> {
    // Before the move, because the timers delete expired tokens at once.
    if (advanceSeconds !== null) await extendToken(this.database, token, advanceSeconds);
    return this.clock.move(advanceSeconds);
  }
}

import { representTime, type Timestamp } from '../http/answers/timestamp.representation.js';
import type { Clock } from '../platform/database/clock.store.js';

/** The clock of a sandbox. */
export interface ClockRecord {
  /** The service's time. */
  readonly now: Timestamp;
  /**
   * How far it is ahead of the database's clock.
   * @fraction true
   */
  readonly aheadSeconds: number;
}

export function representClock({ now, aheadSeconds }: Clock): ClockRecord {
  return { now: representTime(now), aheadSeconds };
}

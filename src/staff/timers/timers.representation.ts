import type { Timestamp } from '../../http/answers/timestamp.representation.js';

/** What time will end in a library within three days. */
export interface TimersRecord {
  /** The service's time. */
  readonly now: Timestamp;
  /**
   * How far a sandbox has moved the clock; 0 otherwise.
   * @fraction true
   */
  readonly aheadSeconds: number;
  /**
   * For how long the longest overdue suspension, pickup, checkout or last day of a hold has been over; 0 if none is overdue.
   * @fraction true
   */
  readonly lagSeconds: number;
  /** Hours in which nothing ends are missing. */
  readonly hours: readonly TimerHourRecord[];
}

export interface TimerHourRecord {
  /** The start of the hour. */
  readonly from: Timestamp;
  /** With indefinite ones whose end was announced: their holds end with them. */
  readonly suspensions: number;
  readonly pickups: number;
  readonly checkouts: number;
  /** Holds that are no longer needed then. */
  readonly lastDays: number;
}

import { representTime } from '../../http/timestamp.representation.js';
import type { Clock } from '../../platform/clock.store.js';

export interface ClockRecord {
  /** The service's time. */
  readonly now: string;
  /** How far it is ahead of the database's own. */
  readonly aheadSeconds: number;
}

export function representClock({ now, aheadSeconds }: Clock): ClockRecord {
  return { now: representTime(now), aheadSeconds };
}

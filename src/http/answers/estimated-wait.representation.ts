import type { EstimatedWait, WaitBasis } from '../../domain/waits/estimated-wait.js';
import { representTime, type Timestamp } from './timestamp.representation.js';

/** When a hold is expected to be ready. */
export interface EstimatedWaitRecord {
  /** *Likely by*: when it is ready as likely as not. A time that is more than a year away is told as 366 days from now. */
  readonly likelyBy: Timestamp;
  /** *At the latest, nine times in ten*: by then nine of ten holds are ready. Never before `likelyBy`; more than a year is told as there. */
  readonly latestBy: Timestamp;
  /**
   * `known`: from the queue, and from what the library's patrons did in the last weeks. `borrowed`: the same, but before `latestBy` come terms
   * or holidays such as the library has not lived yet, and they are taken to be like others. `worst-case`: as if every patron before
   * borrowed at the last moment and kept the title to the end; both times are then the same.
   */
  readonly basis: WaitBasis;
}

/** Both absent where nothing is known. */
export interface EstimatedWaitMembers {
  /** Whole days from now to `likelyBy`, rounded up; 366: more than a year. */
  readonly estimatedWaitDays?: number;
  readonly estimatedWait?: EstimatedWaitRecord;
}

export function representWait(wait: EstimatedWait | undefined): EstimatedWaitMembers | undefined {
  if (wait === undefined) return undefined;
  const { days, likelyBy, latestBy, basis } = wait;
  const likely = representTime(likelyBy);
  const latest = likelyBy === latestBy ? likely : representTime(latestBy);
  return { estimatedWaitDays: days, estimatedWait: { likelyBy: likely, latestBy: latest, basis } };
}

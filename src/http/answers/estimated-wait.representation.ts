import type { EstimatedWait, WaitBasis } from '../../domain/waits/estimated-wait.js';
import { representTime, type Timestamp } from './timestamp.representation.js';

/** When a hold is expected to be ready. */
export interface EstimatedWaitRecord {
  /** When it is ready as likely as not. */
  readonly likelyBy: Timestamp;
  /** By then nine of ten holds are ready. */
  readonly latestBy: Timestamp;
  /**
   * `known`: from the queue, and from what the library's patrons did in the last weeks. `worst-case`: as if every patron before borrowed
   * at the last moment and kept the title to the end; both times are then the same.
   */
  readonly basis: WaitBasis;
}

/** Both absent where nothing is known. */
export interface EstimatedWaitMembers {
  /** Whole days from now to `likelyBy`, rounded up. */
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

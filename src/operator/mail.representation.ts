import { representTime, type Timestamp } from '../http/timestamp.representation.js';
import type { ReserveId } from '../http/title.representation.js';
import type { UnsentNotice } from './mail.store.js';

/**
 * A notice that was not delivered: permanently refused by the mail server, waiting for the next attempt, or given up
 * after the last attempt.
 */
export interface UnsentNoticeRecord extends Omit<UnsentNotice, 'reserveId' | 'failedAt' | 'nextAttemptAt'> {
  readonly reserveId: ReserveId;
  readonly failedAt: Timestamp | null;
  readonly nextAttemptAt: Timestamp | null;
}

export interface UnsentNoticeListRecord {
  readonly notices: readonly UnsentNoticeRecord[];
}

/** The number of notices that are sent again now. */
export interface RetriedRecord {
  readonly retried: number;
}

export function representUnsentNotices(notices: readonly UnsentNotice[]): UnsentNoticeListRecord {
  return { notices: notices.map(representUnsentNotice) };
}

function representUnsentNotice({ failedAt, nextAttemptAt, ...notice }: UnsentNotice): UnsentNoticeRecord {
  return {
    ...notice,
    failedAt: failedAt && representTime(failedAt),
    nextAttemptAt: nextAttemptAt && representTime(nextAttemptAt),
  };
}

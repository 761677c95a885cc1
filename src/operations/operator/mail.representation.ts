import { representTime } from '../../http/timestamp.representation.js';
import type { UnsentNotice } from './mail.store.js';

export interface UnsentNoticeRecord extends Omit<UnsentNotice, 'failedAt' | 'nextAttemptAt'> {
  readonly failedAt: string | null;
  readonly nextAttemptAt: string | null;
}

export function representUnsentNotice({
  failedAt,
  nextAttemptAt,
  ...notice
}: UnsentNotice): UnsentNoticeRecord {
  return {
    ...notice,
    failedAt: failedAt && representTime(failedAt),
    nextAttemptAt: nextAttemptAt && representTime(nextAttemptAt),
  };
}

import { representTime, type Timestamp } from '../../http/answers/timestamp.representation.js';
import type { ReserveId } from '../../http/answers/title.representation.js';
import type { UnsentNotice } from './mail.store.js';

/**
 * A notice that was not delivered: permanently refused by the mail server, waiting for the next attempt, given up after
 * the last attempt, or being sent for more than ten seconds.
 */
export interface UnsentNoticeRecord extends Omit<
  UnsentNotice,
  'reserveId' | 'failedAt' | 'nextAttemptAt' | 'sendingSince'
> {
  readonly reserveId: ReserveId;
  /** Null if no attempt has failed yet. */
  readonly failedAt: Timestamp | null;
  /** Null unless the state is `retrying`. */
  readonly nextAttemptAt: Timestamp | null;
  /** The start of the attempt in progress; null unless the state is `sending`. */
  readonly sendingSince: Timestamp | null;
}

export interface UnsentNoticeListRecord {
  readonly notices: readonly UnsentNoticeRecord[];
}

/** The number of notices that are sent again now. */
export interface RetriedRecord {
  readonly retried: number;
}

export function representUnsentNotices(notices: readonly UnsentNotice[]): UnsentNoticeListRecord {
  const record = notices.map(({ failedAt, nextAttemptAt, sendingSince, ...notice }) => ({
    ...notice,
    failedAt: failedAt && representTime(failedAt),
    nextAttemptAt: nextAttemptAt && representTime(nextAttemptAt),
    sendingSince: sendingSince && representTime(sendingSince),
  }));
  return { notices: record };
}

/** Why no notice is sent: the setting MAIL_PAUSED, or the database is a restored copy. */
export type MailPauseReason = 'setting' | 'restored-copy';

/** Whether notices are being sent. */
export interface MailStatusRecord {
  /** `setting`: by MAIL_PAUSED. `restored-copy`: the database is a restored copy. Null: mail is not paused. */
  readonly paused: MailPauseReason | null;
  /** Notices that were neither sent, refused nor given up. */
  readonly waiting: number;
  /**
   * Age of the oldest of them; 0 if there is none.
   * @fraction true
   */
  readonly oldestSeconds: number;
  /**
   * Libraries whose notices are not counted, because their node of a database cluster does not answer. Usually empty.
   */
  readonly unreachableLibraries: readonly number[];
}

/** A notice as the library's patrons would get it, about a title that is only an example. */
export interface NoticePreviewRecord {
  readonly subject: string;
  readonly text: string;
  /** A whole page. Show it where it can run no script. */
  readonly html: string;
  /** The same as a text message. Null: the library has no gateway for them. */
  readonly textMessage: string | null;
  /** The language tag that it is written in. */
  readonly language: string;
  readonly direction: 'ltr' | 'rtl';
}

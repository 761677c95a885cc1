import type { Timestamp } from '../http/answers/timestamp.representation.js';
import type { WrittenMail } from './written-mails.js';

/** Mails that were written to files: there is no mail server. */
export interface WrittenMailListRecord {
  /** The newest first, at most 20. */
  readonly mails: readonly WrittenMailRecord[];
}

export interface WrittenMailRecord {
  /** By the machine's clock, not the sandbox's. */
  readonly writtenAt: Timestamp;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

export function representWrittenMails(mails: readonly WrittenMail[]): WrittenMailListRecord {
  return { mails };
}

/** The job that tells a patron "it's yours now". */
export const READY_NOTICE = 'ready-notice';

/** Which hold became ready, and until when: the end of its pickup window, as ISO 8601 text. It names no patron. */
export interface ReadyNotice {
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  readonly expiresAt: string;
}

/** The job that tells a patron "it's yours now". */
export const READY_NOTICE = 'ready-notice';

/** The ready hold, and the end of its pickup as ISO 8601 text. It names no patron. */
export interface ReadyNotice {
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  readonly expiresAt: string;
}

/** The job that tells a patron "it's yours now". */
export const READY_NOTICE = 'ready-notice';

/** Which hold became ready, and on which occasion: the end of its pickup window, as ISO 8601 text. It names no patron. */
export interface ReadyNotice {
  readonly websiteId: number;
  readonly reserveId: string;
  readonly ticket: number;
  readonly expiresAt: string;
}

/**
 * SQL that writes one job for each row of `ready` (website_id, reserve_id, ticket, expires_at, email_address) whose hold
 * has an address: in the transaction that made it ready, so that neither can be without the other.
 */
export const ENQUEUE_READY_NOTICES = `
  SELECT FROM graphile_worker.add_jobs(ARRAY(
    SELECT ROW(
      '${READY_NOTICE}',
      json_build_object('websiteId', website_id, 'reserveId', reserve_id, 'ticket', ticket, 'expiresAt', expires_at),
      NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec
    FROM ready WHERE email_address IS NOT NULL))`;

import type { PatronKey } from '../../domain/patron.js';
import { type Connection, statement } from '../../platform/database/statement.js';
import { findProfile } from '../../patrons/patrons.store.js';

/** What became of the notice that a title is ready. */
export type NoticeOutcome = 'sent' | 'refused' | 'waiting' | 'no-address';

/** What staff need beside the data of an export. */
export interface OverviewFacts {
  readonly limits: { readonly holds: number; readonly checkouts: number };
  /** By reserveId. */
  readonly titles: Readonly<Record<string, string>>;
  /** Of ready holds, by reserveId. */
  readonly notices: Readonly<Record<string, NoticeOutcome>>;
}

const TITLES = statement<{ reserveId: string; title: string }>(
  'patron-overview-titles',
  `SELECT t.reserve_id AS "reserveId", t.title FROM title t
   WHERE t.reserve_id IN (SELECT reserve_id FROM hold WHERE website_id = $1 AND patron_id = $2)
      OR t.reserve_id IN (SELECT reserve_id FROM checkout WHERE website_id = $1 AND patron_id = $2)`,
);

const NOTICES = statement<{ reserveId: string; outcome: NoticeOutcome }>(
  'patron-overview-notices',
  `SELECT h.reserve_id AS "reserveId",
     CASE WHEN h.email_address IS NULL THEN 'no-address'
       WHEN h.notice_sent_for = h.expires_at THEN 'sent'
       WHEN EXISTS (SELECT FROM notice_failure f
                    WHERE f.website_id = $1 AND f.reserve_id = h.reserve_id AND f.ticket = h.ticket
                      AND f.expires_at = h.expires_at) THEN 'refused'
       ELSE 'waiting' END AS outcome
   FROM hold h WHERE h.website_id = $1 AND h.patron_id = $2 AND h.expires_at IS NOT NULL`,
);

/** Undefined if there is no such patron. */
export async function findOverviewFacts(
  connection: Connection,
  patron: PatronKey,
): Promise<OverviewFacts | undefined> {
  const profile = await findProfile(connection, patron);
  if (profile === undefined) return undefined;
  const values = [patron.websiteId, patron.patronId];
  const titles = await connection.run(TITLES, values);
  const notices = await connection.run(NOTICES, values);
  return {
    limits: { holds: profile.holdLimit, checkouts: profile.checkoutLimit },
    titles: Object.fromEntries(titles.map(({ reserveId, title }) => [reserveId, title])),
    notices: Object.fromEntries(notices.map(({ reserveId, outcome }) => [reserveId, outcome])),
  };
}

import { HAS_GATEWAY, KNOWS_PATRONS } from './text-gateway.store.js';

/** SQL for "the patron `p` wants text messages and can get them"; `s` are the settings of the library. */
export const GETS_TEXTS = `((p.notices_by IN ('text', 'both') AND ${HAS_GATEWAY} AND (${KNOWS_PATRONS} OR p.phone IS NOT NULL)) IS TRUE)`;

/** SQL for "the patron `p` gets push messages": the library offers them, and the patron has a browser for them, or had one a short while ago. */
export const GETS_PUSH = '((s.notice_push AND p.has_push) IS TRUE)';

/** SQL for "the patron `p` can be told without an address". */
export const GETS_TEXTS_OR_PUSH = `(${GETS_TEXTS} OR ${GETS_PUSH})`;

/** SQL for a condition on a patron of a library, where neither is at hand. */
const isTrueOf = (condition: string, websiteId: string, patronId: string): string => `EXISTS (
  SELECT FROM patron p JOIN library_settings s USING (website_id)
  WHERE p.website_id = ${websiteId} AND p.patron_id = ${patronId} AND ${condition})`;

export const getsTexts = (websiteId: string, patronId: string): string =>
  isTrueOf(GETS_TEXTS, websiteId, patronId);

export const getsTextsOrPush = (websiteId: string, patronId: string): string =>
  isTrueOf(GETS_TEXTS_OR_PUSH, websiteId, patronId);

const channels = (address: string): string => `
  SELECT 'text' AS channel WHERE ${GETS_TEXTS}
  UNION ALL SELECT 'mail' WHERE ${address} IS NOT NULL AND NOT (${GETS_TEXTS} AND p.notices_by = 'text')`;

/** SQL for how the patron `p` is told; whoever cannot get text messages is told by mail. */
export const NOTICES_BY = `COALESCE(CASE WHEN ${GETS_TEXTS} THEN p.notices_by END, 'mail')`;

/**
 * SQL for the rows of channels by which the patron `p` is told, in the column `channel`. Who cannot get text messages is told by mail, if there is
 * an address.
 * @param address SQL for the address of mails
 */
export const channelsOf = (address: string): string => `(${channels(address)})`;

/** SQL for the same, with the push messages that accompany them. */
export const channelsAndPush = (address: string): string => `(${channels(address)}
  UNION ALL SELECT 'push' WHERE ${GETS_PUSH})`;

import { HAS_GATEWAY, KNOWS_PATRONS } from './text-gateway.store.js';

/** SQL for "the patron `p` wants text messages and can get them"; `s` are the settings of the library. */
export const GETS_TEXTS = `((p.notices_by IN ('text', 'both') AND ${HAS_GATEWAY} AND (${KNOWS_PATRONS} OR p.phone IS NOT NULL)) IS TRUE)`;

/** SQL for the same of a patron of a library, where neither is at hand. */
export const getsTexts = (websiteId: string, patronId: string): string => `EXISTS (
  SELECT FROM patron p JOIN library_settings s USING (website_id)
  WHERE p.website_id = ${websiteId} AND p.patron_id = ${patronId} AND ${GETS_TEXTS})`;

/** SQL for how the patron `p` is told; whoever cannot get text messages is told by mail. */
export const NOTICES_BY = `COALESCE(CASE WHEN ${GETS_TEXTS} THEN p.notices_by END, 'mail')`;

/**
 * SQL for the rows of channels by which the patron `p` is told, in the column `channel`. Who cannot get text messages is told by mail, if there is
 * an address.
 * @param address SQL for the address of mails
 */
export const channelsOf = (address: string): string => `(
  SELECT 'text' AS channel WHERE ${GETS_TEXTS}
  UNION ALL SELECT 'mail' WHERE ${address} IS NOT NULL AND NOT (${GETS_TEXTS} AND p.notices_by = 'text'))`;

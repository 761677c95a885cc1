import type { PatronKey } from '../../domain/patron.js';
import { statement } from '../../platform/database/statement.js';

/** Until the desk lifts it. @returns false if there is no such patron */
export const blockPatron = statement(
  'patron-block',
  `UPDATE patron SET blocked_by_desk = $3 WHERE website_id = $1 AND patron_id = $2 RETURNING 1 AS one`,
).any(({ websiteId, patronId }: PatronKey, reason: string) => [websiteId, patronId, reason]);

/** Also the block of the library's records and system, until they say it again. @returns false if there is no such patron */
export const liftBlock = statement(
  'patron-lift-block',
  `UPDATE patron SET blocked_by_desk = NULL, blocked_reason = NULL
   WHERE website_id = $1 AND patron_id = $2 RETURNING 1 AS one`,
).any(({ websiteId, patronId }: PatronKey) => [websiteId, patronId]);

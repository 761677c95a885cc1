import { statement } from '../platform/database/statement.js';

// Each start runs this. Prisma's client would take much of its time to load.

/** The lowest number of a library; undefined if there is none. */
export const findFirstLibrary = statement<{ websiteId: number }>(
  'demo-first-library',
  'SELECT website_id AS "websiteId" FROM library ORDER BY website_id LIMIT 1',
).value('websiteId');

/** The lowest patron numbers, at most `limit`. */
export const findFirstPatrons = statement<{ patronId: number }>(
  'demo-first-patrons',
  'SELECT patron_id AS "patronId" FROM patron ORDER BY patron_id LIMIT $1',
).column('patronId', (limit: number) => [limit]);

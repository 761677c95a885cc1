import { type Connection, statement } from '../platform/database/statement.js';

// Each start asks this. Prisma's client would take a good part of its time to load.

const FIRST_LIBRARY = statement<{ websiteId: number }>(
  'demo-first-library',
  'SELECT website_id AS "websiteId" FROM library ORDER BY website_id LIMIT 1',
);

const FIRST_PATRONS = statement<{ patronId: number }>(
  'demo-first-patrons',
  'SELECT patron_id AS "patronId" FROM patron ORDER BY patron_id LIMIT $1',
);

/** The lowest number of a library; undefined if there is none. */
export async function findFirstLibrary(connection: Connection): Promise<number | undefined> {
  const [library] = await connection.run(FIRST_LIBRARY);
  return library?.websiteId;
}

/** The lowest patron numbers, as many as there are up to `limit`. */
export async function findFirstPatrons(connection: Connection, limit: number): Promise<number[]> {
  const patrons = await connection.run(FIRST_PATRONS, [limit]);
  return patrons.map(({ patronId }) => patronId);
}

import type { PatronKey } from '../../domain/patron.js';
import { type Connection, statement } from '../../platform/database/statement.js';

const CATEGORIES = statement<{ category: string }>(
  'patron-categories',
  `SELECT category FROM patron_category WHERE website_id = $1 ORDER BY category`,
);

/** The names of the library's categories. */
export async function findCategories(connection: Connection, websiteId: number): Promise<string[]> {
  const rows = await connection.run(CATEGORIES, [websiteId]);
  return rows.map(({ category }) => category);
}

const CHANGE = statement(
  'patron-change-category',
  `UPDATE patron SET category = $3 WHERE website_id = $1 AND patron_id = $2 RETURNING 1 AS one`,
);

/** Locks the patron. @returns false if there is none */
export async function changeCategory(
  connection: Connection,
  { websiteId, patronId }: PatronKey,
  category: string,
): Promise<boolean> {
  return (await connection.run(CHANGE, [websiteId, patronId, category])).length > 0;
}

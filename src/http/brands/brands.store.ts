import type { Brand } from '../../platform/html/column-page.js';
import { NAME_FOR_PATRONS } from '../../platform/database/libraries.store.js';
import { lookup } from '../../platform/database/statement.js';

/** The brand of one library; of all for null. Two rows are enough to know that there are several. */
export const findBrands = lookup<Brand>(
  'library-brands',
  `SELECT ${NAME_FOR_PATRONS} AS name, s.notice_homepage AS homepage, s.notice_logo AS logo, s.notice_color AS color,
     s.shelf_help AS help
   FROM library l LEFT JOIN library_settings s USING (website_id)
   WHERE l.website_id = COALESCE($1::int, l.website_id) LIMIT 2`,
).all((websiteId: number | null) => [websiteId]);

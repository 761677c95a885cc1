import type { NamedLibrary } from '../platform/database/libraries.store.js';
import { statement } from '../platform/database/statement.js';

/** More would be no list to choose from: a library then links to the shelf with its own number. */
const MAX_LIBRARIES = 500;

export const listLibraries = statement<NamedLibrary>(
  'shelf-libraries',
  `SELECT website_id AS "websiteId", name FROM library ORDER BY lower(name), website_id LIMIT ${MAX_LIBRARIES}`,
).all();

import { groupSearch } from '../../platform/database/library-groups.js';
import type { NamedLibrary } from '../../platform/database/libraries.store.js';

/** The rows are `NamedLibrary`, by name. */
export const LIBRARIES = groupSearch<NamedLibrary>(
  'console-libraries',
  0,
  (inGroup) => `
  SELECT website_id AS "websiteId", name FROM library WHERE ${inGroup} ORDER BY name, website_id`,
);

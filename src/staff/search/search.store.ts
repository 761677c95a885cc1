import { lookup } from '../../platform/database/statement.js';

/** Stands for what any category of the library may use. Undefined: there is no such library any more. */
export const findCollectionToken = lookup<{ collectionToken: string }>(
  'console-search-collections',
  `SELECT collection_token AS "collectionToken" FROM library WHERE website_id = $1`,
).value('collectionToken', (websiteId: number) => [websiteId]);

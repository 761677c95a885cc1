import type { Queue } from '../../../circulation/queue.service.js';
import { bulkStatement, type Connection, statement } from '../../../platform/database/statement.js';

/** What an operator changes in a title is stamped at once, for clients that ask what has changed. */
const STAMPED = 'UPDATE title_queue SET title_changed_at = service_now(), changed_at = service_now()';

const STAMP = statement('records-stamp-title', `${STAMPED} WHERE website_id = $1 AND reserve_id = $2`);

/** Stamps a title of one library as changed. */
export async function stampTitle(connection: Connection, { websiteId, reserveId }: Queue): Promise<void> {
  await connection.run(STAMP, [websiteId, reserveId]);
}

const STAMP_EACH = bulkStatement(`${STAMPED} WHERE website_id = $1 AND reserve_id = ANY ($2::uuid[])`);

/** Stamps titles of one library as changed. */
export async function stampTitles(
  connection: Connection,
  websiteId: number,
  reserveIds: readonly string[],
): Promise<void> {
  await connection.run(STAMP_EACH, [websiteId, reserveIds]);
}

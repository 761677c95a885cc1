import type { Queue } from '../../../circulation/queue.service.js';
import { type Connection, statement } from '../../../platform/database/statement.js';
import { rememberWithdrawn, markTitleUpdated } from '../../engine/title-changes.store.js';

export const isTitle = statement('records-withdrawal-title', `SELECT FROM title WHERE reserve_id = $1`).any(
  (reserveId: string) => [reserveId],
);

const HAS_COPIES = statement(
  'records-withdrawal-has-copies',
  `SELECT FROM copies WHERE website_id = $1 AND reserve_id = $2 AND NOT (withdrawn AND owned = 0) LIMIT 1`,
);
const REMOVE = statement(
  'records-withdrawal-remove-copies',
  `DELETE FROM copies WHERE website_id = $1 AND reserve_id = $2 AND on_loan = 0`,
);
const RETIRE = statement(
  'records-withdrawal-retire-copies',
  `UPDATE copies SET owned = 0, retiring = on_loan, withdrawn = true WHERE website_id = $1 AND reserve_id = $2`,
);

/** No copy of the title may be set aside. The queue stays, with its tickets. A second withdrawal changes nothing. */
export async function withdrawCopies(connection: Connection, queue: Queue): Promise<void> {
  const values = [queue.websiteId, queue.reserveId];
  if ((await connection.run(HAS_COPIES, values)).length === 0) return;
  await rememberWithdrawn(connection, queue);
  await Promise.all([
    markTitleUpdated(connection, queue),
    connection.run(REMOVE, values),
    connection.run(RETIRE, values),
  ]);
}

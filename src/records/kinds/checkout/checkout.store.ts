import type { BorrowedTitle } from '../../../checkouts/checkouts.store.js';
import { writeTitleChanged } from '../../../events/outbox.store.js';
import { type Connection, statement } from '../../../platform/database/statement.js';
import type { CheckoutKey } from './checkout.schema.js';

const CHANGE = statement(
  'records-checkout-change',
  `UPDATE checkout SET checked_out_at = $4, expires_at = $5, format_type = $6
   WHERE website_id = $1 AND patron_id = $2 AND reserve_id = $3`,
);

/** Under the lock of its queue, whose waits depend on when loans end. */
export async function changeLoan(
  connection: Connection,
  { websiteId, patronId, reserveId }: CheckoutKey,
  { checkedOutAt, expiresAt, formatType }: Pick<BorrowedTitle, 'checkedOutAt' | 'expiresAt' | 'formatType'>,
): Promise<void> {
  await Promise.all([
    connection.run(CHANGE, [websiteId, patronId, reserveId, checkedOutAt, expiresAt, formatType]),
    writeTitleChanged(connection, { websiteId, reserveId }),
  ]);
}

import type { BorrowedTitle } from '../../../checkouts/checkouts.store.js';
import { writeTitleChanged } from '../../../events/outbox.store.js';
import type { Connection } from '../../../platform/database/statement.js';
import type { CheckoutKey } from './checkout.schema.js';

/** Call it while holding the lock of the queue, whose waits depend on when loans end. */
export async function changeLoan(
  connection: Connection,
  { websiteId, patronId, reserveId }: CheckoutKey,
  { checkedOutAt, expiresAt, formatType }: Pick<BorrowedTitle, 'checkedOutAt' | 'expiresAt' | 'formatType'>,
): Promise<void> {
  await connection.prisma.checkout.updateMany({
    where: { websiteId, patronId, reserveId },
    data: { checkedOutAt, expiresAt, formatType },
  });
  await writeTitleChanged(connection, { websiteId, reserveId });
}

import { DELETED_LICENCE } from '../../../circulation/licences/licence-columns.store.js';
import type { Queue } from '../../../circulation/queue.service.js';
import { type Connection, statement } from '../../../platform/database/statement.js';
import { rememberWithdrawn, markTitleUpdated } from '../../engine/title-changes.store.js';

export async function isTitle({ prisma }: Connection, reserveId: string): Promise<boolean> {
  return (await prisma.title.count({ where: { reserveId } })) > 0;
}

const RETIRE = statement(
  'records-withdrawal-retire-copies',
  `UPDATE copies SET owned = 0, licensed = 0, is_unlimited = false, lucky_owned = 0, lucky_licensed = 0, retiring = on_loan, withdrawn = true
   WHERE website_id = $1 AND reserve_id = $2`,
);

/** No copy of the title may be set aside. The queue and its tickets stay. A second withdrawal changes nothing. */
export async function withdrawCopies(connection: Connection, queue: Queue): Promise<void> {
  const { websiteId, reserveId } = queue;
  const { prisma } = connection;
  const where = { websiteId, reserveId };
  if (
    (await prisma.copies.count({
      where: { ...where, NOT: { withdrawn: true, owned: 0, luckyOwned: 0 } },
    })) === 0
  )
    return;
  await rememberWithdrawn(connection, queue);
  await markTitleUpdated(connection, queue);
  await prisma.checkout.updateMany({
    where: { ...where, licenceId: { not: null } },
    data: { licenceId: DELETED_LICENCE },
  });
  await prisma.licence.deleteMany({ where });
  await prisma.copies.deleteMany({ where: { ...where, onLoan: 0, luckyOnLoan: 0 } });
  await connection.run(RETIRE, [websiteId, reserveId]);
}

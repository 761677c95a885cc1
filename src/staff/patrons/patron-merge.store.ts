import { holdEvent, traceWith } from '../../circulation/hold-trace.store.js';
import type { Queue } from '../../circulation/queue.service.js';
import type { PatronKey } from '../../domain/patron.js';
import { type Connection, statement } from '../../platform/database/statement.js';

export interface Loan {
  readonly patronId: number;
  readonly expiresAt: Date;
  /** The library's setting. */
  readonly renewalDays: number;
}

/** The two patrons' loans of the same titles; the loan that ends first comes first. */
export const findLoans = statement<Loan>(
  'merge-loans',
  `SELECT patron_id AS "patronId", expires_at AS "expiresAt", renewal_days AS "renewalDays"
   FROM checkout JOIN library USING (website_id)
   WHERE website_id = $1 AND patron_id IN ($2, $3) AND reserve_id = $4 ORDER BY expires_at`,
).all((from: PatronKey, into: PatronKey, { reserveId }: Queue) => [
  from.websiteId,
  from.patronId,
  into.patronId,
  reserveId,
]);

const MOVE_HOLDS = statement(
  'merge-move-holds',
  `UPDATE hold h SET patron_id = $3, trace = ${traceWith(holdEvent('card-changed'))}
   WHERE website_id = $1 AND patron_id = $2`,
);

const REMEMBER = statement(
  'merge-remember',
  `UPDATE patron p SET last_hold_email = COALESCE(p.last_hold_email, old.last_hold_email),
     existing_patron = p.existing_patron OR old.existing_patron,
     blocked_by_desk = COALESCE(p.blocked_by_desk, old.blocked_by_desk)
   FROM patron old
   WHERE p.website_id = $1 AND p.patron_id = $3 AND old.website_id = $1 AND old.patron_id = $2`,
);

/**
 * Gives all holds and loans of `from` to `into`, with unsent notices about ended holds. `into` may have none on the same titles. Call it under the
 * queues' locks.
 */
export async function moveHoldsAndLoans(
  connection: Connection,
  from: PatronKey,
  into: PatronKey,
): Promise<void> {
  const { websiteId, patronId } = from;
  const values = [websiteId, patronId, into.patronId];
  await Promise.all([MOVE_HOLDS, REMEMBER].map((step) => connection.run(step, values)));
  const move = { where: { websiteId, patronId }, data: { patronId: into.patronId } };
  await connection.prisma.checkout.updateMany(move);
  await connection.prisma.endedNotice.updateMany(move);
}

import { permitLastDay } from '../../domain/holds/placement.js';
import type { NotNeeded } from '../../domain/holds/hold.js';
import type { Connection } from '../../platform/database/statement.js';
import { findLocalDays } from './last-day.store.js';

/**
 * The last day on which a patron of the library wants a title, with its end there.
 * @throws Refusal `InvalidFieldValue` when it is over, or too far ahead
 */
export async function readLastDay(
  connection: Connection,
  websiteId: number,
  day: string,
): Promise<NotNeeded> {
  const [found] = await findLocalDays(connection, websiteId, [day]);
  if (found === undefined) throw new Error('A day without an end.');
  permitLastDay(day, found.today);
  return { after: day, from: found.endsAt };
}

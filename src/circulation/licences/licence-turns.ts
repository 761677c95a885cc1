import { endedCopies, holdsToTakeBack } from '../../domain/holds/licence-end.js';
import { writeLicenceEvents, writeTitleChanged } from '../../events/outbox.store.js';
import { writeNotices } from '../../notifications/sending/notice-outbox.store.js';
import type { Connection } from '../../platform/database/statement.js';
import { writeHoldEvents } from '../event-facts.store.js';
import { forgetLostCopies, markLostCopies } from '../lost-copies.store.js';
import { writeReviewsOfHolds } from '../pace/pace-reviews.store.js';
import type { Queue } from '../../domain/holds/queue.js';
import { findHoldsWithoutLicence, findStillWaiting, takeBackCopies } from './ready-holds.store.js';
import { countLicensed, findLicences, findUse, isTurnDue, turn } from './licences.store.js';

/**
 * Lets the licences of a locked queue begin and end whose time has come.
 * @returns the holds that were ready and wait again
 */
export async function applyTurns(connection: Connection, queue: Queue): Promise<readonly number[]> {
  if (!(await isTurnDue(connection, queue))) return [];
  await writeTitleChanged(connection, queue);
  return changeLicences(connection, queue, () => turnLicences(connection, queue));
}

/**
 * Lets licences begin and end whose time has come, and tells so.
 * @param changed those that were just written
 */
export async function turnLicences(
  connection: Connection,
  queue: Queue,
  changed: readonly string[] = [],
): Promise<void> {
  const turned = await turn(connection, queue, changed);
  const events = turned.flatMap(({ isNew, isEnding, hasEnded, isSpent, ...licence }) => [
    ...(isNew ? [{ ...licence, type: 'licence.added' as const }] : []),
    ...(isEnding && !isSpent ? [{ ...licence, type: 'licence.ending' as const }] : []),
    ...(hasEnded && !isSpent ? [{ ...licence, type: 'licence.ended' as const }] : []),
  ]);
  if (events.length > 0) await writeLicenceEvents(connection, queue, events);
}

/**
 * Changes licences of a locked queue, and counts their copies anew. Copies that become free are not assigned here. Ready holds that a licence
 * leaves without a copy wait again, those that were ready last first; if the library has no copy left, patrons are told so. That the title has
 * changed is for the caller to write.
 * @returns the holds that wait again
 */
export async function changeLicences(
  connection: Connection,
  queue: Queue,
  change: () => Promise<void>,
): Promise<readonly number[]> {
  const [before, uses] = [await findLicences(connection, queue), await findUse(connection, queue)];
  await change();
  const after = await findLicences(connection, queue);
  await countLicensed(connection, queue);
  const tickets: number[] = [];
  for (const use of uses) {
    const { number, ends } = endedCopies(use.collectionId, before, after);
    const taken = holdsToTakeBack(use, number);
    if (ends.length > 0 || taken > 0)
      tickets.push(...(await findHoldsWithoutLicence(connection, queue, use.collectionId, taken, ends)));
  }
  if (tickets.length > 0) await takeBack(connection, queue, tickets);
  await markLostCopies(
    connection,
    uses.map(({ collectionId }) => ({ ...queue, collectionId })),
  );
  await forgetLostCopies(connection, [queue]);
  return tickets;
}

async function takeBack(connection: Connection, queue: Queue, tickets: readonly number[]): Promise<void> {
  await Promise.all([
    writeHoldEvents(connection, 'hold.waiting', queue, tickets),
    writeReviewsOfHolds(connection, queue, tickets),
    takeBackCopies(connection, queue, tickets),
  ]);
}

/** Of holds that were ready until their licence ended, the patrons of those that no other copy has come to. */
export async function tellOfEndedLicences(
  connection: Connection,
  queue: Queue,
  tickets: readonly number[],
): Promise<void> {
  if (tickets.length === 0) return;
  const waiting = await findStillWaiting(connection, queue, tickets);
  if (waiting.length > 0) await writeNotices(connection, 'licence-ended', queue, waiting);
}

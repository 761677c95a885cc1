import { endedCopies, holdsToTakeBack } from '../../domain/holds/licence-end.js';
import { writeLicenceEvents, writeTitlesChanged } from '../../events/outbox.store.js';
import { writeNotices } from '../../notifications/sending/notice-outbox.store.js';
import type { Connection } from '../../platform/database/statement.js';
import { writeHoldEvents } from '../event-facts.store.js';
import { forgetLostCopies, markLostCopies } from '../lost-copies.store.js';
import { writeReviewsOfHolds } from '../pace/pace-reviews.store.js';
import type { Queue } from '../../domain/holds/queue.js';
import { findHoldsWithoutLicence, findStillWaiting, takeBackCopies } from './ready-holds.store.js';
import {
  countLicensed,
  findLicences,
  findQueuesInTurn,
  findUses,
  type LicenceOfTitle,
  turn,
} from './licences.store.js';

/** Holds of a queue that were ready, and wait again because a licence has ended. */
export interface WaitingAgain {
  readonly queue: Queue;
  readonly tickets: readonly number[];
}

/** Lets the licences of locked queues of one library begin and end whose time has come. */
export async function applyTurns(
  connection: Connection,
  websiteId: number,
  queues: readonly Queue[],
): Promise<readonly WaitingAgain[]> {
  const inTurn = await findQueuesInTurn(connection, websiteId, queues);
  if (inTurn.length === 0) return [];
  await writeTitlesChanged(connection, websiteId, inTurn);
  return changeLicences(connection, websiteId, inTurn, () => turnLicences(connection, websiteId, inTurn));
}

/**
 * Lets licences of these queues begin and end whose time has come, and tells so.
 * @param changed those that were just written
 */
export async function turnLicences(
  connection: Connection,
  websiteId: number,
  queues: readonly Queue[],
  changed: readonly LicenceOfTitle[] = [],
): Promise<void> {
  const turned = await turn(connection, websiteId, queues, changed);
  const events = turned.flatMap(({ isNew, isEnding, hasEnded, isSpent, ...licence }) => [
    ...(isNew ? [{ ...licence, type: 'licence.added' as const }] : []),
    ...(isEnding && !isSpent ? [{ ...licence, type: 'licence.ending' as const }] : []),
    ...(hasEnded && !isSpent ? [{ ...licence, type: 'licence.ended' as const }] : []),
  ]);
  if (events.length > 0) await writeLicenceEvents(connection, websiteId, events);
}

/**
 * Changes licences of locked queues of one library, and counts their copies anew. Copies that become free are not assigned here. Ready holds that
 * a licence leaves without a copy wait again, those that were ready last first; if the library has no copy left, patrons are told so. That the
 * titles have changed is for the caller to write.
 */
export async function changeLicences(
  connection: Connection,
  websiteId: number,
  queues: readonly Queue[],
  change: () => Promise<void>,
): Promise<readonly WaitingAgain[]> {
  const before = byTitle(await findLicences(connection, websiteId, queues));
  const uses = await findUses(connection, websiteId, queues);
  await change();
  const after = byTitle(await findLicences(connection, websiteId, queues));
  await countLicensed(connection, websiteId, queues);
  const waitingAgain: WaitingAgain[] = [];
  for (const [reserveId, ofTitle] of byTitle(uses.filter(({ setAside }) => setAside > 0))) {
    const queue = { websiteId, reserveId };
    const tickets: number[] = [];
    for (const use of ofTitle) {
      const { collectionId } = use;
      const { number, ends } = endedCopies(
        collectionId,
        before.get(reserveId) ?? [],
        after.get(reserveId) ?? [],
      );
      const taken = holdsToTakeBack(use, number);
      if (ends.length > 0 || taken > 0)
        tickets.push(...(await findHoldsWithoutLicence(connection, queue, collectionId, taken, ends)));
    }
    if (tickets.length === 0) continue;
    await takeBack(connection, queue, tickets);
    waitingAgain.push({ queue, tickets });
  }
  await markLostCopies(connection, uses);
  await forgetLostCopies(connection, queues);
  return waitingAgain;
}

function byTitle<Row extends { readonly reserveId: string }>(rows: readonly Row[]): Map<string, Row[]> {
  return Map.groupBy(rows, ({ reserveId }) => reserveId);
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
  waitingAgain: readonly WaitingAgain[],
): Promise<void> {
  for (const { queue, tickets } of waitingAgain) {
    const waiting = await findStillWaiting(connection, queue, tickets);
    if (waiting.length > 0) await writeNotices(connection, 'licence-ended', queue, waiting);
  }
}

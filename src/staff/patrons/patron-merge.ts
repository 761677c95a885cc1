import { findPatron } from '../../access/tokens/tokens.store.js';
import { forgetAttempts } from '../../access/sign-in/sign-in-attempts.store.js';
import { joinAlternatives } from '../../circulation/alternatives/alternatives.store.js';
import { writeReviews } from '../../circulation/pace/pace-reviews.store.js';
import { moveReadyAtMost } from '../../circulation/pace/pace.store.js';
import { lockPatrons, lockQueues } from '../../circulation/locks.store.js';
import { shareSoonReady } from '../../circulation/soon/soon.store.js';
import { changeLastDay } from '../../circulation/queue.store.js';
import type { Queue, QueueService } from '../../circulation/queue.service.js';
import { refusal, refusedField } from '../../domain/errors.js';
import { mergedHold } from '../../domain/holds/merged-holds.js';
import { isRenewable } from '../../domain/holds/placement.js';
import type { HoldEnd } from '../../domain/holds/hold-end.js';
import type { PatronKey } from '../../domain/patron.js';
import type { Connection, Transactions } from '../../platform/database/statement.js';
import { moveHoldsToCurrentCategory } from '../../patrons/patron-category.store.js';
import { movePushSubscriptions } from '../../patrons/push/push-subscriptions.store.js';
import { keepMergedNames } from '../../patrons/merged-names.store.js';
import { moveNoticeChoice } from '../../patrons/notice-choice.store.js';
import { deletePatronRow, findQueuesOf, lockPatron } from '../../patrons/patron-deletion.store.js';
import { writePatronEvent } from '../../events/outbox.store.js';
import { moveWatches } from '../../watches/watches.store.js';
import { findLoans, moveHoldsAndLoans } from './patron-merge.store.js';

const MERGED: HoldEnd = { reason: 'patron-merged' };

export interface OtherCard {
  readonly patronId: number;
  /** Logs the merge in the same transaction. */
  readonly record: (transaction: Connection) => Promise<void>;
}

/**
 * Gives the holds and loans of one card to another card of the same person, and removes the first with its tokens. Holds keep their places. Limits do
 * not apply: no patron loses a place because the library issued two cards.
 * @throws Refusal `NotFound` if the first card has been removed, `InvalidFieldValue` if the other is no card of the library
 */
export function mergePatrons(
  database: Transactions,
  queues: QueueService,
  from: PatronKey,
  { patronId, record }: OtherCard,
): Promise<void> {
  const into = { websiteId: from.websiteId, patronId };
  return database.transaction(async (connection) => {
    // Both are locked in the order of their numbers, so that two merges never wait for each other.
    await lockPatrons(connection, [from, into]);
    await requireTwoPatrons(connection, from, into);
    const affected = await findQueuesOf(connection, from);
    await lockQueues(connection, affected);
    for (const queue of affected) await queues.applyDue(connection, queue);
    const released: (() => Promise<void>)[] = [];
    for (const queue of affected) {
      const ticket = await endDuplicates(connection, queues, queue, from, into);
      if (ticket !== undefined) released.push(() => queues.release(connection, queue, [ticket]));
    }
    await moveHoldsAndLoans(connection, from, into);
    await moveReadyAtMost(connection, from, into);
    await moveNoticeChoice(connection, from, into);
    await movePushSubscriptions(connection, from, into);
    await moveWatches(connection, from, into);
    await writeReviews(connection, into.websiteId, [into.patronId]);
    await moveHoldsToCurrentCategory(connection, [into]);
    // Only now, because the category decides which copies a hold may get.
    for (const release of released) await release();
    for (const queue of affected) await queues.applyDue(connection, queue);
    await writePatronEvent(connection, 'patron.merged', into, { mergedPatronId: from.patronId });
    await keepMergedNames(connection, from, into);
    await deleteMergedPatron(connection, from);
    await record(connection);
  });
}

async function requireTwoPatrons(connection: Connection, from: PatronKey, into: PatronKey): Promise<void> {
  if ((await findPatron(connection, from.patronId)) === undefined) throw refusal('NotFound');
  const kept = await findPatron(connection, into.patronId);
  if (kept?.websiteId !== from.websiteId || into.patronId === from.patronId)
    throw refusedField('into', 'must be the number of another patron of the same library.');
}

/**
 * Removes duplicates of the person in this queue, so that one hold or one loan is left; both are if the loan can be renewed.
 * @returns the ticket of the hold to release
 */
async function endDuplicates(
  connection: Connection,
  queues: QueueService,
  queue: Queue,
  from: PatronKey,
  into: PatronKey,
): Promise<number | undefined> {
  const loans = await findLoans(connection, from, into, queue);
  const [soonest, later] = loans;
  // Keeps the loan that ends later.
  if (soonest !== undefined && later !== undefined)
    await queues.takeBack(connection, { ...from, patronId: soonest.patronId }, queue);
  await shareSoonReady(connection, queue, [from.patronId, into.patronId]);
  const { hold, now } = await queues.ownHold(connection, from, queue);
  const { hold: other } = await queues.ownHold(connection, into, queue);
  const loan = later ?? soonest;
  if (loan !== undefined && !isRenewable({ ...loan, borrowedUntil: loan.expiresAt, now })) {
    // As when a title is borrowed: a patron does not wait for a title that they have.
    if (hold !== undefined) await queues.endHold(connection, queue, hold, MERGED);
    if (other !== undefined) await queues.endHold(connection, queue, other, MERGED);
    return undefined;
  }
  if (hold === undefined || other === undefined) return undefined;
  const { kept, ended, isReleased, notNeeded, alternativesId } = mergedHold(hold, other);
  await queues.endHold(connection, queue, ended, MERGED);
  if (notNeeded !== kept.notNeeded) await changeLastDay(connection, queue, kept, notNeeded ?? null);
  if (alternativesId !== undefined && alternativesId !== kept.alternativesId)
    await joinAlternatives(connection, kept === hold ? from : into, alternativesId, [queue]);
  return isReleased ? kept.ticket : undefined;
}

/** The number's tokens and recorded answers are deleted with it. */
async function deleteMergedPatron(connection: Connection, patron: PatronKey): Promise<void> {
  const cards = (await lockPatron(connection, patron)) ?? [];
  for (const cardNumber of cards)
    await forgetAttempts(connection, { websiteId: patron.websiteId, cardNumber });
  await deletePatronRow(connection, patron);
}

import { pickupEnds } from '../../domain/library-calendar.js';
import { promisedUntil } from '../../domain/holds/licence-end.js';
import { type Assignment, assignCopies } from '../../domain/holds/queue.js';
import { writeTitleChanged } from '../../events/outbox.store.js';
import type { Connection } from '../../platform/database/statement.js';
import * as store from './assignments.store.js';
import { writeHoldEvents } from '../event-facts.store.js';
import { writeReviews } from '../pace/pace-reviews.store.js';
import { tryLockPaces } from '../pace/pace.store.js';
import type { Queue } from '../../domain/holds/queue.js';

/**
 * Gives every free copy of a locked queue to the first hold in line that may use it, and makes that hold ready.
 * @returns how many were given
 */
export async function giveFreeCopies(connection: Connection, queue: Queue): Promise<number> {
  const { given: assigned, copies, holdsWithoutCopy, ...ends } = await findReceivers(connection, queue);
  if (assigned.length === 0) return 0;
  const given = copies.flatMap((own) => promisesOf(own, assigned));
  const tickets = given.map(({ ticket }) => ticket);
  await Promise.all([
    writeHoldEvents(connection, 'hold.ready', queue, tickets),
    store.storeAssignments(connection, queue, given, ends, holdsWithoutCopy > given.length),
    writeTitleChanged(connection, queue),
  ]);
  return given.length;
}

/**
 * The patrons who get the free copies. Those with a limit of ready holds are locked first, and their holds are read afterwards. If one is
 * locked already, another queue may be assigning a copy: this copy goes to the next in line, and a worker reviews that patron.
 */
async function findReceivers(connection: Connection, queue: Queue): Promise<Receivers> {
  const [locked, busy] = [new Set<number>(), new Set<number>()];
  for (;;) {
    const found = await store.findCopiesToAssign(connection, queue, [...busy]);
    const given = assignCopies(found.copies, found.waiting);
    const tickets = new Set(given.map(({ ticket }) => ticket));
    const unlocked = found.waiting.flatMap(({ ticket, patronWithLimit }) =>
      patronWithLimit !== null && tickets.has(ticket) && !locked.has(patronWithLimit)
        ? [patronWithLimit]
        : [],
    );
    if (unlocked.length === 0) {
      if (busy.size > 0) await writeReviews(connection, queue.websiteId, [...busy]);
      const { pickupEnd: usual, extendableTo, closed } = found;
      const endOf = pickupEnds(closed);
      const ends = { pickupEnd: endOf(usual), extendableTo: endOf(extendableTo) };
      return { ...found, ...ends, given };
    }
    for (const patronId of await tryLockPaces(connection, queue.websiteId, unlocked)) locked.add(patronId);
    for (const patronId of unlocked) if (!locked.has(patronId)) busy.add(patronId);
  }
}

/** With the ends of pickups on open days. */
interface Receivers extends Omit<store.CopiesToAssign, 'waiting'> {
  readonly given: readonly Assignment[];
}

/** The copies of one collection that are given, and until when they can be promised. */
function promisesOf(
  { collectionId, free, setAside, ending }: store.PromisableCopies,
  given: readonly Assignment[],
): store.PromisedCopy[] {
  const soonGone = (ending ?? []).reduce((sum, { copies }) => sum + copies, 0);
  return given
    .filter((assignment) => assignment.collectionId === collectionId)
    .map((assignment, index) => ({
      ...assignment,
      until: promisedUntil(setAside + index, setAside + free - soonGone, ending ?? []),
    }));
}

import type { KnownCollection, KnownHold, KnownQueue } from '../../../../src/domain/waits/known-queue.js';
import type { SeededRandom } from '../../../support/seeded-random.js';
import { hold as waitingHold } from './titles-tried.js';

/** Queues that are simulated. All times are in hours. */

export const LOAN = 100;
export const PICKUP = 10;

export const hold = (ticket: number, members: Partial<KnownHold> = {}): KnownHold =>
  waitingHold(ticket, { loanHours: LOAN, ...members });

export const collection = (
  owned: number,
  backIn: number[],
  collectionId = 'main',
  categories = ['adult'],
): KnownCollection => ({
  collectionId,
  categories,
  owned,
  loans: backIn.map((left) => ({ hours: LOAN, left })),
  pickups: [],
});

export const queue = (collections: KnownQueue['collections'], holds: readonly KnownHold[]): KnownQueue => ({
  collections,
  holds,
  pickupHours: PICKUP,
  returnsAfterMiss: null,
});

export const CATEGORIES = ['adult', 'child', 'staff'];

export function randomQueue(random: SeededRandom): KnownQueue {
  const collections = Array.from({ length: 1 + random.integerBelow(3) }, (_, index) => {
    const owned = random.integerBelow(4);
    const out = owned + random.integerBelow(2);
    const categories = random.shuffled(CATEGORIES).slice(0, 1 + random.integerBelow(3));
    return collection(
      owned,
      Array.from({ length: out }, () => random.integerBelow(200)),
      `c${index}`,
      categories,
    );
  });
  const holds = Array.from({ length: random.integerBelow(40) }, (_, index) =>
    hold(index * 2 + 1, {
      category: random.pick(CATEGORIES),
      returnsIn: random.integerBelow(4) === 0 ? random.integerBelow(500) : 0,
      loanHours: random.pick([24, 168, 504]),
    }),
  );
  return queue(collections, holds);
}

/**
 * Live holds are counted in blocks of tickets, 64 tickets to a block of level 1 and 64 of those to a block of level 2,
 * so a place in the queue is a short sum instead of a count of all holds before it.
 */
export const BLOCK_BITS = 6;

/** The number of the block of `level` that counts `ticket`. */
export function blockOf(ticket: number, level: 1 | 2): number {
  return Math.floor(ticket / 2 ** (BLOCK_BITS * level));
}

/** The queue of one title in one library. */
export interface Queue {
  readonly websiteId: number;
  readonly reserveId: string;
}

/** Free copies of one collection, and who may use them. */
export interface FreeCopies {
  readonly collectionId: string;
  readonly free: number;
  /** The patron categories that may use this collection. */
  readonly categories: readonly string[];
}

/** A hold that is waiting and not suspended. */
export interface WaitingHold {
  readonly ticket: number;
  readonly category: string;
}

export interface Assignment {
  readonly ticket: number;
  readonly collectionId: string;
}

/**
 * Assigns the free copies: the first eligible hold by ticket is served first, from the collection that the fewest categories may use, so that
 * the other copies stay for patrons without a choice.
 */
export function assignCopies(copies: readonly FreeCopies[], waiting: readonly WaitingHold[]): Assignment[] {
  const scarcestFirst = copies
    .map((entry) => ({ ...entry }))
    .sort((a, b) => a.categories.length - b.categories.length || compare(a.collectionId, b.collectionId));
  const byTicket = [...waiting].sort((a, b) => a.ticket - b.ticket);
  return byTicket.flatMap(({ ticket, category }) => {
    const source = scarcestFirst.find((entry) => entry.free > 0 && entry.categories.includes(category));
    if (source === undefined) return [];
    source.free -= 1;
    return [{ ticket, collectionId: source.collectionId }];
  });
}

/** By code units, which are the same on every machine. No two collections have the same id. */
function compare(a: string, b: string): number {
  return a < b ? -1 : 1;
}

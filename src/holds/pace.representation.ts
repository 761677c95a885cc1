import type { Addresses, Link } from '../http/answers/addresses.js';

/** How many of a patron's holds are ready at the same time. @see contract: #choose-a-pace */
export interface PaceRecord {
  /** At most; null: as many as come. */
  readonly readyAtMost: number | null;
  /** Its own address, and the list of holds. */
  readonly links: { readonly self: Link; readonly holds: Link };
}

export function representPace(readyAtMost: number | undefined, addresses: Addresses): PaceRecord {
  return {
    readyAtMost: readyAtMost ?? null,
    links: {
      self: addresses.circulationLink(addresses.pace),
      holds: addresses.circulationLink(addresses.holds),
    },
  };
}

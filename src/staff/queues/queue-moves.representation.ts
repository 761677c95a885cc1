import type { MoveResult } from '../../circulation/moved-holds.service.js';

/** How many holds were moved, and how many were not. */
export interface MovedRecord {
  readonly moved: number;
  /** Those that are ready, and those of patrons who hold the other title already, have borrowed it, or may use no copy of it. */
  readonly left: number;
}

export function representMove({ moved, left }: MoveResult): MovedRecord {
  return { moved, left };
}

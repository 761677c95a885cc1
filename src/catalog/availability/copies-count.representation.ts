import type { CatalogTitle } from '../titles/titles.service.js';

/** How many copies of a title there are for a patron, over all of the patron's collections. */
export interface CopiesCount {
  /** A copy is neither on loan nor set aside for a patron. */
  readonly available: boolean;
  readonly copiesOwned: number;
  /** Without those that are on loan or set aside. */
  readonly copiesAvailable: number;
  /** All live holds on the title in the library. */
  readonly numberOfHolds: number;
}

export function representCopies({ copies, numberOfHolds }: CatalogTitle): CopiesCount {
  const copiesOwned = copies.reduce((sum, { owned }) => sum + owned, 0);
  const copiesAvailable = copies.reduce((sum, { free }) => sum + free, 0);
  return { available: copiesAvailable > 0, copiesOwned, copiesAvailable, numberOfHolds };
}

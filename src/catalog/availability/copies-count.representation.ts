import type { CatalogTitle } from '../titles/titles.service.js';

type CollectionCopies = CatalogTitle['copies'][number];

/** How many copies of a title there are for a patron, over all of the patron's collections. */
export interface CopiesCount {
  /** A copy is neither on loan nor set aside for a patron. */
  readonly available: boolean;
  readonly copiesOwned: number;
  /** Without those that are on loan or set aside. */
  readonly copiesAvailable: number;
  /** How many of these are Lucky Day copies: lent to whoever finds them, and never set aside for a hold. Absent: there are none. */
  readonly luckyDayCopiesOwned?: number;
  readonly luckyDayCopiesAvailable?: number;
  /** All live holds on the title in the library. */
  readonly numberOfHolds: number;
}

export function representCopies({ copies, numberOfHolds }: CatalogTitle): CopiesCount {
  const sum = (count: (each: CollectionCopies) => number): number =>
    copies.reduce((total, each) => total + count(each), 0);
  const copiesAvailable = sum(allFree);
  const luckyDayCopiesOwned = sum(({ luckyOwned }) => luckyOwned);
  return {
    available: copiesAvailable > 0,
    copiesOwned: sum(allOwned),
    copiesAvailable,
    ...(luckyDayCopiesOwned > 0 && {
      luckyDayCopiesOwned,
      luckyDayCopiesAvailable: sum(({ luckyFree }) => luckyFree),
    }),
    numberOfHolds,
  };
}

/** With Lucky Day copies. */
export const allOwned = ({ owned, luckyOwned }: CollectionCopies): number => owned + luckyOwned;
export const allFree = ({ free, luckyFree }: CollectionCopies): number => free + luckyFree;

/** A hold of a patron, and the patron's other holds of which they want one. */
interface Alternative {
  readonly reserveId: string;
  readonly alternatives?: readonly string[];
}

/** How many of a patron's holds count against the limit: those that are alternatives to each other count as one. */
export function countedHolds(holds: readonly Alternative[]): number {
  return holds.filter(({ reserveId, alternatives = [] }) => alternatives.every((other) => reserveId < other))
    .length;
}

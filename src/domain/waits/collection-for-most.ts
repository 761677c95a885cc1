/** Copies, and the patron categories that may use them. */
interface Stock {
  readonly categories: readonly string[];
  readonly owned: number;
}

/** The collection that the patrons of most of these holds may use, and of several the one with most copies; undefined without any. */
export function collectionForMost<Collection extends Stock>(
  collections: readonly Collection[],
  holds: readonly { readonly category: string }[],
): Collection | undefined {
  const byCategory = Map.groupBy(holds, ({ category }) => category);
  const numberOf = ({ categories }: Collection): number =>
    categories.reduce((sum, category) => sum + (byCategory.get(category)?.length ?? 0), 0);
  return collections.toSorted((a, b) => numberOf(b) - numberOf(a) || b.owned - a.owned)[0];
}

/** The holds of one category of patrons that wait for a title. */
export interface Demand {
  readonly category: string;
  readonly holds: number;
  /** The collections whose copies the category may use. */
  readonly collections: readonly string[];
}

export interface CopiesNeeded {
  /** For each demand, in the same order: how many copies are missing, if they served this category alone. */
  readonly ofCategories: readonly number[];
  /** The copies to buy, by collection. A copy that serves several categories is counted once. */
  readonly toBuy: readonly Purchase[];
}

export interface Purchase {
  readonly collectionId: string;
  readonly copies: number;
}

/**
 * How many copies a title needs so that no more than `holdsPerCopy` holds wait for each. A copy serves only the categories that may use its
 * collection, so enough copies in all may be too few for one category. Existing copies are distributed so that the fewest holds are left
 * over; otherwise the order of the categories decides which of them is served. Categories without a collection can never be served, and need
 * nothing.
 */
export function copiesNeeded(
  demands: readonly Demand[],
  owned: ReadonlyMap<string, number>,
  holdsPerCopy: number,
): CopiesNeeded {
  const unserved = unservedHolds(demands, owned, holdsPerCopy);
  return {
    ofCategories: unserved.map((holds) => Math.ceil(holds / holdsPerCopy)),
    toBuy: purchasesFor(demands, unserved, owned, holdsPerCopy),
  };
}

/** A maximum flow from categories to collections, by augmenting paths; the rest is not served. */
function unservedHolds(
  demands: readonly Demand[],
  owned: ReadonlyMap<string, number>,
  holdsPerCopy: number,
): number[] {
  const spare = new Map([...owned].map(([collectionId, copies]) => [collectionId, copies * holdsPerCopy]));
  const served = demands.map(() => new Map<string, number>());
  return demands.map(({ holds, collections }, index) => {
    let left = collections.length === 0 ? 0 : holds;
    while (left > 0) {
      const path = pathToSpare(demands, served, spare, index);
      if (path === undefined) break;
      left -= serveAlong(path, served, spare, left);
    }
    return left;
  });
}

/** Starts at the category to be served: it takes a collection, whose present user moves to the next one, and so on. */
type Path = readonly { readonly demand: number; readonly collectionId: string }[];

function pathToSpare(
  demands: readonly Demand[],
  served: readonly ReadonlyMap<string, number>[],
  spare: ReadonlyMap<string, number>,
  from: number,
): Path | undefined {
  const seen = new Set<string>();
  const paths: { readonly demand: number; readonly steps: Path }[] = [{ demand: from, steps: [] }];
  for (const { demand, steps } of paths)
    for (const collectionId of demands[demand]?.collections ?? []) {
      if (seen.has(collectionId)) continue;
      seen.add(collectionId);
      const longer = [...steps, { demand, collectionId }];
      if ((spare.get(collectionId) ?? 0) > 0) return longer;
      served.forEach((collections, user) => {
        if ((collections.get(collectionId) ?? 0) > 0) paths.push({ demand: user, steps: longer });
      });
    }
  return undefined;
}

/** @returns how many more holds are served */
function serveAlong(
  path: Path,
  served: readonly Map<string, number>[],
  spare: Map<string, number>,
  wanted: number,
): number {
  const last = path.at(-1)?.collectionId ?? '';
  // Each user but the first leaves the collection that the step before took.
  const leaving = path
    .slice(1)
    .map(({ demand }, step) => served[demand]?.get(path[step]?.collectionId ?? '') ?? 0);
  const holds = Math.min(wanted, spare.get(last) ?? 0, ...leaving);
  path.forEach(({ demand, collectionId }, step) => {
    add(served[demand], collectionId, holds);
    if (step > 0) add(served[demand], path[step - 1]?.collectionId ?? '', -holds);
  });
  add(spare, last, -holds);
  return holds;
}

function add(amounts: Map<string, number> | undefined, key: string, amount: number): void {
  amounts?.set(key, (amounts.get(key) ?? 0) + amount);
}

/** Repeatedly buys for the collection that serves the most of the remaining holds: a copy there helps most. */
function purchasesFor(
  demands: readonly Demand[],
  unserved: readonly number[],
  owned: ReadonlyMap<string, number>,
  holdsPerCopy: number,
): Purchase[] {
  let left = demands.map((demand, index) => ({ ...demand, holds: unserved[index] ?? 0 }));
  const purchases: Purchase[] = [];
  for (;;) {
    left = left.filter(({ holds }) => holds > 0);
    const [best] = [...new Set(left.flatMap(({ collections }) => collections))]
      .map((collectionId) => ({ collectionId, holds: holdsThatMayUse(left, collectionId) }))
      .sort((a, b) => b.holds - a.holds || preferred(a.collectionId, b.collectionId, owned));
    if (best === undefined) return purchases;
    purchases.push({ collectionId: best.collectionId, copies: Math.ceil(best.holds / holdsPerCopy) });
    left = left.filter(({ collections }) => !collections.includes(best.collectionId));
  }
}

function holdsThatMayUse(demands: readonly Demand[], collectionId: string): number {
  return demands
    .filter(({ collections }) => collections.includes(collectionId))
    .reduce((sum, { holds }) => sum + holds, 0);
}

/** Among equals, prefers a collection that has or had the title, then goes by name, so that the same library gets the same advice. */
function preferred(a: string, b: string, owned: ReadonlyMap<string, number>): number {
  const hasTitle = (collectionId: string): number => Number(owned.has(collectionId));
  return hasTitle(b) - hasTitle(a) || (a < b ? -1 : 1);
}

/** Rows of one kind belong to libraries, and each statement concerns one library only (decision 3). */
interface OfLibrary {
  readonly websiteId: number;
}

/**
 * Runs `work` for the rows of each library, in the order of the libraries' numbers.
 * @param work returns one result for each row, in the same order
 * @returns the results in the order of `rows`
 */
export async function byLibrary<Row extends OfLibrary, Result>(
  rows: readonly Row[],
  work: (websiteId: number, rows: readonly Row[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results = new Map<Row, Result>();
  await inEachLibrary(rows, async (websiteId, own) => {
    const found = await work(websiteId, own);
    own.forEach((row, index) => results.set(row, found[index] as Result));
  });
  return rows.map((row) => results.get(row) as Result);
}

/** Runs `work` for the rows of each library, in the order of the libraries' numbers. */
export async function inEachLibrary<Row extends OfLibrary>(
  rows: readonly Row[],
  work: (websiteId: number, rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const libraries = [...Map.groupBy(rows, ({ websiteId }) => websiteId)].sort(([a], [b]) => a - b);
  for (const [websiteId, own] of libraries) await work(websiteId, own);
}

/** What the tests use of table.mjs. */
export function comparisonTable(commit: string, results: readonly object[]): string;

/** What the tests use of report.mjs. */
export function summarize(run: object): { readonly failures: readonly string[] };

/**
 * Prints `N passed, N failed` (and `, N skipped` where some were) from Jest's own counts. A file that could not run counts
 * as one failure: nobody knows how many tests it holds. Printed when the process exits, so that it is the last line even
 * after Jest's summary, the teardown and a late warning.
 */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const counts = [`${results.numPassedTests} passed`, `${failed} failed`];
    if (skipped > 0) counts.push(`${skipped} skipped`);
    process.once('exit', () => process.stdout.write(`${counts.join(', ')}\n`));
  }
}

/**
 * Prints `N passed, N failed` (and `, N skipped` if there are any) from Jest's own counts. A file that could not run counts
 * as one failure, because the number of its tests is unknown. It prints when the process exits, so that this is the last
 * line, after Jest's summary, the teardown and late warnings.
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

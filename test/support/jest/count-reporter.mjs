/**
 * Prints `N passed, N failed` (and `, N skipped` if there are any). A file that could not run counts as a failure. It prints when
 * the process exits, so that this is the last line, after the summary, the teardown and late warnings.
 */
export default class CountReporter {
  onRunComplete(_, { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites }) {
    const counts = [`${numPassedTests} passed`, `${numFailedTests + numRuntimeErrorTestSuites} failed`];
    if (numPendingTests > 0) counts.push(`${numPendingTests} skipped`);
    process.once('exit', () => process.stdout.write(`${counts.join(', ')}\n`));
  }
}

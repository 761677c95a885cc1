/**
 * Prints `N passed, N failed` (and `, N skipped` if there are any). A file that could not run, or an error outside of tests,
 * counts as a failure. It prints when the process exits, so that this is the last line, after the summary, the teardown and
 * late warnings.
 */
export default class CountReporter {
  onTestRunEnd(modules, errors) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const count = (state) => tests.filter((test) => test.result().state === state).length;
    const brokenFiles = modules.filter((module) => module.errors().length > 0);
    const counts = [
      `${count('passed')} passed`,
      `${count('failed') + brokenFiles.length + errors.length} failed`,
    ];
    if (count('skipped') > 0) counts.push(`${count('skipped')} skipped`);
    process.once('exit', () => process.stdout.write(`${counts.join(', ')}\n`));
  }
}

/**
 * Ends a test that takes longer than HOLDFAST_TEST_LIMIT_MS, or than the limit it gives itself: the runner has no limit of its own, and
 * a test that hangs would keep the whole run.
 */
const LIMIT_MS = Number(process.env.HOLDFAST_TEST_LIMIT_MS);

/** Takes no named parameters: Jest would pass a callback to a function that has more of them than arguments. */
function limited(test, milliseconds = LIMIT_MS) {
  if (typeof test !== 'function') return test;
  return async (...values) => {
    let timer;
    const limit = new Promise((_, reject) => {
      timer = setTimeout(
        () => reject(new Error(`The test has taken more than ${milliseconds} ms.`)),
        milliseconds,
      );
    });
    try {
      return await Promise.race([test(...values), limit]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const withLimit = (define) => (title, test, milliseconds) => define(title, limited(test, milliseconds));

const { test: unlimited } = globalThis;
globalThis.test = Object.assign(withLimit(unlimited), {
  ...unlimited,
  each: (...table) => withLimit(unlimited.each(...table)),
  only: Object.assign(withLimit(unlimited.only), { each: unlimited.only.each }),
});
globalThis.it = globalThis.test;
for (const hook of ['beforeAll', 'beforeEach', 'afterAll', 'afterEach']) {
  const define = globalThis[hook];
  globalThis[hook] = (work, milliseconds) => define(limited(work, milliseconds));
}

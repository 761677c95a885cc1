/**
 * Ends a test that takes longer than its tier allows, or than the limit it gives itself: the runner has no limit of its own, and a test
 * that hangs would keep the whole run. Many times what a test or hook takes, so that a slow machine meets no limit.
 */
const LIMIT_SECONDS = 60;
const LIMIT_SECONDS_OF_FULL_TESTS = 240;

const defaultLimit = () => {
  // A long run takes as long as somebody has asked for: see test/full/long-run.mjs.
  if (process.env.HOLDFAST_TEST_RUNS !== undefined) return 2 ** 31 - 1;
  const isFull = /[\\/]test[\\/]full[\\/]/.test(globalThis.expect.getState().testPath);
  return (isFull ? LIMIT_SECONDS_OF_FULL_TESTS : LIMIT_SECONDS) * 1000;
};

/** Takes no named parameters: Jest would pass a callback to a function that has more of them than arguments. */
function limited(work, kind, milliseconds) {
  if (typeof work !== 'function') return work;
  return async (...values) => {
    const limit = milliseconds ?? defaultLimit();
    let timer;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error(`The ${kind} has taken more than ${limit} ms.`)), limit);
    });
    try {
      return await Promise.race([work(...values), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}

const withLimit = (define) => (title, test, limit) => define(title, limited(test, 'test', limit));

const { test: unlimited } = globalThis;
globalThis.test = Object.assign(withLimit(unlimited), {
  ...unlimited,
  each: (...table) => withLimit(unlimited.each(...table)),
});
globalThis.it = globalThis.test;
for (const hook of ['beforeAll', 'beforeEach', 'afterAll', 'afterEach']) {
  const define = globalThis[hook];
  globalThis[hook] = (work, limit) => define(limited(work, 'hook', limit));
}

/**
 * Ends a test that takes longer than this, or than the limit it gives itself: the runner has no limit of its own, and a test
 * that hangs would keep the whole run. It is longer than a wait for a condition may take on a slow machine
 * (`PATIENCE_MS`).
 */
const LIMIT_MS = 240_000;

// A long run takes as long as somebody has asked for: see test/full/long-run.mjs.
const defaultLimit = process.env.HOLDFAST_TEST_RUNS === undefined ? LIMIT_MS : 2 ** 31 - 1;

/** Takes no named parameters: Jest would pass a callback to a function that has more of them than arguments. */
function limited(work, kind, milliseconds) {
  if (typeof work !== 'function') return work;
  return async (...values) => {
    const limit = milliseconds ?? defaultLimit;
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

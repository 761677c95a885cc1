import { fileURLToPath } from 'node:url';
import { eventually } from '../../../support/clock.js';
import { IS_LONG_RUN, report } from '../../../support/runs/long-run.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';
import { FuzzedService } from './fuzzed-service.js';
import { type LongInput, longInputs } from './long-inputs.js';
import { LONG_RECORDS } from './long-records.js';

/** What is promised. The short run only looks for what blocks for far longer, as an input that is read quadratically does. */
const MAX_BLOCK_MS = IS_LONG_RUN ? 50 : 250;
const SHORT_RUN = 40;
const TOGETHER = 20;
/** They have blocked the service for up to seconds. */
const ONCE_SLOW =
  /^(?:getPatronToken scope|mail (?:messageId|diagnostic|raw)): "(?: |\\t|\\n)" |^(?:importRecords|startImport) body: "a\\n" /;
const RECORDS_ONCE_SLOW = /^record title (?:creators|formats.1.identifiers): objects$/;
/** The collector of garbage and the compiler block too, but not each time. */
const ATTEMPTS = 4;

const PROBE = fileURLToPath(new URL('blocking-probe.mjs', import.meta.url));

let service: FuzzedService;

beforeAll(async () => {
  service = await FuzzedService.start({
    LOG_LEVEL: 'info',
    NODE_OPTIONS: `--import=${PROBE}`,
  });
});
afterAll(() => service.close());

/** One after another: the loop does nothing else meanwhile. */
async function longestBlockOf(inputs: readonly LongInput[]): Promise<number> {
  for (const { name, request } of inputs) {
    let status = 0;
    // An upload is refused while as many are imported as may be.
    await eventually(async () => {
      ({ status } = await service.send(request));
      expect(status).not.toBe(503);
    });
    if (status >= 500) throw new Error(`${name} was answered with ${status}.`);
  }
  return service.longestBlock();
}

/** The inputs that block each time, each with the shortest time. */
async function blockingAmong(inputs: readonly LongInput[]): Promise<string[]> {
  const blocking: string[] = [];
  if ((await longestBlockOf(inputs)) <= MAX_BLOCK_MS) return blocking;
  for (const input of inputs) {
    let shortest = Infinity;
    for (let attempt = 0; attempt < ATTEMPTS && shortest > MAX_BLOCK_MS; attempt++)
      shortest = Math.min(shortest, await longestBlockOf([input]));
    if (shortest > MAX_BLOCK_MS) blocking.push(`${shortest} ms: ${input.name}`);
  }
  return blocking;
}

test(
  `no text keeps the event loop busy for ${MAX_BLOCK_MS} ms (HOLDFAST_TEST_SEED=${SEED})`,
  async () => {
    const all = longInputs();
    const once = all.filter(({ name }) => ONCE_SLOW.test(name));
    const chosen = IS_LONG_RUN ? all : [...once, ...new SeededRandom().shuffled(all).slice(0, SHORT_RUN)];
    const blocking: string[] = [];
    for (let sent = 0; sent < chosen.length; sent += TOGETHER) {
      blocking.push(...(await blockingAmong(chosen.slice(sent, sent + TOGETHER))));
      if (sent % 1000 === 0) report(`${sent} of ${chosen.length} long inputs; ${blocking.join('; ')}`);
    }
    expect(blocking).toEqual([]);
  },
  60_000 + (IS_LONG_RUN ? 3_600_000 : 120_000),
);

test(
  `no line of records keeps the event loop busy for ${MAX_BLOCK_MS} ms (HOLDFAST_TEST_SEED=${SEED})`,
  async () => {
    const once = LONG_RECORDS.filter(({ name }) => RECORDS_ONCE_SLOW.test(name));
    const chosen = IS_LONG_RUN
      ? LONG_RECORDS
      : [...once, ...new SeededRandom().shuffled([...LONG_RECORDS]).slice(0, SHORT_RUN)];
    const blocking: string[] = [];
    for (const [sent, { input }] of chosen.entries()) {
      blocking.push(...(await blockingAmong([input()])));
      if (sent % 100 === 0) report(`${sent} of ${chosen.length} long records; ${blocking.join('; ')}`);
    }
    expect(blocking).toEqual([]);
  },
  60_000 + (IS_LONG_RUN ? 3_600_000 : 120_000),
);

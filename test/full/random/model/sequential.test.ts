import fc from 'fast-check';
import { PaceReviews } from '../../../../src/circulation/pace/pace-reviews.service.js';
import { QueueService } from '../../../../src/circulation/queue.service.js';
import { TimersService } from '../../../../src/circulation/timers/timers.service.js';
import { Metrics } from '../../../../src/platform/observability/metrics.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { Digest, report, runsOf } from '../../../support/runs/long-run.js';
import { SANDBOX_SETTINGS } from '../../../support/sandbox-clock.js';
import { SEED } from '../../../support/seeded-random.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';
import { applyStep } from './apply-step.js';
import { anySequentialSetup, anyStep, pacedHolds, placements } from './arbitraries.js';
import { LibraryUnderTest } from './library-under-test.js';
import { ModelClient } from './model-client.js';
import { initialState, type Setup, TITLES } from './state.js';
import { PATRONS, type Step } from './steps.js';
import { aimAtTarget, type PlannedStep } from './targets.js';

const RUNS = runsOf(15);
const MAX_STEPS = 40;

let service: ServiceUnderTest;
let library: LibraryUnderTest;
const metrics = new Metrics();
const digest = new Digest();
const totals = { runs: 0, steps: 0, answers: 0 };

beforeAll(async () => {
  service = await startService([], SANDBOX_SETTINGS);
  library = await LibraryUnderTest.create(service.database);
  await recordOvertaking(service.database);
});
afterAll(() => service.close());

async function applyDue(): Promise<void> {
  const timers = new TimersService(service.database, new QueueService(), metrics);
  timers.start();
  await timers.stop();
  const reviews = new PaceReviews(service.database, new QueueService());
  while ((await reviews.reviewAll()) > 0);
}

async function expectModelsAnswers(setup: Setup, planned: readonly PlannedStep[]): Promise<void> {
  const startedAt = await library.reset(setup);
  const client = new ModelClient(library, setup, { url: service.url, startedAt, applyDue });
  let state = initialState(setup);
  const before: Step[] = [];
  const compare = async (step: Step): Promise<void> => {
    const expected = applyStep(state, step);
    state = expected.state;
    const answer = await client.take(step);
    totals.answers++;
    expect({ before, step, answer }).toEqual({ before, step, answer: expected.answer });
  };
  for (const one of planned) {
    const step = aimAtTarget(state, one);
    digest.add(step);
    await compare(step);
    before.push(step);
    totals.steps++;
    await compare({ kind: 'notices' });
    await compare({ kind: 'list holds', patron: 'patron' in step ? step.patron : 0 });
  }
  for (const step of FINAL_READS) await compare(step);
  expect(await brokenInvariants(service.database)).toEqual([]);
  totals.runs++;
  if (totals.runs % 50 === 0) reportTotals();
}

const patrons = Array.from({ length: PATRONS }, (_, patron) => patron);

/** Everything that patrons can see, when the workers have looked. Availability comes last, because to read it brings the queue up to date. */
const FINAL_READS: readonly Step[] = [
  { kind: 'timers' },
  ...patrons.flatMap((patron): Step[] => [
    { kind: 'list holds', patron },
    { kind: 'list loans', patron },
    { kind: 'list watches', patron },
    { kind: 'profile', patron },
  ]),
  ...patrons.flatMap((patron) => TITLES.map((_, title): Step => ({ kind: 'availability', patron, title }))),
  { kind: 'notices' },
];

function reportTotals(): void {
  const { runs, steps, answers } = totals;
  report(`${runs} runs, ${steps} steps (${digest.soFar}), ${answers} answers compared`);
}

test(
  `every answer is the model’s when one step follows another (HOLDFAST_TEST_SEED=${SEED})`,
  async () => {
    const steps = fc
      .tuple(pacedHolds, placements, fc.array(anyStep, { minLength: 5, maxLength: MAX_STEPS, size: 'max' }))
      .map((parts) => parts.flat());
    const run = fc.asyncProperty(anySequentialSetup, steps, expectModelsAnswers);
    await fc.assert(run, { seed: SEED, numRuns: RUNS, includeErrorInReport: true });
    reportTotals();
    expect(totals.steps).toBeGreaterThan(RUNS * 5);
  },
  120_000 + RUNS * 10_000,
);

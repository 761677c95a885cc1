import fc from 'fast-check';
import { statement } from '../../../../src/platform/database/statement.js';
import { eventually } from '../../../support/clock.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { waitingJobs } from '../../../support/jobs.js';
import { Digest, report, runsOf } from '../../../support/runs/long-run.js';
import { SEED } from '../../../support/seeded-random.js';
import { WorkerDeployment } from '../../support/servers/worker-deployment.js';
import { expectEvents } from './event-witness.js';
import { History } from './history.js';
import { LibraryUnderTest } from './library-under-test.js';
import { ModelClient } from './model-client.js';
import { anyParallelRun, type Plan } from './plans.js';
import { initialState, type State, TITLES } from './state.js';
import type { Step } from './steps.js';

const RUNS = runsOf(12);

let deployment: WorkerDeployment;
let library: LibraryUnderTest;
const digest = new Digest();
const totals = { runs: 0, steps: 0, answers: 0, unavailable: 0, mails: 0, events: 0 };

beforeAll(async () => {
  deployment = await WorkerDeployment.start([], 2);
  library = await LibraryUnderTest.create(deployment.database);
  await recordOvertaking(deployment.database);
  await Promise.all([deployment.addWorker(), deployment.addWorker()]);
});
afterAll(() => deployment.close());

async function expectOneOrder(plan: Plan<Step>): Promise<void> {
  digest.add(plan);
  const { setup, prelude, rounds } = plan;
  const startedAt = await library.reset(setup);
  deployment.mails.received.length = 0;
  const clients = deployment.apis.map(({ url }) => new ModelClient(library, setup, { url, startedAt }));
  const history = new History(clients, initialState(setup));
  await history.takeInOrder(prelude);
  for (const { advance, lanes } of rounds) {
    if (advance !== null) await history.takeInOrder([advance]);
    await history.takeTogether(lanes);
  }
  await workersAreDone();
  const state = await history.finish();
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  expectMails(state);
  totals.events += await expectEvents(deployment.database);
  count(history);
}

const DEADLOCKS = statement(
  'test-deadlocks',
  'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
);

async function workersAreDone(): Promise<void> {
  await eventually(async () => {
    expect(await library.dueTitles()).toEqual([]);
    expect(await waitingJobs(deployment.database)).toEqual([]);
  });
}

/**
 * Nothing fails here: at most one mail for each notice that a hold is ready, and one for each hold that is ready now and has an
 * address. The model has no mails about holds that have ended.
 */
function expectMails({ notices, titles }: State): void {
  const { accepted } = deployment.mails;
  const ids = new Set(accepted.map(({ parsed }) => parsed.messageId));
  expect(ids.size).toBe(accepted.length);
  const readyMails = accepted.filter(({ parsed }) => parsed.subject?.startsWith('Ready to borrow'));
  expect(readyMails.length).toBeLessThanOrEqual(notices.length);
  const ready = titles.flatMap(({ holds }) => holds).filter(({ pickup, email }) => pickup && email);
  for (const { email } of ready) {
    const expected = ready.filter((hold) => hold.email === email).length;
    const received = readyMails.filter(({ recipients }) => recipients.includes(email ?? ''));
    expect(received.length).toBeGreaterThanOrEqual(expected);
  }
}

function count({ steps, answers, unavailable }: History): void {
  totals.runs++;
  totals.steps += steps;
  totals.answers += answers;
  totals.unavailable += unavailable;
  totals.mails += deployment.mails.accepted.length;
  if (totals.runs % 50 === 0) reportTotals();
}

function reportTotals(): void {
  const { runs, steps, answers, unavailable, mails, events } = totals;
  report(
    `${runs} runs, ${steps} steps (${digest.soFar}), ${answers} answers explained, ` +
      `${unavailable} × 503, ${mails} mails, ${events} events`,
  );
}

test(
  `one order explains all answers of two processes with two workers (HOLDFAST_TEST_SEED=${SEED})`,
  async () => {
    // A smaller run would not fail in the same way: the scheduler is another each time.
    const options = { seed: SEED, numRuns: RUNS, endOnFailure: true };
    await fc.assert(fc.asyncProperty(anyParallelRun, expectOneOrder), options);
    reportTotals();
    expect(await deployment.database.run(DEADLOCKS)).toEqual([{ deadlocks: 0 }]);
    expect(totals.answers).toBeGreaterThan(RUNS * TITLES.length);
    expect(totals.events).toBeGreaterThan(RUNS * TITLES.length);
  },
  120_000 + RUNS * 10_000,
);

import { setTimeout as sleep } from 'node:timers/promises';
import { PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { brokenInvariants } from '../../support/invariants.js';
import { type Deployment, type ServiceProcess, startDeployment, startProcess } from '../support/processes.js';
import { smallLibrary } from '../../support/records.js';
import { RepeatingPatron } from '../support/runs/repeating-patron.js';
import { SEED, SeededRandom } from '../../support/seeded-random.js';
import { tokenOf } from '../../support/service.js';

const PATRONS = 12;

let deployment: Deployment;
let settings: Readonly<Record<string, string>>;
let load: Load;
beforeAll(async () => {
  deployment = await startDeployment(smallLibrary(PATRONS, [1, 1, 2]), { processes: 0 });
  settings = { DATABASE_URL: deployment.databaseUrl, ROLE: 'api' };
});
afterEach(async () => {
  await load.stop();
  await load.current.stop();
});
afterAll(() => deployment.close());

/** Patrons who send requests all the time, to the process that is `current`. */
class Load {
  readonly repeatingPatrons = Array.from(
    { length: PATRONS },
    (_, index) => new RepeatingPatron(1 + (index % 3), new SeededRandom(index)),
  );
  private isRunning = true;
  private readonly running: Promise<unknown>;

  constructor(
    private readonly tokens: readonly string[],
    public current: ServiceProcess,
  ) {
    this.running = Promise.all(
      this.repeatingPatrons.map((repeatingPatron, index) => this.act(repeatingPatron, index)),
    );
  }

  private async act(repeatingPatron: RepeatingPatron, index: number): Promise<void> {
    while (this.isRunning)
      await repeatingPatron.act(new PatronClient(this.current.url, this.tokens[index] ?? ''));
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.running;
  }

  get contradictions(): string[] {
    return this.repeatingPatrons.flatMap(({ contradictions }) => contradictions);
  }

  /** Without 503, which a busy machine may cause. */
  get answers(): string[] {
    const answers = new Set(
      this.repeatingPatrons.flatMap((repeatingPatron) => [...repeatingPatron.answers.keys()]),
    );
    answers.delete('503');
    return [...answers].sort();
  }
}

async function startLoad(): Promise<Load> {
  const current = await startProcess(settings);
  const patronIds = Array.from({ length: PATRONS }, (_, index) => index + 1);
  const tokens = await Promise.all(patronIds.map((patronId) => tokenOf(deployment.database, patronId)));
  return new Load(tokens, current);
}

test(`a killed process leaves each request done or not done (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  const random = new SeededRandom();
  load = await startLoad();
  for (let round = 0; round < 3; round++) {
    const next = await startProcess(settings);
    await sleep(random.integerBelow(300));
    const killed = load.current;
    load.current = next;
    await killed.kill();
    expect(await brokenInvariants(deployment.database)).toEqual([]);
    await sleep(200);
  }
  await load.stop();
  expect(load.contradictions).toEqual([]);
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  expect(load.answers.filter((answer) => answer.startsWith('5'))).toEqual([]);
});

test(`a process that is asked to stop answers every request (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  load = await startLoad();
  for (let round = 0; round < 2; round++) {
    const next = await startProcess(settings);
    await sleep(300);
    const stopped = load.current;
    const start = Date.now();
    const code = stopped.stop();
    load.current = next;
    expect(await code).toBe(0);
    expect(Date.now() - start).toBeLessThan(35_000);
  }
  await eventually(() => expect(load.answers).toEqual(expect.arrayContaining(['201', '204'])));
  await load.stop();
  expect(load.contradictions).toEqual([]);
  // Patrons who do not know whether their hold exists may get 400 and 404.
  expect(['201', '204', '400', '404']).toEqual(expect.arrayContaining(load.answers));
});

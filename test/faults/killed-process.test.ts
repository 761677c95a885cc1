import { setTimeout as sleep } from 'node:timers/promises';
import { Believer } from '../support/believer.js';
import { PatronClient } from '../support/client.js';
import { brokenInvariants } from '../support/invariants.js';
import { type Deployment, type ServiceProcess, startDeployment, startProcess } from '../support/processes.js';
import { Chances, SEED } from '../support/random.js';
import { smallLibrary } from '../support/records.js';
import { tokenOf } from '../support/service.js';

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

/** Patrons who act all the time, each time at the process that is `current` then. */
class Load {
  readonly believers = Array.from(
    { length: PATRONS },
    (_, index) => new Believer(1 + (index % 3), new Chances(index)),
  );
  private goingOn = true;
  private readonly acting: Promise<unknown>;

  constructor(
    private readonly tokens: readonly string[],
    public current: ServiceProcess,
  ) {
    this.acting = Promise.all(this.believers.map((believer, index) => this.act(believer, index)));
  }

  private async act(believer: Believer, index: number): Promise<void> {
    while (this.goingOn) await believer.act(new PatronClient(this.current.url, this.tokens[index] ?? ''));
  }

  async stop(): Promise<void> {
    this.goingOn = false;
    await this.acting;
  }

  get surprises(): string[] {
    return this.believers.flatMap(({ surprises }) => surprises);
  }

  /** But for those of a machine that is busy: 503. */
  get answers(): string[] {
    const answers = new Set(this.believers.flatMap((believer) => [...believer.answers.keys()]));
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

test(`a process that is killed leaves all or nothing of each request (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  const chances = new Chances();
  load = await startLoad();
  for (let round = 0; round < 3; round++) {
    const next = await startProcess(settings);
    await sleep(chances.below(300));
    const killed = load.current;
    load.current = next;
    await killed.kill();
    expect(await brokenInvariants(deployment.database)).toEqual([]);
    await sleep(200);
  }
  await load.stop();
  expect(load.surprises).toEqual([]);
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  expect(load.answers.filter((answer) => answer.startsWith('5'))).toEqual([]);
});

test(`a process that is asked to stop answers all that it was asked (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  load = await startLoad();
  for (let round = 0; round < 2; round++) {
    const next = await startProcess(settings);
    await sleep(300);
    const stopped = load.current;
    const asked = Date.now();
    const code = stopped.stop();
    load.current = next;
    expect(await code).toBe(0);
    expect(Date.now() - asked).toBeLessThan(35_000);
  }
  await load.stop();
  expect(load.surprises).toEqual([]);
  expect(load.answers).toEqual(expect.arrayContaining(['201', '204']));
  // 400 and 404 tell those who did not know.
  expect(['201', '204', '400', '404']).toEqual(expect.arrayContaining(load.answers));
});

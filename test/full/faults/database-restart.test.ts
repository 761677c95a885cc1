import { setTimeout as sleep } from 'node:timers/promises';
import type { PatronClient } from '../../support/client.js';
import { eventually } from '../../support/clock.js';
import { type DedicatedServer, startDedicatedServer } from '../support/servers/dedicated-server.js';
import { brokenInvariants } from '../../support/invariants.js';
import { type Deployment, startDeployment } from '../support/processes.js';
import { smallLibrary } from '../../support/records.js';
import { RepeatingPatron } from '../support/runs/repeating-patron.js';
import { SEED, SeededRandom } from '../../support/seeded-random.js';

const PATRONS = 12;

let server: DedicatedServer;
let deployment: Deployment;
const repeatingPatrons = Array.from(
  { length: PATRONS },
  (_, index) => new RepeatingPatron(1 + (index % 3), new SeededRandom(index)),
);
beforeAll(async () => {
  server = await startDedicatedServer();
  const on = { url: server.url, drop: () => server.remove() };
  deployment = await startDeployment(smallLibrary(PATRONS, [1, 1, 2]), { on });
});
afterAll(async () => {
  // The outages leave processes that stop properly.
  expect(await Promise.all(deployment.processes.map((each) => each.stop()))).toEqual([0, 0]);
  await deployment.close();
});

async function allAlive(): Promise<boolean> {
  const answers = await Promise.all(deployment.processes.map(({ url }) => fetch(`${url}/health/live`)));
  return answers.every(({ status }) => status === 200);
}

/** How often the patrons have got this answer. */
function timesAnswered(answer: string): number {
  return repeatingPatrons.reduce((sum, { answers }) => sum + (answers.get(answer) ?? 0), 0);
}

/** Waits until each of these answers has come once more. */
async function waitForAnswers(...answers: readonly string[]): Promise<void> {
  const before = answers.map(timesAnswered);
  await eventually(() => {
    for (const [index, answer] of answers.entries())
      expect(timesAnswered(answer)).toBeGreaterThan(before[index]!);
  });
}

/** The service recovers at once. The rest of the time is for a busy machine. */
const MAX_RECOVERY_MS = 30_000;

/** Repeats a request until every process answers it again. @returns the milliseconds */
async function recoveryTime(clients: readonly PatronClient[]): Promise<number> {
  const start = Date.now();
  for (const client of clients)
    while ((await client.get('/v1/patrons/me/holds')).status !== 200) await sleep(20);
  return Date.now() - start;
}

describe(`a database outage under load (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test.each([
    ['a restart', 'stop'],
    ['a crash', 'crash'],
  ] as const)(
    'by %s means 503 until the database is back, and no answered change is lost',
    async (_, kind) => {
      const clients = await Promise.all(repeatingPatrons.map((_, index) => deployment.signIn(index + 1)));
      let isRunning = true;
      const load = repeatingPatrons.map(async (repeatingPatron, index) => {
        const random = new SeededRandom(100 + index);
        while (isRunning) await repeatingPatron.act(random.pick(clients[index]!));
      });
      try {
        await waitForAnswers('201', '204');
        await server[kind]();
        for (let round = 0; round < 5; round++) {
          expect(await allAlive()).toBe(true);
          await waitForAnswers('503');
        }
        await server.start();
        expect(await recoveryTime(clients[0]!)).toBeLessThan(MAX_RECOVERY_MS);
        await waitForAnswers('201', '204');
      } finally {
        isRunning = false;
        await Promise.all(load);
      }

      expect(repeatingPatrons.flatMap(({ contradictions }) => contradictions)).toEqual([]);
      const answers = new Set(
        repeatingPatrons.flatMap((repeatingPatron) => [...repeatingPatron.answers.keys()]),
      );
      // Patrons who do not know whether their hold exists may get 400 and 404.
      for (const allowed of ['400', '404']) answers.delete(allowed);
      expect([...answers].sort()).toEqual(['201', '204', '503']);
      expect(await brokenInvariants(deployment.database)).toEqual([]);
      expect(await allAlive()).toBe(true);
    },
  );
});

import { setTimeout as sleep } from 'node:timers/promises';
import { Believer } from '../support/believer.js';
import type { PatronClient } from '../support/client.js';
import { eventually } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import { type OwnServer, startOwnServer } from '../support/own-server.js';
import { type Deployment, startDeployment } from '../support/processes.js';
import { Chances, SEED } from '../support/random.js';
import { smallLibrary } from '../support/records.js';

const PATRONS = 12;

let server: OwnServer;
let deployment: Deployment;
const believers = Array.from(
  { length: PATRONS },
  (_, index) => new Believer(1 + (index % 3), new Chances(index)),
);
beforeAll(async () => {
  server = await startOwnServer();
  const on = { url: server.url, drop: () => server.remove() };
  deployment = await startDeployment(smallLibrary(PATRONS, [1, 1, 2]), { on });
});
afterAll(() => deployment.close());

async function live(): Promise<boolean> {
  const answers = await Promise.all(deployment.processes.map(({ url }) => fetch(`${url}/health/live`)));
  return answers.every(({ status }) => status === 200);
}

/** How often the believers have got this answer. */
function timesAnswered(answer: string): number {
  return believers.reduce((sum, { answers }) => sum + (answers.get(answer) ?? 0), 0);
}

/** Resolves when each of these answers has come once more. */
async function heard(...answers: readonly string[]): Promise<void> {
  const before = answers.map(timesAnswered);
  await eventually(() => {
    for (const [index, answer] of answers.entries())
      expect(timesAnswered(answer)).toBeGreaterThan(before[index]!);
  });
}

/** It is back at once, by itself; the rest is for a busy machine. */
const RECOVERY_MS = 30_000;

/** Asks until every process serves this patron again. @returns after how many milliseconds */
async function recovery(clients: readonly PatronClient[]): Promise<number> {
  const begun = Date.now();
  for (const client of clients)
    while ((await client.get('/v1/patrons/me/holds')).status !== 200) await sleep(20);
  return Date.now() - begun;
}

describe(`a database that goes away under load (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test.each([
    ['is restarted', 'stop'],
    ['crashes', 'crash'],
  ] as const)('that %s means 503 until it is back, and nothing that was said is undone', async (_, away) => {
    const clients = await Promise.all(believers.map((_, index) => deployment.signIn(index + 1)));
    let goingOn = true;
    const load = believers.map(async (believer, index) => {
      const chances = new Chances(100 + index);
      while (goingOn) await believer.act(chances.oneOf(clients[index]!));
    });
    try {
      await heard('201', '204');
      await server[away]();
      for (let look = 0; look < 5; look++) {
        expect(await live()).toBe(true);
        await heard('503');
      }
      await server.start();
      expect(await recovery(clients[0]!)).toBeLessThan(RECOVERY_MS);
      await heard('201', '204');
    } finally {
      goingOn = false;
      await Promise.all(load);
    }

    expect(believers.flatMap(({ surprises }) => surprises)).toEqual([]);
    const answers = new Set(believers.flatMap((believer) => [...believer.answers.keys()]));
    // 400 and 404 tell those who did not know.
    for (const common of ['400', '404']) answers.delete(common);
    expect([...answers].sort()).toEqual(['201', '204', '503']);
    expect(await brokenInvariants(deployment.database)).toEqual([]);
    expect(await live()).toBe(true);
  });

  test('and the processes end well when they are asked to', async () => {
    expect(await Promise.all(deployment.processes.map((each) => each.stop()))).toEqual([0, 0]);
  });
});

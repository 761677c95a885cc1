import { setTimeout as sleep } from 'node:timers/promises';
import { PatronClient } from '../../support/client.js';
import { brokenInvariants } from '../../support/invariants.js';
import { smallLibrary } from '../../support/records.js';
import { SEED, SeededRandom } from '../../support/seeded-random.js';
import { tokenOf } from '../../support/service.js';
import { startDeployment, startProcess } from '../support/processes.js';
import { RepeatingPatron } from '../support/runs/repeating-patron.js';

const PATRONS = 12;

test(`a killed process leaves each request done or not done (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  const deployment = await startDeployment(smallLibrary(PATRONS, [1, 1, 2]), { processes: 0 });
  const settings = { DATABASE_URL: deployment.databaseUrl, ROLE: 'api' };
  const random = new SeededRandom();
  let current = await startProcess(settings);
  let isOver = false;
  const patrons = Array.from(
    { length: PATRONS },
    (_, index) => new RepeatingPatron(1 + (index % 3), new SeededRandom(index)),
  );
  // Each sends one request after the other, to the process that is current.
  const load = patrons.map(async (patron, index) => {
    const token = await tokenOf(deployment.database, index + 1);
    while (!isOver) await patron.act(new PatronClient(current.url, token));
  });
  try {
    for (let round = 0; round < 3; round++) {
      const [killed, next] = [current, await startProcess(settings)];
      await sleep(random.integerBelow(300));
      current = next;
      await killed.kill();
      expect(await brokenInvariants(deployment.database)).toEqual([]);
      await sleep(200);
    }
  } finally {
    isOver = true;
    await Promise.all(load);
    await current.stop();
  }
  expect(patrons.flatMap(({ contradictions }) => contradictions)).toEqual([]);
  // A busy machine may cause 503.
  const answers = new Set(patrons.flatMap((patron) => [...patron.answers.keys()]));
  expect([...answers].filter((answer) => answer.startsWith('5') && answer !== '503')).toEqual([]);
  expect(await brokenInvariants(deployment.database)).toEqual([]);
  await deployment.close();
});

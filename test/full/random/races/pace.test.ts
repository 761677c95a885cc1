import { mustSucceed, RetryingClient } from '../../../support/client.js';
import { eventually } from '../../../support/clock.js';
import { conditionIn } from '../../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';

/** Each title has a borrower of its own. The reader, who wants two ready at most, waits for all of them. */
const TITLES = 8;
const ROUNDS = 8;
const READER = TITLES + 1;
const titles = Array.from({ length: TITLES }, (_, index) => index + 1);
const HOLDS = '/v1/patrons/me/holds';
const CHECKOUTS = '/v1/patrons/me/checkouts';

let deployment: Deployment;
let clients: RetryingClient[][];
const random = new SeededRandom(1);

beforeAll(async () => {
  const library = smallLibrary(READER, Array<number>(TITLES).fill(1), { holdLimit: TITLES });
  deployment = await startDeployment(library, { settings: { ROLE: 'all' }, client: RetryingClient });
  await recordOvertaking(deployment.database);
  clients = await Promise.all([...titles, READER].map((patronId) => deployment.signIn(patronId)));
});
afterAll(() => deployment.close());

/** A client of the patron, for a random process. */
const as = (patronId: number): RetryingClient => random.pick(clients[patronId - 1]!);

async function readyTitles(): Promise<number[]> {
  const found = await Promise.all(
    titles.map(async (id) => conditionIn(await as(READER).get(`${HOLDS}/${id}`))),
  );
  return titles.filter((_, index) => found[index] === 'ready');
}

test(`copies that come back at the same time never make more ready than wanted, and none stays unused (HOLDFAST_TEST_SEED=${SEED})`, async () => {
  await mustSucceed(as(READER).put(`${HOLDS}/pace`, { readyAtMost: 2 }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const id of titles) await mustSucceed(as(id).post(CHECKOUTS, { reserveId: id }));
    for (const id of titles)
      await mustSucceed(as(READER).post(HOLDS, { reserveId: id, emailAddress: 'two@example.org' }));
    await Promise.all(random.shuffled(titles).map((id) => mustSucceed(as(id).delete(`${CHECKOUTS}/${id}`))));
    expect((await readyTitles()).length).toBeLessThan(3);
    for (let waiting = TITLES; waiting > 0; waiting--) {
      await eventually(async () => expect(await readyTitles()).toHaveLength(Math.min(waiting, 2)));
      expect(await brokenInvariants(deployment.database)).toEqual([]);
      const [ready] = await readyTitles();
      await mustSucceed(as(READER).delete(`${HOLDS}/${ready}`));
    }
  }
});

import { type Answer, mustSucceed, RetryingClient } from '../../../support/client.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { HOLDS } from '../../../support/paths.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { patron, reserveIdOf, smallLibrary } from '../../../support/records.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';

const ROUNDS = Array.from({ length: 8 }, (_, round) => round);
/** Patrons 1 to 20 wait for titles. The others reach their limits. */
const WAITING = Array.from({ length: 20 }, (_, index) => index + 1);
const TITLES = 60;

let deployment: Deployment;

beforeAll(async () => {
  const titles = Array.from({ length: TITLES }, (_, index) => (index < ROUNDS.length ? 1 : 0));
  deployment = await startDeployment(smallLibrary(20, titles, { holdLimit: 200 }), {
    client: RetryingClient,
  });
  await recordOvertaking(deployment.database);
});
afterEach(async () => {
  expect(await brokenInvariants(deployment.database)).toEqual([]);
});
afterAll(() => deployment.close());

/** How often each answer occurred. */
function countAnswers(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = status < 400 ? String(status) : `${status} ${(body as { errorCode: string }).errorCode}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe(`two processes (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test.each(ROUNDS)(
    'accept one of forty concurrent placements on a title by a patron (round %i)',
    async (round) => {
      const random = new SeededRandom(round);
      const titleNumber = ROUNDS.length + 1 + round;
      const clients = await deployment.signIn(random.pick(WAITING));
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => {
          const id = index % 2 === 0 ? titleNumber : reserveIdOf(titleNumber);
          return random.pick(clients).post(HOLDS, { id, emailAddress: `a${index}@example.org` });
        }),
      );
      expect(countAnswers(answers)).toEqual({ '201': 1, '400 AlreadyOnWaitList': 39 });
    },
  );

  test.each(ROUNDS)(
    'accept L of L + 35 concurrent placements by a patron with the limit L (round %i)',
    async (round) => {
      const random = new SeededRandom(100 + round);
      const limit = 1 + random.integerBelow(15);
      await deployment.import(patron(100 + round, { holdLimit: limit }));
      const clients = await deployment.signIn(100 + round);
      const numbers = random.shuffled(Array.from({ length: TITLES }, (_, index) => index + 1));
      const answers = await Promise.all(
        numbers
          .slice(0, limit + 35)
          .map((number) => random.pick(clients).post(HOLDS, { id: number, ignoreHoldEmail: true })),
      );
      expect(countAnswers(answers)).toEqual({ '201': limit, '400 PatronExceededHoldLimit': 35 });
      const list = await clients[0]!.get(HOLDS);
      expect(list.body).toMatchObject({ totalItems: limit });
      for (const { reserveId } of (list.body as { holds: { reserveId: string }[] }).holds)
        await mustSucceed(random.pick(clients).delete(`${HOLDS}/${reserveId}`));
    },
  );

  test.each(ROUNDS)(
    'make one of twenty holds ready, whichever holds are removed (round %i)',
    async (round) => {
      const random = new SeededRandom(200 + round);
      const titleNumber = 1 + round;
      const address = `${HOLDS}/${titleNumber}`;
      const clients = new Map(
        await Promise.all(WAITING.map(async (id) => [id, await deployment.signIn(id)] as const)),
      );
      const anyClientOf = (id: number): ReturnType<typeof clientOf> => clientOf(id, random.integerBelow(2));
      const clientOf = (id: number, process: number) => clients.get(id)![process]!;
      const placed = await Promise.all(
        random
          .shuffled(WAITING)
          .map((id) => anyClientOf(id).post(HOLDS, { id: titleNumber, ignoreHoldEmail: true })),
      );
      expect(countAnswers(placed)).toEqual({ '201': 20 });
      const readyPatrons = async (): Promise<number[]> => {
        const asked = WAITING.map(async (id) => ({ id, answer: await anyClientOf(id).get(address) }));
        const holds = await Promise.all(asked);
        return holds.filter(({ answer }) => 'checkout' in (answer.body.actions ?? {})).map(({ id }) => id);
      };
      const [first] = await readyPatrons();
      expect(await readyPatrons()).toEqual([first]);
      const removing = random.shuffled(WAITING).slice(0, 15);
      const removed = await Promise.all(removing.map((id) => anyClientOf(id).delete(address)));
      expect(countAnswers(removed)).toEqual({ '204': 15 });
      expect(await readyPatrons()).toHaveLength(1);
      expect(await brokenInvariants(deployment.database)).toEqual([]);
    },
  );
});

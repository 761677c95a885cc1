import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { type Answer, granted, PatientClient } from '../support/client.js';
import { type Deployment, startDeployment } from '../support/processes.js';
import { Chances, SEED } from '../support/random.js';
import { copies, patron, reserveIdOf, smallLibrary } from '../support/records.js';

const HOLDS = '/v1/patrons/me/holds';
const ROUNDS = Array.from({ length: 8 }, (_, round) => round);
/** Patrons 1…20 wait for titles; the others try their limits. */
const WAITING = Array.from({ length: 20 }, (_, index) => index + 1);
const TITLES = 60;

let deployment: Deployment;

beforeAll(async () => {
  const titles = Array.from({ length: TITLES }, (_, index) => (index < ROUNDS.length ? 1 : 0));
  deployment = await startDeployment(smallLibrary(20, titles, { holdLimit: 200 }), { client: PatientClient });
  await witnessHandOvers(deployment.database);
});
afterEach(async () => {
  expect(await brokenInvariants(deployment.database)).toEqual([]);
});
afterAll(() => deployment.close());

/** How often each answer was given. */
function tally(answers: readonly Answer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const key = status < 400 ? String(status) : `${status} ${(body as { errorCode: string }).errorCode}`;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}

describe(`two processes at once (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test.each(ROUNDS)('forty placements of one title by one patron make one hold (round %i)', async (round) => {
    const chances = new Chances(round);
    const titleNumber = ROUNDS.length + 1 + round;
    const clients = await deployment.signIn(chances.oneOf(WAITING));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => {
        const id = index % 2 === 0 ? titleNumber : reserveIdOf(titleNumber);
        return chances.oneOf(clients).post(HOLDS, { id, emailAddress: `a${index}@example.org` });
      }),
    );
    expect(tally(answers)).toEqual({ '201': 1, '400 AlreadyOnWaitList': 39 });
  });

  test.each(ROUNDS)('a patron of limit L who places L + 35 holds at once has L (round %i)', async (round) => {
    const chances = new Chances(100 + round);
    const limit = 1 + chances.below(15);
    await deployment.import(patron(100 + round, { holdLimit: limit }));
    const clients = await deployment.signIn(100 + round);
    const numbers = chances.shuffled(Array.from({ length: TITLES }, (_, index) => index + 1));
    const answers = await Promise.all(
      numbers
        .slice(0, limit + 35)
        .map((number) => chances.oneOf(clients).post(HOLDS, { id: number, ignoreHoldEmail: true })),
    );
    expect(tally(answers)).toEqual({ '201': limit, '400 PatronExceededHoldLimit': 35 });
    const list = await clients[0]!.get(HOLDS);
    expect(list.body).toMatchObject({ totalItems: limit });
    for (const { reserveId } of (list.body as { holds: { reserveId: string }[] }).holds)
      await granted(chances.oneOf(clients).delete(`${HOLDS}/${reserveId}`));
  });

  test.each(ROUNDS)(
    'of twenty patrons who want one copy one is ready, whoever leaves (round %i)',
    async (round) => {
      const chances = new Chances(200 + round);
      const titleNumber = 1 + round;
      const address = `${HOLDS}/${titleNumber}`;
      const clients = new Map(
        await Promise.all(WAITING.map(async (id) => [id, await deployment.signIn(id)] as const)),
      );
      const anyClientOf = (id: number): ReturnType<typeof clientOf> => clientOf(id, chances.below(2));
      const clientOf = (id: number, process: number) => clients.get(id)![process]!;
      const placed = await Promise.all(
        chances
          .shuffled(WAITING)
          .map((id) => anyClientOf(id).post(HOLDS, { id: titleNumber, ignoreHoldEmail: true })),
      );
      expect(tally(placed)).toEqual({ '201': 20 });
      const readyOnes = async (): Promise<number[]> => {
        const asked = WAITING.map(async (id) => ({ id, answer: await anyClientOf(id).get(address) }));
        const holds = await Promise.all(asked);
        return holds.filter(({ answer }) => 'checkout' in (answer.body.actions ?? {})).map(({ id }) => id);
      };
      const [first] = await readyOnes();
      expect(await readyOnes()).toEqual([first]);
      const leaving = chances.shuffled(WAITING).slice(0, 15);
      const left = await Promise.all(leaving.map((id) => anyClientOf(id).delete(address)));
      expect(tally(left)).toEqual({ '204': 15 });
      expect(await readyOnes()).toHaveLength(1);
      expect(await brokenInvariants(deployment.database)).toEqual([]);
    },
  );

  test('a title that gets its first copy is ready for the first in line alone', async () => {
    const titleNumber = TITLES;
    for (const id of [4, 2, 7])
      await granted(
        (await deployment.signIn(id))[0]!.post(HOLDS, { id: titleNumber, ignoreHoldEmail: true }),
      );
    await Promise.all([1, 1, 1, 1].map((owned) => deployment.import(copies(titleNumber, owned))));
    const [answer] = await Promise.all([(await deployment.signIn(4))[1]!.get(`${HOLDS}/${titleNumber}`)]);
    expect(Object.keys(answer.body.actions)).toContain('checkout');
  });
});

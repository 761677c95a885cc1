import { type Answer, mustSucceed, RetryingClient } from '../../../support/client.js';
import { conditionIn } from '../../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { HOLDS } from '../../../support/paths.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';

/** Each round has three titles with one copy each: patron 1's holds are ready, those of patrons 2 and 3 wait. */
const ROUNDS = 12;
const TITLES = 3;
const RACES = 3;
const ALL = `${HOLDS}/suspension`;
const INDEFINITE = { suspensionType: 'indefinite' };
const WITH_READY = { ...INDEFINITE, includeReady: true };

let deployment: Deployment;
let clients: RetryingClient[][];
beforeAll(async () => {
  const titles = Array<number>(RACES * ROUNDS * TITLES).fill(1);
  deployment = await startDeployment(smallLibrary(3, titles, { holdLimit: titles.length }), {
    client: RetryingClient,
  });
  await recordOvertaking(deployment.database);
  clients = await Promise.all([1, 2, 3].map((patronId) => deployment.signIn(patronId)));
});
afterEach(async () => expect(await brokenInvariants(deployment.database)).toEqual([]));
afterAll(() => deployment.close());

interface Round {
  readonly holds: readonly string[];
  readonly as: (patronId: 1 | 2 | 3) => RetryingClient;
  readonly atOnce: (...operations: (() => Promise<Answer>)[]) => Promise<Answer[]>;
  /** The conditions of a patron's holds on the round's titles. */
  readonly conditionsOf: (patronId: 1 | 2 | 3) => Promise<string[]>;
}

async function repeat(stream: number, race: (round: Round) => Promise<void>): Promise<void> {
  for (let number = 0; number < ROUNDS; number++) {
    const random = new SeededRandom(stream * ROUNDS + number);
    const first = (stream * ROUNDS + number) * TITLES + 1;
    const holds = Array.from({ length: TITLES }, (_, index) => `${HOLDS}/${first + index}`);
    const as = (patronId: 1 | 2 | 3): RetryingClient => random.pick(clients[patronId - 1]!);
    for (const patronId of [1, 2, 3] as const)
      for (const hold of holds) await mustSucceed(as(patronId).post(hold, { ignoreHoldEmail: true }));
    await race({
      holds,
      as,
      atOnce: (...operations) =>
        Promise.all(random.shuffled([...operations]).map((operation) => operation())),
      conditionsOf: (patronId) =>
        Promise.all(holds.map(async (hold) => conditionIn(await as(patronId).get(hold)))),
    });
    for (const patronId of [1, 2, 3] as const) for (const hold of holds) await as(patronId).delete(hold);
  }
}

const times = (condition: string): string[] => Array<string>(TITLES).fill(condition);

describe(`while all holds are suspended (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test('their copies are handed over: each goes to the hold behind', async () => {
    await repeat(0, async ({ holds, as, atOnce, conditionsOf }) => {
      const answers = await atOnce(
        () => as(2).post(ALL, WITH_READY),
        ...holds.map((hold) => () => as(1).delete(hold)),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 204, 204, 204]);
      expect(await conditionsOf(2)).toEqual(times('suspended'));
      expect(await conditionsOf(3)).toEqual(times('ready'));
    });
  });

  test('one of them is removed: it is gone, and the others are suspended', async () => {
    await repeat(1, async ({ holds, as, atOnce, conditionsOf }) => {
      const answers = await atOnce(
        () => as(1).post(ALL, WITH_READY),
        () => as(1).delete(holds[1]!),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 204]);
      const { outcomes } = answers.find(({ status }) => status === 200)!.body as {
        outcomes: { outcome: string; errorCode?: string }[];
      };
      // Removed before the list was read, between that and its turn, or after it.
      expect(outcomes.map(({ outcome, errorCode }) => errorCode ?? outcome).sort()).toEqual(
        expect.arrayContaining(['suspended', 'suspended']),
      );
      expect(await conditionsOf(1)).toEqual(['suspended', 'gone', 'suspended']);
      expect(await conditionsOf(2)).toEqual(times('ready'));
    });
  });

  test('they are suspended one by one, all at once again, and released: each is what its last change made it', async () => {
    await repeat(2, async ({ holds, as, atOnce, conditionsOf }) => {
      const answers = await atOnce(
        () => as(1).post(ALL, WITH_READY),
        () => as(1).post(ALL, { suspensionType: 'limited', numberOfDays: 3, includeReady: true }),
        () => as(1).delete(ALL),
        () => as(2).post(ALL, WITH_READY),
        () => as(2).delete(ALL),
        () => as(1).post(`${holds[0]}/suspension`, INDEFINITE),
      );
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      const conditions = await Promise.all(([1, 2, 3] as const).map((patronId) => conditionsOf(patronId)));
      for (const index of holds.keys())
        expect(conditions.filter((own) => own[index] === 'ready')).toHaveLength(1);
    });
  });
});

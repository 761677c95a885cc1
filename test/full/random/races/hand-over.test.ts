import { type Answer, mustSucceed, RetryingClient } from '../../../support/client.js';
import { conditionIn } from '../../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { type Deployment, startDeployment } from '../../support/processes.js';
import { smallLibrary } from '../../../support/records.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';

/** Each round has its own title with one copy: patron 1's hold is ready, those of patrons 2 and 3 wait. */
const ROUNDS = 40;

let deployment: Deployment;
let clients: RetryingClient[][];

beforeAll(async () => {
  const library = smallLibrary(3, Array<number>(4 * ROUNDS).fill(1), { holdLimit: 4 * ROUNDS });
  deployment = await startDeployment(library, { client: RetryingClient });
  await recordOvertaking(deployment.database);
  clients = await Promise.all([1, 2, 3].map((patronId) => deployment.signIn(patronId)));
});
afterEach(async () => {
  expect(await brokenInvariants(deployment.database)).toEqual([]);
});
afterAll(() => deployment.close());

interface Round {
  readonly hold: string;
  readonly suspension: string;
  /** A client of the patron, for a random process. */
  readonly as: (patronId: 1 | 2 | 3) => RetryingClient;
  /** Starts all, in random order, at almost the same time. */
  readonly atOnce: (...operations: (() => Promise<Answer>)[]) => Promise<Answer[]>;
  /** The conditions of the holds of patrons 1, 2 and 3. */
  readonly conditions: () => Promise<string[]>;
}

/** Repeats `race` with new titles. @returns how often each result occurred */
async function countResults(
  stream: number,
  race: (round: Round) => Promise<string>,
): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  for (let number = 1; number <= ROUNDS; number++) {
    const titleNumber = stream * ROUNDS + number;
    const round = newRound(new SeededRandom(titleNumber), titleNumber);
    for (const patronId of [1, 2, 3] as const)
      await mustSucceed(
        round.as(patronId).post('/v1/patrons/me/holds', { id: titleNumber, emailAddress: 'old@example.org' }),
      );
    const result = await race(round);
    results[result] = (results[result] ?? 0) + 1;
  }
  return results;
}

function newRound(random: SeededRandom, titleNumber: number): Round {
  const hold = `/v1/patrons/me/holds/${titleNumber}`;
  const as = (patronId: 1 | 2 | 3): RetryingClient => random.pick(clients[patronId - 1]!);
  return {
    hold,
    suspension: `${hold}/suspension`,
    as,
    atOnce: async (...operations) => {
      const answers: Promise<Answer>[] = [];
      for (const index of random.shuffled([...operations.keys()])) {
        answers[index] = operations[index]!();
        // Up to the duration of a request.
        await new Promise((resolve) => setTimeout(resolve, random.integerBelow(4)));
      }
      return Promise.all(answers);
    },
    conditions: () =>
      Promise.all(([1, 2, 3] as const).map(async (id) => conditionIn(await as(id).get(hold)))),
  };
}

describe(`during a hand-over (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test('the next hold is suspended: the copy goes to the one after it', async () => {
    const results = await countResults(0, async ({ hold, suspension, as, atOnce, conditions }) => {
      const [removed, suspended] = await atOnce(
        () => as(1).delete(hold),
        () => as(2).post(suspension, { suspensionType: 'indefinite' }),
      );
      expect([removed!.status, suspended!.status]).toEqual([204, 201]);
      return (await conditions()).join(', ');
    });
    expect(results).toEqual({ 'gone, suspended, ready': ROUNDS });
  });

  test('the next hold is removed: the copy goes to the one after it', async () => {
    const results = await countResults(1, async ({ hold, as, atOnce, conditions }) => {
      const answers = await atOnce(
        () => as(1).delete(hold),
        () => as(2).delete(hold),
      );
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
      return (await conditions()).join(', ');
    });
    expect(results).toEqual({ 'gone, gone, ready': ROUNDS });
  });

  test('the next hold’s address is edited: before the hold is ready, or not at all', async () => {
    const results = await countResults(2, async ({ hold, as, atOnce, conditions }) => {
      const [, changed] = await atOnce(
        () => as(1).delete(hold),
        () => as(2).put(hold, { emailAddress: 'new@example.org' }),
      );
      expect(await conditions()).toEqual(['gone', 'ready', 'waiting']);
      const { body } = await as(2).get(hold);
      const { errorCode = 'changed' } = (changed!.body ?? {}) as { errorCode?: string };
      return `${changed!.status} ${errorCode}: ${(body as { emailAddress: string }).emailAddress}`;
    });
    const before = '204 changed: new@example.org';
    const after = '400 HoldReadyForCheckout: old@example.org';
    expect((results[before] ?? 0) + (results[after] ?? 0)).toBe(ROUNDS);
  });

  test('holds are suspended and released: the copy goes to one of them, never to two', async () => {
    const results = await countResults(3, async ({ hold, suspension, as, atOnce, conditions }) => {
      await atOnce(
        () => as(1).post(suspension, { suspensionType: 'limited', numberOfDays: 5 }),
        () => as(2).post(suspension, { suspensionType: 'limited', numberOfDays: 5 }),
        () => as(3).delete(hold),
      );
      expect(await conditions()).toEqual(['suspended', 'suspended', 'gone']);
      await atOnce(
        () => as(1).delete(suspension),
        () => as(2).delete(suspension),
      );
      return (await conditions()).join(', ');
    });
    const { 'ready, waiting, gone': first = 0, 'waiting, ready, gone': second = 0, ...others } = results;
    expect(others).toEqual({});
    expect(first + second).toBe(ROUNDS);
  });
});

import { type Answer, granted, PatientClient } from '../support/client.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { type Deployment, startDeployment } from '../support/processes.js';
import { Chances, SEED } from '../support/random.js';
import { smallLibrary } from '../support/records.js';

/** Each round on a title of its own, with one copy: patron 1 is ready, patrons 2 and 3 wait. */
const ROUNDS = 40;

let deployment: Deployment;
let clients: PatientClient[][];

beforeAll(async () => {
  const library = smallLibrary(3, Array<number>(4 * ROUNDS).fill(1), { holdLimit: 4 * ROUNDS });
  deployment = await startDeployment(library, { client: PatientClient });
  await witnessHandOvers(deployment.database);
  clients = await Promise.all([1, 2, 3].map((patronId) => deployment.signIn(patronId)));
});
afterEach(async () => {
  expect(await brokenInvariants(deployment.database)).toEqual([]);
});
afterAll(() => deployment.close());

interface Round {
  readonly hold: string;
  readonly suspension: string;
  /** Any process's client of patron 1, 2 or 3. */
  readonly as: (patronId: 1 | 2 | 3) => PatientClient;
  /** Starts all, in any order, at once or almost. */
  readonly atOnce: (...operations: (() => Promise<Answer>)[]) => Promise<Answer[]>;
  /** `ready`, `suspended`, `waiting`, or `gone`, as patrons 1, 2 and 3 see their holds. */
  readonly conditions: () => Promise<string[]>;
}

/** Plays `race` on fresh titles. @returns how often each ending came */
async function play(
  stream: number,
  race: (round: Round) => Promise<string>,
): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (let number = 1; number <= ROUNDS; number++) {
    const titleNumber = stream * ROUNDS + number;
    const round = newRound(new Chances(titleNumber), titleNumber);
    for (const patronId of [1, 2, 3] as const)
      await granted(
        round.as(patronId).post('/v1/patrons/me/holds', { id: titleNumber, emailAddress: 'old@example.org' }),
      );
    const ending = await race(round);
    endings[ending] = (endings[ending] ?? 0) + 1;
  }
  return endings;
}

function newRound(chances: Chances, titleNumber: number): Round {
  const hold = `/v1/patrons/me/holds/${titleNumber}`;
  const as = (patronId: 1 | 2 | 3): PatientClient => chances.oneOf(clients[patronId - 1]!);
  return {
    hold,
    suspension: `${hold}/suspension`,
    as,
    atOnce: async (...operations) => {
      const answers: Promise<Answer>[] = [];
      for (const index of chances.shuffled([...operations.keys()])) {
        answers[index] = operations[index]!();
        // So that each may be ahead by as much as a request takes.
        await new Promise((resolve) => setTimeout(resolve, chances.below(4)));
      }
      return Promise.all(answers);
    },
    conditions: () =>
      Promise.all(([1, 2, 3] as const).map(async (id) => conditionIn(await as(id).get(hold)))),
  };
}

function conditionIn({ status, body }: Answer): string {
  if (status === 404) return 'gone';
  const { actions, holdSuspension } = body as { actions: object; holdSuspension?: object };
  if ('checkout' in actions) return holdSuspension === undefined ? 'ready' : 'ready and suspended';
  return holdSuspension === undefined ? 'waiting' : 'suspended';
}

describe(`while a copy is handed on (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test('the next in line suspends: that hold is suspended, and the copy is with the one after', async () => {
    const endings = await play(0, async ({ hold, suspension, as, atOnce, conditions }) => {
      const [removed, suspended] = await atOnce(
        () => as(1).delete(hold),
        () => as(2).post(suspension, { suspensionType: 'indefinite' }),
      );
      expect([removed!.status, suspended!.status]).toEqual([204, 201]);
      return (await conditions()).join(', ');
    });
    expect(endings).toEqual({ 'gone, suspended, ready': ROUNDS });
  });

  test('the next in line removes the hold: the copy is with the one after', async () => {
    const endings = await play(1, async ({ hold, as, atOnce, conditions }) => {
      const answers = await atOnce(
        () => as(1).delete(hold),
        () => as(2).delete(hold),
      );
      expect(answers.map(({ status }) => status)).toEqual([204, 204]);
      return (await conditions()).join(', ');
    });
    expect(endings).toEqual({ 'gone, gone, ready': ROUNDS });
  });

  test('the next in line changes the address: before it is ready, or not at all', async () => {
    const endings = await play(2, async ({ hold, as, atOnce, conditions }) => {
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
    expect((endings[before] ?? 0) + (endings[after] ?? 0)).toBe(ROUNDS);
  });

  test('its own holder suspends and then lives on: the copy goes round, and is never with two', async () => {
    const endings = await play(3, async ({ hold, suspension, as, atOnce, conditions }) => {
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
    const { 'ready, waiting, gone': first = 0, 'waiting, ready, gone': second = 0, ...others } = endings;
    expect(others).toEqual({});
    expect(first + second).toBe(ROUNDS);
  });
});

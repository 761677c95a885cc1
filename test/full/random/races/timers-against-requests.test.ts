import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../../../src/platform/database/statement.js';
import { type Answer, mustSucceed, type RetryingClient } from '../../../support/client.js';
import { DAY, eventually, HOUR } from '../../../support/clock.js';
import { conditionIn, type SeenCondition } from '../../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { CHECKOUTS, HOLDS } from '../../../support/paths.js';
import { reserveIdOf, smallLibrary } from '../../../support/records.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';
import { WorkerDeployment } from '../../support/servers/worker-deployment.js';

/** Each round has its own title with one copy. */
const ROUNDS = 15;
const RACES = 7;

let deployment: WorkerDeployment;
let clients: RetryingClient[][];

beforeAll(async () => {
  deployment = await WorkerDeployment.start(smallLibrary(3, Array<number>(RACES * ROUNDS).fill(1)), 2);
  await recordOvertaking(deployment.database);
  await Promise.all([deployment.addWorker(), deployment.addWorker()]);
  clients = await Promise.all([1, 2, 3].map((patronId) => deployment.signIn(patronId)));
});
afterAll(() => deployment.close());

const advance = (seconds: number) => async (): Promise<undefined> => {
  await deployment.clock.advance(seconds);
  return undefined;
};

type PatronNumber = 1 | 2 | 3;

/** The requests of three patrons for one title, each to a random API process. */
class Round {
  constructor(
    private readonly random: SeededRandom,
    private readonly number: number,
  ) {}

  place(who: PatronNumber): Promise<Answer> {
    return this.as(who).post(HOLDS, { id: this.number, ignoreHoldEmail: true });
  }
  borrow(who: PatronNumber): Promise<Answer> {
    return this.as(who).post(CHECKOUTS, { reserveId: reserveIdOf(this.number) });
  }
  returnTitle(who: PatronNumber): Promise<Answer> {
    return this.as(who).delete(`${CHECKOUTS}/${this.number}`);
  }
  remove(who: PatronNumber): Promise<Answer> {
    return this.as(who).delete(`${HOLDS}/${this.number}`);
  }
  suspend(who: PatronNumber, numberOfDays: number): Promise<Answer> {
    const values = { suspensionType: 'limited', numberOfDays };
    return this.as(who).post(`${HOLDS}/${this.number}/suspension`, values);
  }

  /** Starts all, in random order, at almost the same time. */
  async atOnce(...operations: (() => Promise<Answer | undefined>)[]): Promise<(string | undefined)[]> {
    const answers: Promise<string | undefined>[] = [];
    for (const index of this.random.shuffled([...operations.keys()])) {
      answers[index] = operations[index]!().then((answer) =>
        answer === undefined ? answer : statusAndCode(answer),
      );
      await sleep(this.random.integerBelow(7));
    }
    return Promise.all(answers);
  }

  /** The conditions of the patrons' holds, and `on loan` for a loan. */
  conditions(...patrons: readonly PatronNumber[]): Promise<(SeenCondition | 'on loan')[]> {
    return Promise.all(
      patrons.map(async (who) => {
        const loan = await this.as(who).get(`${CHECKOUTS}/${this.number}`);
        const hold = conditionIn(await this.as(who).get(`${HOLDS}/${this.number}`));
        if (loan.status === 200 && hold !== 'gone')
          throw new Error('A patron has a hold and a loan of the same title.');
        return loan.status === 200 ? 'on loan' : hold;
      }),
    );
  }

  /** Otherwise what is left of this round would become due in the next. */
  async cleanUp(): Promise<void> {
    for (const who of [1, 2, 3] as const) {
      await this.returnTitle(who);
      await this.remove(who);
    }
  }

  private as(who: PatronNumber): RetryingClient {
    return this.random.pick(clients[who - 1]!);
  }
}

function statusAndCode({ status, body }: Answer): string {
  const { errorCode = '' } = (body ?? {}) as { errorCode?: string };
  return `${status} ${errorCode}`.trim();
}

/** Repeats `race` with new titles. @returns how often each result occurred */
async function countResults(
  stream: number,
  race: (round: Round) => Promise<string>,
): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  for (let count = 1; count <= ROUNDS; count++) {
    const number = stream * ROUNDS + count;
    const round = new Round(new SeededRandom(number), number);
    const result = await race(round);
    results[result] = (results[result] ?? 0) + 1;
    expect(await brokenInvariants(deployment.database)).toEqual([]);
    await round.cleanUp();
  }
  return results;
}

/** All rounds had one of these results. */
function expectOnly(results: Record<string, number>, ...allowed: readonly string[]): void {
  expect(Object.keys(results).filter((result) => !allowed.includes(result))).toEqual([]);
  expect(Object.values(results).reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
}

/** Waits until the timers have caused these conditions. */
async function becomes(round: Round, conditions: readonly (SeenCondition | 'on loan')[]): Promise<void> {
  const patrons = ([1, 2, 3] as const).slice(0, conditions.length);
  await eventually(async () => expect(await round.conditions(...patrons)).toEqual(conditions));
}

/** The first patron's hold is ready for another hour, the second one's waits. */
async function almostMissPickup(round: Round): Promise<void> {
  for (const who of [1, 2] as const) await mustSucceed(round.place(who));
  await deployment.clock.advance(71 * HOUR);
}

describe(`with two API processes and two workers (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test('a checkout and the end of its pickup: the copy goes to one patron', async () => {
    const results = await countResults(0, async (round) => {
      await almostMissPickup(round);
      const [borrowed] = await round.atOnce(() => round.borrow(1), advance(HOUR));
      await becomes(round, borrowed === '201' ? ['on loan', 'waiting'] : ['suspended', 'ready']);
      return borrowed!;
    });
    expectOnly(results, '201', '400 NoCopiesAvailable');
  });

  test('a removal and the end of its pickup: the copy is handed over once', async () => {
    const results = await countResults(1, async (round) => {
      await almostMissPickup(round);
      const [removed] = await round.atOnce(() => round.remove(1), advance(HOUR));
      await becomes(round, ['gone', 'ready']);
      return removed!;
    });
    expect(results).toEqual({ '204': ROUNDS });
  });

  test('a suspension and the end of its pickup: the hold is suspended, and the copy is handed over once', async () => {
    const results = await countResults(2, async (round) => {
      await almostMissPickup(round);
      const [suspended] = await round.atOnce(() => round.suspend(1, 5), advance(HOUR));
      await becomes(round, ['suspended', 'ready']);
      return suspended!;
    });
    expectOnly(results, '201', '400 HoldAlreadySuspended');
  });

  test('a return and a placement: never a free copy and a waiting hold', async () => {
    const results = await countResults(3, async (round) => {
      await mustSucceed(round.borrow(1));
      const [returned, placed] = await round.atOnce(
        () => round.returnTitle(1),
        () => round.place(2),
      );
      expect([returned, placed]).toEqual(['204', '201']);
      return (await round.conditions(1, 2)).join(', ');
    });
    expect(results).toEqual({ 'gone, ready': ROUNDS });
  });

  test('a return and the end of the loan: the copy becomes free once', async () => {
    const results = await countResults(4, async (round) => {
      await mustSucceed(round.borrow(1));
      await mustSucceed(round.place(2));
      await deployment.clock.advance(20 * DAY);
      const [returned] = await round.atOnce(() => round.returnTitle(1), advance(DAY));
      await becomes(round, ['gone', 'ready']);
      return returned!;
    });
    expectOnly(results, '204', '400 PatronDoesntHaveTitleCheckedOut');
  });

  test('the end of a suspension and a return: one of the two holds is ready', async () => {
    // The clock may advance within a transaction. Then the trigger sees a skipped hold as waiting.
    await deployment.database.run(
      statement('test-disable-trigger', 'ALTER TABLE hold DISABLE TRIGGER record_overtaking'),
    );
    const results = await countResults(5, async (round) => {
      await mustSucceed(round.borrow(3));
      for (const who of [1, 2] as const) await mustSucceed(round.place(who));
      await mustSucceed(round.suspend(1, 1));
      await round.atOnce(() => round.returnTitle(3), advance(DAY));
      let conditions = '';
      await eventually(async () => {
        conditions = (await round.conditions(1, 2)).join(', ');
        expect(['ready, waiting', 'waiting, ready']).toContain(conditions);
      });
      return conditions;
    });
    expectOnly(results, 'ready, waiting', 'waiting, ready');
    await deployment.database.run(
      statement('test-enable-trigger', 'ALTER TABLE hold ENABLE TRIGGER record_overtaking'),
    );
  });

  test('a checkout without a hold and two placements: the copy goes to one patron', async () => {
    const results = await countResults(6, async (round) => {
      const [borrowed] = await round.atOnce(
        () => round.borrow(1),
        () => round.place(2),
        () => round.place(3),
      );
      const conditions = await round.conditions(1, 2, 3);
      const holders = conditions.filter((condition) => condition === 'on loan' || condition === 'ready');
      expect(holders).toHaveLength(1);
      return `${borrowed!}: ${conditions[0]!}`;
    });
    expectOnly(results, '201: on loan', '400 NoCopiesAvailable: gone');
  });
});

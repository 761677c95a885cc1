import { setTimeout as sleep } from 'node:timers/promises';
import { statement } from '../../src/platform/database/statement.js';
import { type Answer, granted, type PatientClient } from '../support/client.js';
import { DAY, eventually, HOUR } from '../support/clock.js';
import { conditionIn, type SeenCondition } from '../support/conditions.js';
import { brokenInvariants, witnessHandOvers } from '../support/invariants.js';
import { Chances, SEED } from '../support/random.js';
import { reserveIdOf, smallLibrary } from '../support/records.js';
import { CHECKOUTS, HOLDS } from '../support/test-library.js';
import { Crew } from '../support/worker-processes.js';

/** Each round on a title of its own, with one copy. */
const ROUNDS = 25;
const RACES = 7;

let crew: Crew;
let clients: PatientClient[][];

beforeAll(async () => {
  crew = await Crew.start(smallLibrary(3, Array<number>(RACES * ROUNDS).fill(1)), 2);
  await witnessHandOvers(crew.database);
  await Promise.all([crew.addWorker(), crew.addWorker()]);
  clients = await Promise.all([1, 2, 3].map((patronId) => crew.signIn(patronId)));
});
afterAll(() => crew.close());

const advance = (seconds: number) => async (): Promise<undefined> => {
  await crew.clock.advance(seconds);
  return undefined;
};

type PatronNumber = 1 | 2 | 3;

/** What three patrons do with one title, each time by any of the API processes. */
class Round {
  constructor(
    private readonly chances: Chances,
    private readonly number: number,
  ) {}

  place(who: PatronNumber): Promise<Answer> {
    return this.as(who).post(HOLDS, { id: this.number, ignoreHoldEmail: true });
  }
  borrow(who: PatronNumber): Promise<Answer> {
    return this.as(who).post(CHECKOUTS, { reserveId: reserveIdOf(this.number) });
  }
  giveBack(who: PatronNumber): Promise<Answer> {
    return this.as(who).delete(`${CHECKOUTS}/${this.number}`);
  }
  remove(who: PatronNumber): Promise<Answer> {
    return this.as(who).delete(`${HOLDS}/${this.number}`);
  }
  suspend(who: PatronNumber, numberOfDays: number): Promise<Answer> {
    const values = { suspensionType: 'limited', numberOfDays };
    return this.as(who).post(`${HOLDS}/${this.number}/suspension`, values);
  }

  /** Starts all, in any order, each ahead of the next by as much as a request takes, or not at all. */
  async atOnce(...deeds: (() => Promise<Answer | undefined>)[]): Promise<(string | undefined)[]> {
    const answers: Promise<string | undefined>[] = [];
    for (const index of this.chances.shuffled([...deeds.keys()])) {
      answers[index] = deeds[index]!().then((answer) => (answer === undefined ? answer : briefly(answer)));
      await sleep(this.chances.below(7));
    }
    return Promise.all(answers);
  }

  /** Each patron's hold, and `on loan` for a loan. */
  conditions(...patrons: readonly PatronNumber[]): Promise<(SeenCondition | 'on loan')[]> {
    return Promise.all(
      patrons.map(async (who) => {
        const loan = await this.as(who).get(`${CHECKOUTS}/${this.number}`);
        const hold = conditionIn(await this.as(who).get(`${HOLDS}/${this.number}`));
        if (loan.status === 200 && hold !== 'gone')
          throw new Error('A hold and a loan of one patron on one title.');
        return loan.status === 200 ? 'on loan' : hold;
      }),
    );
  }

  /** So that what is left of one round does not fall due in the next. */
  async tidyUp(): Promise<void> {
    for (const who of [1, 2, 3] as const) {
      await this.giveBack(who);
      await this.remove(who);
    }
  }

  private as(who: PatronNumber): PatientClient {
    return this.chances.oneOf(clients[who - 1]!);
  }
}

function briefly({ status, body }: Answer): string {
  const { errorCode = '' } = (body ?? {}) as { errorCode?: string };
  return `${status} ${errorCode}`.trim();
}

/** Plays `race` on fresh titles. @returns how often each ending came */
async function play(
  stream: number,
  race: (round: Round) => Promise<string>,
): Promise<Record<string, number>> {
  const endings: Record<string, number> = {};
  for (let count = 1; count <= ROUNDS; count++) {
    const number = stream * ROUNDS + count;
    const round = new Round(new Chances(number), number);
    const ending = await race(round);
    endings[ending] = (endings[ending] ?? 0) + 1;
    expect(await brokenInvariants(crew.database)).toEqual([]);
    await round.tidyUp();
  }
  return endings;
}

/** All rounds ended in one of these ways. */
function expectOnly(endings: Record<string, number>, ...allowed: readonly string[]): void {
  expect(Object.keys(endings).filter((ending) => !allowed.includes(ending))).toEqual([]);
  expect(Object.values(endings).reduce((sum, count) => sum + count, 0)).toBe(ROUNDS);
}

/** Waits until the timers have made these conditions true, as they must. */
async function becomes(round: Round, conditions: readonly (SeenCondition | 'on loan')[]): Promise<void> {
  const patrons = ([1, 2, 3] as const).slice(0, conditions.length);
  await eventually(async () => expect(await round.conditions(...patrons)).toEqual(conditions));
}

/** The first is ready, with an hour left; the second waits. */
async function almostMissed(round: Round): Promise<void> {
  for (const who of [1, 2] as const) await granted(round.place(who));
  await crew.clock.advance(71 * HOUR);
}

describe(`with two API processes and two workers (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test('a checkout against the end of its pickup: one wins, and the copy is with one', async () => {
    const endings = await play(0, async (round) => {
      await almostMissed(round);
      const [borrowed] = await round.atOnce(() => round.borrow(1), advance(HOUR));
      await becomes(round, borrowed === '201' ? ['on loan', 'waiting'] : ['suspended', 'ready']);
      return borrowed!;
    });
    expectOnly(endings, '201', '400 NoCopiesAvailable');
  });

  test('a removal against the end of its pickup: the copy passes on once', async () => {
    const endings = await play(1, async (round) => {
      await almostMissed(round);
      const [removed] = await round.atOnce(() => round.remove(1), advance(HOUR));
      await becomes(round, ['gone', 'ready']);
      return removed!;
    });
    expect(endings).toEqual({ '204': ROUNDS });
  });

  test('a suspension against the end of a pickup: the hold rests, and the copy passes on once', async () => {
    const endings = await play(2, async (round) => {
      await almostMissed(round);
      const [suspended] = await round.atOnce(() => round.suspend(1, 5), advance(HOUR));
      await becomes(round, ['suspended', 'ready']);
      return suspended!;
    });
    expectOnly(endings, '201', '400 HoldAlreadySuspended');
  });

  test('a return against a placement: never an idle copy and a waiting hold', async () => {
    const endings = await play(3, async (round) => {
      await granted(round.borrow(1));
      const [returned, placed] = await round.atOnce(
        () => round.giveBack(1),
        () => round.place(2),
      );
      expect([returned, placed]).toEqual(['204', '201']);
      return (await round.conditions(1, 2)).join(', ');
    });
    expect(endings).toEqual({ 'gone, ready': ROUNDS });
  });

  test('a return against the end of the loan: the copy comes back once', async () => {
    const endings = await play(4, async (round) => {
      await granted(round.borrow(1));
      await granted(round.place(2));
      await crew.clock.advance(20 * DAY);
      const [returned] = await round.atOnce(() => round.giveBack(1), advance(DAY));
      await becomes(round, ['gone', 'ready']);
      return returned!;
    });
    expectOnly(endings, '204', '400 PatronDoesntHaveTitleCheckedOut');
  });

  test('the end of a suspension against a return: one of the two in line is ready', async () => {
    // To the witness the clock may jump within a transaction, and the hold that was passed over seem to be waiting.
    await crew.database.run(statement('no-witness', 'ALTER TABLE hold DISABLE TRIGGER witness_hand_over'));
    const endings = await play(5, async (round) => {
      await granted(round.borrow(3));
      for (const who of [1, 2] as const) await granted(round.place(who));
      await granted(round.suspend(1, 1));
      await round.atOnce(() => round.giveBack(3), advance(DAY));
      let conditions = '';
      await eventually(async () => {
        conditions = (await round.conditions(1, 2)).join(', ');
        expect(['ready, waiting', 'waiting, ready']).toContain(conditions);
      });
      return conditions;
    });
    expectOnly(endings, 'ready, waiting', 'waiting, ready');
    await crew.database.run(statement('witness', 'ALTER TABLE hold ENABLE TRIGGER witness_hand_over'));
  });

  test('a checkout without a hold against two placements: the one copy is with one', async () => {
    const endings = await play(6, async (round) => {
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
    expectOnly(endings, '201: on loan', '400 NoCopiesAvailable: gone');
  });
});

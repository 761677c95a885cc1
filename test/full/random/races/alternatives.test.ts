import { PaceReviews } from '../../../../src/circulation/pace/pace-reviews.service.js';
import { QueueService } from '../../../../src/circulation/queue.service.js';
import { type Answer, mustSucceed, type PatronClient, RetryingClient } from '../../../support/client.js';
import { conditionIn } from '../../../support/conditions.js';
import { brokenInvariants, recordOvertaking } from '../../../support/invariants.js';
import { CHECKOUTS, HOLDS } from '../../../support/paths.js';
import { reserveIdOf, smallLibrary } from '../../../support/records.js';
import { SEED, SeededRandom } from '../../../support/seeded-random.js';
import { type Deployment, startDeployment } from '../../support/processes.js';

const ROUNDS = Array.from({ length: 4 }, (_, round) => round);
/** Each of these patrons has alternatives of their own. */
const WAITING = Array.from({ length: 10 }, (_, index) => index + 1);
const BORROWER = 11;
const NEXT = 12;
const TITLES = 4 * WAITING.length;
/** Each of these patrons waits for the same two titles. */
const MANY = Array.from({ length: 20 }, (_, index) => NEXT + 1 + index);

let deployment: Deployment;
beforeAll(async () => {
  const titles = Array.from({ length: TITLES }, () => 1);
  const limits = { holdLimit: 200, checkoutLimit: 200 };
  deployment = await startDeployment(smallLibrary(NEXT + MANY.length, titles, limits), {
    client: RetryingClient,
  });
  await recordOvertaking(deployment.database);
});
afterEach(async () => {
  expect(await brokenInvariants(deployment.database)).toEqual([]);
});
afterAll(() => deployment.close());

const titlesOf = (patron: number): number[] => [1, 2, 3, 4].map((each) => 4 * (patron - 1) + each);
const placement = (title: number, alternativeTo?: number): Record<string, string | number | boolean> => ({
  id: title,
  ignoreHoldEmail: true,
  ...(alternativeTo !== undefined && { alternativeTo: reserveIdOf(alternativeTo) }),
});

/** As a worker does soon after each change. */
const review = (): Promise<number> => new PaceReviews(deployment.database, new QueueService()).reviewAll();

async function holdsOf(me: PatronClient): Promise<{ reserveId: string; isReady: boolean }[]> {
  const { holds } = (await mustSucceed(me.get(HOLDS))).body as {
    holds: { reserveId: string; holdExpires?: string }[];
  };
  return holds.map(({ reserveId, holdExpires }) => ({ reserveId, isReady: holdExpires !== undefined }));
}

async function endAll(me: PatronClient): Promise<void> {
  const { checkouts } = (await me.get(CHECKOUTS)).body as { checkouts: { reserveId: string }[] };
  for (const { reserveId } of checkouts) await mustSucceed(me.delete(`${CHECKOUTS}/${reserveId}`));
  for (const { reserveId } of await holdsOf(me)) await mustSucceed(me.delete(`${HOLDS}/${reserveId}`));
}

describe(`two processes (HOLDFAST_TEST_SEED=${SEED})`, () => {
  test.each(ROUNDS)(
    'keep one of four alternatives ready when forty copies come at once (round %i)',
    async (round) => {
      const random = new SeededRandom(round);
      const [borrower, next] = [await deployment.signIn(BORROWER), await deployment.signIn(NEXT)];
      const numbers = Array.from({ length: TITLES }, (_, index) => index + 1);
      for (const title of numbers)
        await mustSucceed(borrower[0]!.post(CHECKOUTS, { reserveId: reserveIdOf(title) }));
      const patrons = await Promise.all(WAITING.map((patron) => deployment.signIn(patron)));
      for (const [index, clients] of patrons.entries()) {
        const [first = 0, ...others] = titlesOf(index + 1);
        await mustSucceed(clients[0]!.post(HOLDS, placement(first)));
        for (const title of others)
          await mustSucceed(random.pick(clients).post(HOLDS, placement(title, first)));
      }
      for (const title of numbers) await mustSucceed(next[0]!.post(HOLDS, placement(title)));
      await Promise.all(
        random
          .shuffled(numbers)
          .map((title) => mustSucceed(random.pick(borrower).delete(`${CHECKOUTS}/${reserveIdOf(title)}`))),
      );
      await review();
      for (const clients of patrons)
        expect((await holdsOf(clients[0]!)).filter(({ isReady }) => isReady)).toHaveLength(1);
      expect((await holdsOf(next[0]!)).filter(({ isReady }) => isReady)).toHaveLength(
        TITLES - patrons.length,
      );
      for (const clients of [...patrons, next]) await endAll(clients[0]!);
    },
  );

  test.each(ROUNDS)(
    'end the others of four alternatives, whatever forty commands come at once (round %i)',
    async (round) => {
      const random = new SeededRandom(100 + round);
      const clients = await deployment.signIn(random.pick(WAITING));
      const titles = titlesOf(1);
      const [first = 0, ...others] = titles;
      await mustSucceed(clients[0]!.post(HOLDS, placement(first)));
      for (const title of others) await mustSucceed(clients[0]!.post(HOLDS, placement(title, first)));
      const commands: readonly ((me: PatronClient, title: number, other: number) => Promise<Answer>)[] = [
        (me, title) => me.post(CHECKOUTS, { reserveId: reserveIdOf(title) }),
        (me, title) => me.delete(`${HOLDS}/${reserveIdOf(title)}`),
        (me, title, other) => me.post(HOLDS, placement(title, other)),
        (me, title, other) => me.put(`${HOLDS}/${reserveIdOf(title)}`, { alternativeTo: reserveIdOf(other) }),
        (me, title) => me.put(`${HOLDS}/${reserveIdOf(title)}`, { alternativeTo: null }),
        (me, title) => me.post(`${HOLDS}/${reserveIdOf(title)}/suspension`, { suspensionType: 'indefinite' }),
        (me, title) => me.delete(`${HOLDS}/${reserveIdOf(title)}/suspension`),
        () => review().then(() => clients[0]!.get(HOLDS)),
      ];
      const answers = await Promise.all(
        Array.from({ length: 40 }, () =>
          random.pick(commands)(random.pick(clients), random.pick(titles), random.pick(titles)),
        ),
      );
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await review();
      expect(await brokenInvariants(deployment.database)).toEqual([]);
      await endAll(clients[0]!);
      for (const title of titles)
        await mustSucceed(clients[0]!.post(HOLDS, placement(title, title === first ? undefined : first)));
      await mustSucceed(clients[1]!.post(CHECKOUTS, { reserveId: reserveIdOf(random.pick(titles)) }));
      for (const title of titles)
        expect(conditionIn(await clients[0]!.get(`${HOLDS}/${reserveIdOf(title)}`))).toBe('gone');
      await endAll(clients[0]!);
    },
  );

  test.each(ROUNDS)(
    'lend the last copies of two alternatives once, and to nobody both, when forty ask at once (round %i)',
    async (round) => {
      const random = new SeededRandom(200 + round);
      const [borrower] = await deployment.signIn(BORROWER);
      const loans = [1, 2].map((title) => `${CHECKOUTS}/${reserveIdOf(title)}`);
      for (const title of [1, 2])
        await mustSucceed(borrower!.post(CHECKOUTS, { reserveId: reserveIdOf(title) }));
      const patrons = await Promise.all(MANY.map((patron) => deployment.signIn(patron)));
      for (const [me] of patrons) {
        await mustSucceed(me!.post(HOLDS, placement(1)));
        await mustSucceed(me!.post(HOLDS, placement(2, 1)));
      }
      const asked = patrons.flatMap((clients) =>
        [1, 2].map((title) => () => random.pick(clients).post(CHECKOUTS, { reserveId: reserveIdOf(title) })),
      );
      const [returned, answers] = await Promise.all([
        Promise.all(loans.map((loan) => borrower!.delete(loan))),
        Promise.all(random.shuffled(asked).map((ask) => ask())),
      ]);
      expect(returned.map(({ status }) => status)).toEqual([204, 204]);
      expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
      await review();
      const served = await Promise.all(
        patrons.map(async ([me]) => {
          const { checkouts } = (await me!.get(CHECKOUTS)).body as { checkouts: { reserveId: string }[] };
          const ready = (await holdsOf(me!)).filter(({ isReady }) => isReady);
          return [...checkouts, ...ready].map(({ reserveId }) => reserveId);
        }),
      );
      expect(served.filter(({ length }) => length > 1)).toEqual([]);
      expect(served.flat().toSorted()).toEqual([1, 2].map(reserveIdOf).toSorted());
      for (const [me] of patrons) await endAll(me!);
    },
  );
});

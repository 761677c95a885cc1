import { randomUUID } from 'node:crypto';
import { joinAlternatives } from '../../../src/circulation/alternatives/alternatives.store.js';
import { lockPatrons } from '../../../src/circulation/locks.store.js';
import { PaceReviews } from '../../../src/circulation/pace/pace-reviews.service.js';
import { tryLockPaces } from '../../../src/circulation/pace/pace.store.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { statement } from '../../../src/platform/database/statement.js';
import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR, serviceTime } from '../../support/clock.js';
import { conditionIn, type SeenCondition } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { OperatorClient, patronPath } from '../../support/operator/operator-client.js';
import { HOLDS, ME } from '../../support/paths.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

const WATCHES = `${ME}/watches`;

/** A patron wants only one of some titles: whichever comes first. */

let library: TestLibrary;
let operator: OperatorClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  operator = new OperatorClient(library.service.url);
  await recordOvertaking(library.service.database);
});
afterEach(async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});

/** As a worker does soon after each change. */
function review(): Promise<number> {
  return new PaceReviews(library.service.database, new QueueService()).reviewAll();
}

const placeInstead = (
  patron: TestPatron,
  title: TestTitle,
  { reserveId }: TestTitle,
): ReturnType<TestPatron['place']> =>
  patron.place(title, { emailAddress: patron.emailAddress, alternativeTo: reserveId });

/** @param copies of each title */
async function placedAlternatives<Titles extends [TestTitle, TestTitle, ...TestTitle[]]>(
  ...copies: { [Index in keyof Titles]: number }
): Promise<{ patron: TestPatron; titles: Titles }> {
  const patron = await library.addPatron();
  const titles: TestTitle[] = [];
  for (const owned of copies) titles.push(await library.addTitle(owned));
  const [first, ...others] = titles as [TestTitle, ...TestTitle[]];
  await mustSucceed(patron.place(first));
  for (const title of others) expectCreated(await placeInstead(patron, title, first));
  return { patron, titles: titles as Titles };
}

const conditions = (patron: TestPatron, titles: readonly TestTitle[]): Promise<SeenCondition[]> =>
  Promise.all(titles.map(async (title) => conditionIn(await patron.find(title))));

const alternativesOf = async (patron: TestPatron, title: TestTitle): Promise<unknown> =>
  (await mustSucceed(patron.find(title))).body.alternatives;

const ENDS = statement<{ reason: string }>(
  'test-ends-of-holds',
  `SELECT detail ->> 'reason' AS reason FROM patron_event_outbox
   WHERE website_id = $1 AND type = 'hold.ended' AND subject = $2`,
).column('reason', (websiteId: number, patron: TestPatron) => [websiteId, String(patron.patronId)]);

test('holds show their alternatives, the oldest first; other holds have no such member', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle, TestTitle]>(0, 0, 0);
  const [one, two, three] = titles.map(({ reserveId }) => reserveId);
  expect(await alternativesOf(patron, titles[0])).toEqual([two, three]);
  expect(await alternativesOf(patron, titles[2])).toEqual([one, two]);
  expect((await operator.export(patron)).body.holds).toMatchObject([
    { alternatives: [one, two] },
    { alternatives: [one, three] },
    { alternatives: [two, three] },
  ]);
  const alone = await library.addTitle();
  expect((await mustSucceed(patron.place(alone))).body).not.toHaveProperty('alternatives');
});

test('while one is ready, the others wait in their places, and their copies go to the next in line', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(1, 1);
  expect(await conditions(patron, titles)).toEqual(['ready', 'waiting']);
  const next = await library.addPatron();
  await mustSucceed(next.place(titles[1]));
  expect(await conditions(next, [titles[1]])).toEqual(['ready']);
  expect((await patron.find(titles[1])).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
  const trace = await operator.get(`${patronPath(patron)}/holds/${titles[1].crossRefId}/trace`);
  expect(trace.body.events).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ event: 'alternative-chosen' }),
      expect.objectContaining({ event: 'passed-over', reason: 'alternative', times: 1 }),
    ]),
  );
});

test.each([0, 1])(
  'when number %i is borrowed, the other ends with it, and is not told by mail',
  async (borrowed) => {
    const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(1, 1);
    const other = titles[1 - borrowed]!;
    const next = await library.addPatron();
    await mustSucceed(patron.borrow(titles[borrowed]!));
    expect(await conditions(patron, titles)).toEqual(['gone', 'gone']);
    const reasons = await ENDS(library.service.database, library.websiteId, patron);
    expect(reasons.toSorted()).toEqual(['alternative-borrowed', 'borrowed']);
    expect(
      await library.service.database.prisma.endedNotice.findMany({
        where: { websiteId: library.websiteId, patronId: patron.patronId },
      }),
    ).toEqual([]);
    await mustSucceed(next.place(other));
    expect(await conditions(next, [other])).toEqual(['ready']);
  },
);

test.each<[string, (patron: TestPatron, ready: TestTitle) => Promise<unknown>, SeenCondition]>([
  ['is removed', (patron, ready) => mustSucceed(patron.remove(ready)), 'gone'],
  ['is suspended', (patron, ready) => mustSucceed(patron.suspend(ready)), 'suspended'],
  [
    'is missed',
    async (patron, ready) => {
      await advanceClock(library.service, 3 * DAY + HOUR);
      await patron.find(ready);
    },
    'suspended',
  ],
])('when the ready one %s, the next one is ready, and only that', async (_, end, condition) => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle, TestTitle]>(1, 1, 1);
  await end(patron, titles[0]);
  await review();
  expect(await conditions(patron, titles)).toEqual([condition, 'ready', 'waiting']);
  expect(await review()).toBe(0);
});

test('a suspended one is not served, and holds back no other', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(0, 0);
  await mustSucceed(patron.suspend(titles[0]));
  for (const title of titles) await library.setCopiesOwned(title, 1);
  expect(await conditions(patron, titles)).toEqual(['suspended', 'ready']);
  await mustSucceed(patron.release(titles[0]));
  expect(await conditions(patron, titles)).toEqual(['waiting', 'ready']);
});

test('a hold that waits becomes an alternative to another one, or leaves the others and is served', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(1, 1);
  const third = await library.addTitle(0);
  await mustSucceed(patron.place(third));
  expectNoContent(await patron.edit(third, { alternativeTo: titles[1].reserveId.toUpperCase() }));
  expectNoContent(await patron.edit(third, { alternativeTo: titles[1].reserveId }));
  expect(await alternativesOf(patron, third)).toEqual(titles.map(({ reserveId }) => reserveId));
  expectNoContent(await patron.edit(third, { notNeededAfter: '' }));
  await library.setCopiesOwned(third, 1);
  expect(await conditions(patron, [...titles, third])).toEqual(['ready', 'waiting', 'waiting']);
  expectNoContent(await patron.edit(third, { alternativeTo: null }));
  expect(await conditions(patron, [...titles, third])).toEqual(['ready', 'waiting', 'ready']);
  expect(await alternativesOf(patron, third)).toBeUndefined();
  expect(await alternativesOf(patron, titles[0])).toEqual([titles[1].reserveId]);
  expectRefusal(await patron.edit(third, { alternativeTo: titles[0].reserveId }), 'HoldReadyForCheckout');
});

test('a hold that becomes an alternative to another one leaves its former ones', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(0, 0);
  const other = await library.addTitle();
  await mustSucceed(patron.place(other));
  expectNoContent(await patron.edit(titles[1], { alternativeTo: other.reserveId }));
  expect(await alternativesOf(patron, titles[1])).toEqual([other.reserveId]);
  expect(await alternativesOf(patron, titles[0])).toBeUndefined();
});

test('only another hold of the patron can have alternatives, and at most three', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle, TestTitle, TestTitle]>(
    0,
    0,
    0,
    0,
  );
  const [more, held] = [await library.addTitle(), await library.waiting()];
  expectRefusal(await placeInstead(patron, more, titles[3]), 'InvalidFieldValue');
  expectRefusal(await placeInstead(patron, more, more), 'InvalidFieldValue');
  expectRefusal(await placeInstead(patron, more, held.title), 'InvalidFieldValue');
  expectRefusal(await patron.place(more, { ignoreHoldEmail: true, alternativeTo: 'x' }), 'InvalidFieldValue');
  expectRefusal(await patron.edit(titles[0], { alternativeTo: titles[0].reserveId }), 'InvalidFieldValue');
  expect(await conditions(patron, [more])).toEqual(['gone']);
  await mustSucceed(patron.remove(titles[0]));
  expectCreated(await placeInstead(patron, more, titles[3]));
});

test('an alternative that time has ended, and no worker yet, makes room for another one', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle, TestTitle, TestTitle]>(
    0,
    0,
    0,
    0,
  );
  const tomorrow = new Date((await serviceTime(library.service)).getTime() + DAY * 1000);
  expectNoContent(await patron.edit(titles[1], { notNeededAfter: tomorrow.toISOString().slice(0, 10) }));
  await advanceClock(library.service, 3 * DAY);
  const fifth = await library.addTitle();
  expectCreated(await placeInstead(patron, fifth, titles[0]));
  expect(await alternativesOf(patron, fifth)).toHaveLength(3);
});

test('a hold that becomes an alternative while a loan waits for the patron ends with the loan', async () => {
  const patron = await library.addPatron();
  const titles = [await library.addTitle(1), await library.addTitle(0)] as const;
  for (const title of titles) await mustSucceed(patron.place(title));
  const { websiteId, service } = library;
  const { patronId } = patron;
  const borrowed = await service.database.transaction(async (connection) => {
    await lockPatrons(connection, [{ websiteId, patronId }]);
    const answer = patron.borrow(titles[0]);
    await eventually(async () =>
      expect((await statementsWaitingForLocks(service.database)).join()).toContain('title_queue'),
    );
    const queues = titles.map(({ reserveId }) => ({ websiteId, reserveId }));
    await joinAlternatives(connection, { websiteId, patronId }, randomUUID(), queues);
    return { answer };
  });
  expectCreated(await borrowed.answer);
  expect(await conditions(patron, titles)).toEqual(['gone', 'gone']);
});

test('the copy that an alternative of a deleted patron had goes to the next in line', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(1, 0);
  const next = await library.addPatron();
  for (const title of titles) await mustSucceed(next.place(title));
  const { websiteId } = library;
  await library.import({ record: 'patron', websiteId, patronId: patron.patronId, delete: true });
  expect(await conditions(next, titles)).toEqual(['ready', 'waiting']);
});

test('an alternative that becomes a watch leaves the others', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle, TestTitle]>(1, 0, 0);
  const { reserveId } = titles[1];
  expectCreated(await patron.post(WATCHES, { reserveId, insteadOfHold: true }));
  expect(await conditions(patron, titles)).toEqual(['ready', 'gone', 'waiting']);
  expect(await alternativesOf(patron, titles[0])).toEqual([titles[2].reserveId]);
});

test('alternatives count as one hold against the limit, which none passes by leaving them', async () => {
  const patron = await library.addPatron({ holdLimit: 1 });
  const titles = [await library.addTitle(), await library.addTitle(), await library.addTitle()] as const;
  await mustSucceed(patron.place(titles[0]));
  expectRefusal(await patron.place(titles[1]), 'PatronExceededHoldLimit');
  expectCreated(await placeInstead(patron, titles[1], titles[0]));
  expectRefusal(await patron.place(titles[2]), 'PatronExceededHoldLimit');
  expectRefusal(await patron.edit(titles[1], { alternativeTo: '' }), 'PatronExceededHoldLimit');
  await mustSucceed(patron.remove(titles[0]));
  expectNoContent(await patron.edit(titles[1], { alternativeTo: '' }));
  expectRefusal(await patron.place(titles[2]), 'PatronExceededHoldLimit');
});

test('while another queue may be giving the patron an alternative, a copy goes on to the next in line', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(0, 0);
  const next = await library.addPatron();
  await mustSucceed(next.place(titles[0]));
  await library.service.database.transaction(async (connection) => {
    await tryLockPaces(connection, library.websiteId, [patron.patronId]);
    await library.setCopiesOwned(titles[0], 1);
  });
  expect(await conditions(patron, titles)).toEqual(['waiting', 'waiting']);
  expect(await conditions(next, [titles[0]])).toEqual(['ready']);
  await library.setCopiesOwned(titles[1], 1);
  await review();
  expect(await conditions(patron, titles)).toEqual(['waiting', 'ready']);
});

test('the end of a pace leaves alternatives held back', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(1, 1);
  await mustSucceed(patron.put(`${HOLDS}/pace`, { readyAtMost: 1 }));
  await mustSucceed(patron.delete(`${HOLDS}/pace`));
  await review();
  expect(await conditions(patron, titles)).toEqual(['ready', 'waiting']);
});

test('a loan that is imported ends the alternatives to its hold', async () => {
  const { patron, titles } = await placedAlternatives<[TestTitle, TestTitle]>(1, 0);
  const { websiteId } = library;
  const now = await serviceTime(library.service);
  const expires = new Date(now.getTime() + 7 * DAY * 1000).toISOString();
  const { patronId } = patron;
  await library.import({
    record: 'checkout',
    websiteId,
    patronId,
    reserveId: titles[0].reserveId,
    expires,
  });
  expect(await conditions(patron, titles)).toEqual(['gone', 'gone']);
});

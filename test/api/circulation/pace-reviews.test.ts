import { PaceReviews } from '../../../src/circulation/pace/pace-reviews.service.js';
import { QueueService } from '../../../src/circulation/queue.service.js';
import { UpToDateReads } from '../../../src/circulation/up-to-date-reads.js';
import { HoldsService } from '../../../src/holds/holds.service.js';
import { LibraryGroups } from '../../../src/platform/database/library-groups.js';
import { deletePatronRow, lockPatron } from '../../../src/patrons/patron-deletion.store.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, eventually, HOUR } from '../../support/clock.js';
import { conditionIn } from '../../support/conditions.js';
import { statementsWaitingForLocks } from '../../support/stored/database-sessions.js';
import { brokenInvariants } from '../../support/invariants.js';
import { HOLDS } from '../../support/paths.js';
import { WEBSITE_ID } from '../../support/records.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

/**
 * A change that passes a patron over, because as many holds as wanted are ready, may end after another change that makes room. Whoever
 * reviews the patron between the two must not miss the hold.
 */

const PACE = `${HOLDS}/pace`;
const queues = new QueueService();

let library: TestLibrary;
let patron: TestPatron;
let ready: TestTitle;
let wanted: TestTitle;
beforeAll(async () => {
  library = await TestLibrary.alone();
});
beforeEach(async () => {
  patron = await library.addPatron();
  [ready, wanted] = [await library.addTitle(1), await library.addTitle(1)];
  await mustSucceed(patron.put(PACE, { readyAtMost: 1 }));
  await mustSucceed(patron.place(ready));
  await review();
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(() => library.close());

function review(): Promise<number> {
  return new PaceReviews(library.service.database, queues).reviewAll();
}

const applyDue = ({ reserveId }: TestTitle): Promise<void> =>
  library.service.database.transaction((connection) =>
    queues.lockAndApplyDue(connection, { websiteId: WEBSITE_ID, reserveId }),
  );

/** Begins `work`, and resolves when it is done, or waits for a lock. */
async function begun<Result>(work: Promise<Result>): Promise<{ readonly work: Promise<Result> }> {
  let isDone = false;
  const ending = work.finally(() => (isDone = true));
  await eventually(async () => {
    const waiting = await statementsWaitingForLocks(library.service.database);
    expect(isDone || waiting.length > 0).toBe(true);
  });
  return { work: ending };
}

/** Places the wanted hold, which is passed over, and lets `other` begin before the placement is committed. */
async function placeWhile<Result>(other: () => Promise<Result>): Promise<Result> {
  const { database } = library.service;
  const holds = new HoldsService(database, queues, new UpToDateReads(database, queues));
  const { reserveId } = wanted;
  let others: { readonly work: Promise<Result> } | undefined;
  await holds.place(
    { websiteId: WEBSITE_ID, patronId: patron.patronId },
    { titles: [{ kind: 'reserveId', reserveId }], emailAddress: undefined, ignoreHoldEmail: true },
    { record: async () => void (others = await begun(other())) },
  );
  return others!.work;
}

async function expectReady(): Promise<void> {
  expect(conditionIn(await patron.find(wanted))).toBe('ready');
  expect(await review()).toBe(0);
}

test('reviews are found in a library without patrons, too, which is in no group of a cluster', async () => {
  jest.spyOn(LibraryGroups.prototype, 'list').mockResolvedValue([[WEBSITE_ID + 1]]);
  await mustSucceed(patron.put(PACE, { readyAtMost: 2 }));
  expect(await review()).toBe(1);
  jest.restoreAllMocks();
});

test('a hold that is just being placed is found when the pickup of the ready one is over', async () => {
  const reviewed = await placeWhile(async () => {
    await advanceClock(library.service, 3 * DAY + HOUR);
    await applyDue(ready);
    return review();
  });
  expect(reviewed).toBe(1);
  await expectReady();
});

test('a hold whose suspension just ends is found when the ready one is removed', async () => {
  await mustSucceed(patron.place(wanted));
  await mustSucceed(patron.suspend(wanted, { suspensionType: 'limited', numberOfDays: 1 }));
  await advanceClock(library.service, DAY + HOUR);
  const reviewed = await library.service.database.transaction(async (connection) => {
    await queues.lockAndApplyDue(connection, { websiteId: WEBSITE_ID, reserveId: wanted.reserveId });
    await mustSucceed(patron.remove(ready));
    return begun(review());
  });
  expect(await reviewed.work).toBe(1);
  await expectReady();
});

test('a hold that is just being placed is found when its patron chooses a faster pace', async () => {
  await placeWhile(async () => {
    await mustSucceed(patron.put(PACE, { readyAtMost: 2 }));
    return review();
  });
  await expectReady();
});

test('two queues that assign copies at the same time make no more ready than wanted', async () => {
  await mustSucceed(patron.remove(ready));
  const borrower = await library.addPatron();
  for (const title of [ready, wanted]) {
    await mustSucceed(borrower.borrow(title));
    await mustSucceed(patron.place(title));
  }
  await advanceClock(library.service, 22 * DAY);
  await library.service.database.transaction(async (connection) => {
    await queues.lockAndApplyDue(connection, { websiteId: WEBSITE_ID, reserveId: ready.reserveId });
    await applyDue(wanted);
  });
  await review();
  const conditions = [conditionIn(await patron.find(ready)), conditionIn(await patron.find(wanted))];
  expect(conditions).toEqual(['ready', 'waiting']);
});

test.each(['a first pace', 'another pace'])(
  '%s of a patron who is just being deleted is none',
  async (pace) => {
    if (pace === 'a first pace') await mustSucceed(patron.delete(PACE));
    await mustSucceed(patron.remove(ready));
    const me = { websiteId: WEBSITE_ID, patronId: patron.patronId };
    const { work } = await library.service.database.transaction(async (connection) => {
      await lockPatron(connection, me);
      await deletePatronRow(connection, me);
      return begun(patron.put(PACE, { readyAtMost: 2 }));
    });
    expect((await work).status).toBe(204);
    await review();
  },
);

import { WaitCurvesService } from '../../../../src/circulation/waits/wait-curves.service.js';
import { mustSucceed } from '../../../support/client.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { type TestLibrary, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, type Query } from '../../../support/operator/operator-client.js';
import { useOperatorLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

interface QueueEntry {
  readonly crossRefId: number;
  readonly copiesToBuy: readonly object[];
}

async function queueOf({ crossRefId }: TestTitle, query: Query = {}): Promise<QueueEntry | undefined> {
  const { body } = await mustSucceed(operator.queues(WEBSITE_ID, query));
  return (body.queues as QueueEntry[]).find((queue) => queue.crossRefId === crossRefId);
}

test('the target is that of the library, if it has set one and the request names none', async () => {
  await library.fillQueue(await library.addTitle(1), 7);
  await library.import({ record: 'settings', websiteId: WEBSITE_ID, collections: { holdsPerCopy: 2 } });
  const { body } = await operator.queues(WEBSITE_ID);
  expect(body).toMatchObject({ targetRatio: 2, queues: [{ copiesNeeded: 3 }] });
  expect((await operator.queues(WEBSITE_ID, { targetRatio: 5 })).body.targetRatio).toBe(5);
});

test('the wait of a new hold is told, what one more copy brings, and what to buy for the target', async () => {
  const title = await library.addTitle(1);
  await mustSucceed((await library.addPatron()).borrow(title));
  await library.fillQueue(title, 3);
  expect(Object.keys((await queueOf(title)) ?? {})).not.toContain('newHoldWait');
  await new WaitCurvesService(library.service.database).work();
  // Loans are 21 days, pickups 3: as it is, 21 + 3 × 24; with one more copy, behind the second copy's second loan.
  expect(await queueOf(title)).toMatchObject({
    newHoldWait: { likelyDays: 93, latestDays: 93, basis: 'worst-case' },
    oneMoreCopy: { collectionId: 'main', likelyDaysNow: 93, likelyDaysThen: 45 },
    copiesToBuy: [],
  });
  const wanted = async (query: Query): Promise<unknown> => (await queueOf(title, query))?.copiesToBuy;
  const purchase = (copies: number, forHoldsPerCopy: number, forTargetWait: number): object[] => [
    { collectionId: 'main', copies, forHoldsPerCopy, forTargetWait },
  ];
  expect(await wanted({ targetWaitDays: 93 })).toEqual([]);
  expect(await wanted({ targetWaitDays: 92 })).toEqual(purchase(1, 0, 1));
  expect(await wanted({ targetWaitDays: 30 })).toEqual(purchase(2, 0, 2));
  expect(await wanted({ targetWaitDays: 30, targetRatio: 1 })).toEqual(purchase(2, 2, 2));
  const goal = { collections: { targetWaitDays: 45 } };
  await library.import({ record: 'settings', websiteId: WEBSITE_ID, ...goal });
  expect((await operator.queues(WEBSITE_ID)).body.targetWaitDays).toBe(45);
  expect(await wanted({ targetRatio: 1 })).toEqual(purchase(2, 2, 1));
  // What was computed of another number of copies is not true any more.
  await library.setCopiesOwned(title, 2);
  expect(await wanted({ targetRatio: 5 })).toEqual([]);
});

import { waitCurvesOf } from '../../../support/runs/wait-curves.js';
import { expectOk, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY } from '../../../support/clock.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, type Query } from '../../../support/operator/operator-client.js';
import { useSharedLibrary } from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useSharedLibrary((opened) => ({ library, operator } = opened));

interface QueueEntry {
  readonly crossRefId: number;
  readonly copiesNeeded: number;
  readonly copiesToBuy: readonly object[];
}

async function queues(query: Query = {}): Promise<QueueEntry[]> {
  return (await mustSucceed(operator.queues(library.websiteId, query))).body.queues as QueueEntry[];
}

async function queueOf({ crossRefId }: TestTitle, query: Query = {}): Promise<QueueEntry | undefined> {
  return (await queues(query)).find((queue) => queue.crossRefId === crossRefId);
}

test('a library without holds has no queues', async () => {
  await library.addTitle(3);
  const answer = await operator.queues(library.websiteId);
  expectOk(answer);
  expect(answer.body).toEqual({ totalItems: 0, limit: 50, offset: 0, targetRatio: 6, queues: [] });
});

test('the longest queue comes first, with its copies and the number of copies needed', async () => {
  const [withoutHolds, unowned, available, popular] = [
    await library.addTitle(1),
    await library.addTitle(0),
    await library.addTitle(3),
    await library.addTitle({ main: 2, adults: 1 }),
  ];
  await library.fillQueue(unowned, 2);
  await library.fillQueue(available, 1);
  await mustSucceed((await library.addPatron()).borrow(popular));
  const [ready, , third, fourth, , last] = await library.fillQueue(popular, 7);
  for (const patron of [third, last]) await mustSucceed(patron.suspend(popular));
  await mustSucceed(fourth.suspend(popular, { suspensionType: 'limited', numberOfDays: 10 }));

  const answer = await operator.queues(library.websiteId, { targetRatio: 2 });
  expectOk(answer);
  /** @param copies owned, on loan and set aside @param holds all, waiting and suspended */
  const entry = (
    { reserveId, crossRefId }: TestTitle,
    [copiesOwned, copiesOnLoan, copiesSetAside]: [number, number, number],
    [numberOfHolds, waiting, suspended]: [number, number, number],
    members: object,
    ofAdults: object,
  ): object => ({
    ...{ reserveId, crossRefId, title: `Title ${crossRefId}`, copiesOwned, copiesOnLoan, copiesSetAside },
    ...{ identifiers: [], copiesEnding: 0 },
    ...{ numberOfHolds, waiting, suspended, activeHolds: waiting, copiesToBuy: [], ...members },
    categories: [{ category: 'adult', activeHolds: waiting, suspended, ...ofAdults }],
  });
  const bought = { collectionId: 'main', copies: 1, forHoldsPerCopy: 1, forTargetWait: 0 };
  expect(answer.body).toEqual({
    ...{ totalItems: 3, limit: 50, offset: 0, targetRatio: 2 },
    queues: [
      entry(
        popular,
        [3, 1, 2],
        [7, 2, 3],
        { holdRatio: 2.33, copiesNeeded: 1, activeHoldRatio: 0.67, copiesIdle: 0 },
        { ready: 2, copiesUsable: 3, activeHoldRatio: 0.67, copiesNeeded: 0 },
      ),
      entry(
        unowned,
        [0, 0, 0],
        [2, 2, 0],
        { holdRatio: null, copiesNeeded: 1, activeHoldRatio: null, copiesIdle: 0, copiesToBuy: [bought] },
        { ready: 0, copiesUsable: 0, activeHoldRatio: null, copiesNeeded: 1 },
      ),
      entry(
        available,
        [3, 0, 1],
        [1, 0, 0],
        { holdRatio: 0.33, copiesNeeded: 0, activeHoldRatio: 0, copiesIdle: 2 },
        { ready: 1, copiesUsable: 3, activeHoldRatio: 0, copiesNeeded: 0 },
      ),
    ],
  });
  expect(answer.text).not.toContain(ready.emailAddress);
  expect(answer.text).not.toContain(withoutHolds.reserveId);
});

test('queues are those of some titles, collections and formats, and the number of all is of these', async () => {
  const [one, other] = [
    await library.addTitle({ main: 0, adults: 1 }, { title: 'One' }),
    await library.addTitle(0, { title: 'Another', formatClass: 'Audiobook' }),
  ];
  await library.fillQueue(one, 2);
  await library.fillQueue(other, 1);
  const found = async (query: Query): Promise<unknown[]> => {
    const { body } = await mustSucceed(operator.queues(library.websiteId, query));
    const { totalItems, queues: listed } = body as { totalItems: number; queues: QueueEntry[] };
    return [totalItems, ...listed.map(({ crossRefId }) => crossRefId)];
  };
  expect(await found({ title: 'o', limit: 1 })).toEqual([2, one.crossRefId]);
  expect(await found({ title: 'o', limit: 1, offset: 1 })).toEqual([2, other.crossRefId]);
  expect(await found({ creator: `author ${one.crossRefId}` })).toEqual([1, one.crossRefId]);
  expect(await found({ identifier: other.reserveId })).toEqual([1, other.crossRefId]);
  expect(await found({ formatClass: 'Audiobook' })).toEqual([1, other.crossRefId]);
  expect(await found({ collectionId: 'adults' })).toEqual([1, one.crossRefId]);
  expectRefusal(await operator.queues(library.websiteId, { formatClass: 'Scroll' }), 'InvalidFieldValue');
});

test('copiesNeeded is the number that reduces the hold ratio to the target, and never negative', async () => {
  const title = await library.addTitle(1);
  await library.fillQueue(title, 7);
  const copiesNeeded = async (query: Query): Promise<unknown> => (await queueOf(title, query))?.copiesNeeded;
  for (const [targetRatio, copies] of Object.entries({ 1: 6, 2: 3, 3: 2, 4: 1, 6: 1, 7: 0, 1000: 0 }))
    expect([targetRatio, await copiesNeeded({ targetRatio })]).toEqual([targetRatio, copies]);
  expect(await copiesNeeded({})).toBe(1);
});

test('copies that a category may not use do not count for it, and are idle when nobody else waits', async () => {
  const title = await library.addTitle({ main: 0, adults: 2 });
  const idle = await library.addTitle({ main: 0, adults: 3 });
  await library.fillQueue(title, 4);
  const children = [1, 2, 3].map(() => library.addPatron({ category: 'child' }));
  for (const child of await Promise.all(children)) await mustSucceed(child.place(title));
  await mustSucceed((await children[0]!).place(idle));
  const ofChildren = { activeHolds: 3, ready: 0, copiesUsable: 0, activeHoldRatio: null, copiesNeeded: 2 };
  expect(await queueOf(title, { targetRatio: 2 })).toMatchObject({
    ...{ numberOfHolds: 7, holdRatio: 3.5, copiesNeeded: 2, activeHolds: 5, copiesIdle: 0 },
    // Only the two adults who wait may use the two copies.
    activeHoldRatio: 1,
    categories: [
      { category: 'adult', activeHolds: 2, ready: 2, copiesUsable: 2, activeHoldRatio: 1, copiesNeeded: 0 },
      { category: 'child', ...ofChildren },
    ],
    copiesToBuy: [{ collectionId: 'main', copies: 2, forHoldsPerCopy: 2, forTargetWait: 0 }],
  });
  expect(await queueOf(idle)).toMatchObject({ activeHolds: 1, activeHoldRatio: 0, copiesIdle: 3 });
});

test('a suspension that is over counts as waiting at once', async () => {
  const title = await library.addTitle(0);
  const [patron] = await library.fillQueue(title, 2);
  await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 7 }));
  expect(await queueOf(title)).toMatchObject({ suspended: 1, waiting: 1 });
  await advanceClock(library.service, 7 * DAY);
  expect(await queueOf(title)).toMatchObject({ suspended: 0, waiting: 2 });
});

test('copies on loan that the library no longer owns are not counted as owned', async () => {
  const title = await library.addTitle(2);
  for (const borrower of await library.addPatrons(2)) await mustSucceed(borrower.borrow(title));
  await library.fillQueue(title, 2);
  await library.setCopiesOwned(title, 1);
  const found = { copiesOwned: 1, copiesOnLoan: 2, holdRatio: 2, copiesNeeded: 1 };
  expect(await queueOf(title, { targetRatio: 1 })).toMatchObject(found);
});

test('each library has its own queue of a title, with its own copies', async () => {
  const title = await library.addTitle(2);
  const there = await TestLibrary.open();
  await there.setCopiesOwned(title, 1);
  await library.fillQueue(title, 3);
  await there.fillQueue(title, 1);
  expect(await queueOf(title)).toMatchObject({ copiesOwned: 2, numberOfHolds: 3, waiting: 1 });
  const queue = { crossRefId: title.crossRefId, copiesOwned: 1, numberOfHolds: 1, waiting: 0 };
  const { body } = await mustSucceed(operator.queues(there.websiteId));
  expect(body).toMatchObject({ totalItems: 1, queues: [queue] });
});

test('a page has its offset, its limit and the total; equally long queues have a stable order', async () => {
  const titles = await Promise.all([1, 2, 3, 4].map(() => library.addTitle()));
  for (const [index, length] of [1, 3, 2, 1].entries()) await library.fillQueue(titles[index]!, length);
  const order = [2, 3, 1, 4].map((number) => titles[number - 1]!.crossRefId);
  const page = async (query: Query): Promise<unknown> => {
    const { queues: found, ...others } = (await mustSucceed(operator.queues(library.websiteId, query)))
      .body as { readonly queues: QueueEntry[]; readonly limit: number; readonly offset: number };
    expect(others).toMatchObject({ totalItems: 4 });
    return [others.limit, others.offset, found.map(({ crossRefId }) => crossRefId)];
  };
  expect(await page({ limit: 2 })).toEqual([2, 0, order.slice(0, 2)]);
  expect(await page({ limit: 2, offset: 3 })).toEqual([2, 3, order.slice(3)]);
  expect(await page({ limit: 500, offset: 4 })).toEqual([500, 4, []]);
  expect(await page({ offset: 2_000_000_000 })).toEqual([50, 2_000_000_000, []]);
  for (const query of [{}, { limit: '', offset: '' }, { LIMIT: '50', colour: 'red' }])
    expect(await page(query)).toEqual([50, 0, order]);
});

test('an invalid query is refused, and the error names the field', async () => {
  const wrong = {
    limit: [['0', '501', 'ten', '1.5', '٧', '05'], 'from 1 to 500'],
    offset: [['-1', '2000000001'], 'from 0 to 2000000000'],
    targetRatio: [['0', '1001'], 'from 1 to 1000'],
    targetWaitDays: [['0', '366'], 'from 1 to 365'],
  } as const;
  for (const [name, [values, allowed]] of Object.entries(wrong)) {
    for (const value of values)
      expectRefusal(
        await operator.queues(library.websiteId, { [name]: value }),
        'InvalidFieldValue',
        `${name} must be a whole number ${allowed}`,
      );
    const twice = `/operator/v1/libraries/${library.websiteId}/queues?${name}=1&${name}=1`;
    expectRefusal(await operator.get(twice), 'InvalidFieldValue', `${name} must be given once`);
  }
});

test('an unknown library is not found', async () => {
  for (const id of ['999999', '0', '-37', '037', '37.0', 'main', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.queues(id), 'NotFound');
});

describe('what to buy', () => {
  test('depends on the target of the library, if it has set one and the request names none', async () => {
    await library.fillQueue(await library.addTitle(1), 7);
    await settings({ holdsPerCopy: 2 });
    const { body } = await operator.queues(library.websiteId);
    expect(body).toMatchObject({ targetRatio: 2, queues: [{ copiesNeeded: 3 }] });
    expect((await operator.queues(library.websiteId, { targetRatio: 5 })).body.targetRatio).toBe(5);
  });

  test('is told with the wait of a new hold, and with what one more copy brings', async () => {
    const title = await library.addTitle(1);
    await mustSucceed((await library.addPatron()).borrow(title));
    await library.fillQueue(title, 3);
    expect(Object.keys((await queueOf(title)) ?? {})).not.toContain('newHoldWait');
    await waitCurvesOf(library.service.database).work();
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
    await settings({ targetWaitDays: 45 });
    expect((await operator.queues(library.websiteId)).body.targetWaitDays).toBe(45);
    expect(await wanted({ targetRatio: 1 })).toEqual(purchase(2, 2, 1));
    // What was computed of another number of copies is not true any more.
    await library.setCopiesOwned(title, 2);
    expect(await wanted({ targetRatio: 5 })).toEqual([]);
  });

  const settings = (collections: object): Promise<void> =>
    library.import({ record: 'settings', websiteId: WEBSITE_ID, collections });
});

test('a program goes on behind the last queue, saves the list, reads one queue and sets its copies', async () => {
  const [one, other] = [await library.addTitle(1), await library.addTitle(1)];
  for (const title of [one, other]) await library.fillQueue(title, 2);
  const first = await operator.queues(library.websiteId, { sort: 'ratio', limit: 1 });
  const second = await operator.queues(library.websiteId, { sort: 'ratio', after: String(first.body.next) });
  const found = [first, second].flatMap(({ body }) => body.queues as QueueEntry[]);
  expect(found.map(({ crossRefId }) => crossRefId).sort()).toEqual([one.crossRefId, other.crossRefId].sort());
  expect(Object.keys(second.body)).toEqual(expect.not.arrayContaining(['next']));

  const address = `/operator/v1/libraries/${library.websiteId}/queues`;
  expect((await operator.get(`${address}.csv`)).text).toContain(one.reserveId);
  const order = { collectionId: 'main', ownedBefore: 1, owned: 2 };
  const set = await operator.post(`${address}/${one.crossRefId}/copies`, order);
  expect(set.body).toEqual({ reserveId: one.reserveId, collection: 'main', copiesAssigned: 1 });
  expectRefusal(await operator.post(`${address}/${one.crossRefId}/copies`, order), 'InvalidFieldValue');
  const { body } = await operator.get(`${address}/${one.reserveId}?after=1`);
  expect(body.collections).toContainEqual(
    expect.objectContaining({ name: 'main', setAside: 2, unlicensed: 2 }),
  );
  expect(body.holds).toEqual([expect.objectContaining({ ticket: 2, condition: 'ready' })]);
  expect(JSON.stringify(body)).not.toContain('patronId');
});

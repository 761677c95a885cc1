import { expectOk, expectRefusal } from '../../../support/answers.js';
import { mustSucceed } from '../../../support/client.js';
import { advanceClock, DAY, HOUR } from '../../../support/clock.js';
import { HOLDS } from '../../../support/paths.js';
import { WEBSITE_ID } from '../../../support/records.js';
import { type TestLibrary, type TestTitle } from '../../../support/test-library.js';
import { type OperatorClient, type Query } from '../../../support/operator/operator-client.js';
import {
  OTHER_PATRON_ID,
  OTHER_WEBSITE_ID,
  otherLibrary,
  useOperatorLibrary,
} from '../../../support/operator/operator-library.js';

let library: TestLibrary;
let operator: OperatorClient;
useOperatorLibrary((opened) => ({ library, operator } = opened));

interface QueueEntry {
  readonly crossRefId: number;
  readonly copiesOwned: number;
  readonly copiesOnLoan: number;
  readonly copiesSetAside: number;
  readonly numberOfHolds: number;
  readonly waiting: number;
  readonly suspended: number;
  readonly holdRatio: number | null;
  readonly copiesNeeded: number;
}

async function queues(query: Query = {}): Promise<QueueEntry[]> {
  return (await mustSucceed(operator.queues(WEBSITE_ID, query))).body.queues as QueueEntry[];
}

async function queueOf({ crossRefId }: TestTitle, query: Query = {}): Promise<QueueEntry | undefined> {
  return (await queues(query)).find((queue) => queue.crossRefId === crossRefId);
}

test('a library without holds has no queues', async () => {
  await library.addTitle(3);
  const answer = await operator.queues(WEBSITE_ID);
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

  const answer = await operator.queues(WEBSITE_ID, { targetRatio: 2 });
  expectOk(answer);
  const named = ({ reserveId, crossRefId }: TestTitle): object => ({
    reserveId,
    crossRefId,
    title: `Title ${crossRefId}`,
  });
  expect(answer.body).toEqual({
    totalItems: 3,
    limit: 50,
    offset: 0,
    targetRatio: 2,
    queues: [
      {
        ...named(popular),
        copiesOwned: 3,
        copiesOnLoan: 1,
        copiesSetAside: 2,
        numberOfHolds: 7,
        waiting: 2,
        suspended: 3,
        holdRatio: 2.33,
        copiesNeeded: 1,
        activeHolds: 2,
        activeHoldRatio: 0.67,
        copiesIdle: 0,
        categories: [
          {
            category: 'adult',
            activeHolds: 2,
            suspended: 3,
            ready: 2,
            copiesUsable: 3,
            activeHoldRatio: 0.67,
            copiesNeeded: 0,
          },
        ],
        copiesToBuy: [],
      },
      {
        ...named(unowned),
        copiesOwned: 0,
        copiesOnLoan: 0,
        copiesSetAside: 0,
        numberOfHolds: 2,
        waiting: 2,
        suspended: 0,
        holdRatio: null,
        copiesNeeded: 1,
        activeHolds: 2,
        activeHoldRatio: null,
        copiesIdle: 0,
        categories: [
          {
            category: 'adult',
            activeHolds: 2,
            suspended: 0,
            ready: 0,
            copiesUsable: 0,
            activeHoldRatio: null,
            copiesNeeded: 1,
          },
        ],
        copiesToBuy: [{ collectionId: 'main', copies: 1, forHoldsPerCopy: 1, forTargetWait: 0 }],
      },
      {
        ...named(available),
        copiesOwned: 3,
        copiesOnLoan: 0,
        copiesSetAside: 1,
        numberOfHolds: 1,
        waiting: 0,
        suspended: 0,
        holdRatio: 0.33,
        copiesNeeded: 0,
        activeHolds: 0,
        activeHoldRatio: 0,
        copiesIdle: 2,
        categories: [
          {
            category: 'adult',
            activeHolds: 0,
            suspended: 0,
            ready: 1,
            copiesUsable: 3,
            activeHoldRatio: 0,
            copiesNeeded: 0,
          },
        ],
        copiesToBuy: [],
      },
    ],
  });
  expect(answer.text).not.toContain(ready.emailAddress);
  expect(answer.text).not.toContain(withoutHolds.reserveId);
});

test('equally long queues have a stable order', async () => {
  const titles = [await library.addTitle(), await library.addTitle(), await library.addTitle()];
  for (const title of titles.toReversed()) await library.fillQueue(title, 1);
  expect((await queues()).map(({ crossRefId }) => crossRefId)).toEqual([1, 2, 3]);
});

test('copiesNeeded is the number that reduces the hold ratio to the target, and never negative', async () => {
  const title = await library.addTitle(1);
  await library.fillQueue(title, 7);
  const copiesNeeded = async (query: Query): Promise<unknown> => (await queueOf(title, query))?.copiesNeeded;
  for (const [targetRatio, copies] of Object.entries({ 1: 6, 2: 3, 3: 2, 4: 1, 6: 1, 7: 0, 1000: 0 }))
    expect([targetRatio, await copiesNeeded({ targetRatio })]).toEqual([targetRatio, copies]);
  expect(await copiesNeeded({})).toBe(1);
});

test('copies that a category may not use do not count for it', async () => {
  const title = await library.addTitle({ main: 0, adults: 2 });
  await library.fillQueue(title, 4);
  for (let child = 0; child < 3; child++)
    await mustSucceed((await library.addPatron({ category: 'child' })).place(title));
  expect(await queueOf(title, { targetRatio: 2 })).toMatchObject({
    numberOfHolds: 7,
    holdRatio: 3.5,
    copiesNeeded: 2,
    activeHolds: 5,
    // Only the two adults who wait may use the two copies.
    activeHoldRatio: 1,
    copiesIdle: 0,
    categories: [
      { category: 'adult', activeHolds: 2, ready: 2, copiesUsable: 2, activeHoldRatio: 1, copiesNeeded: 0 },
      {
        category: 'child',
        activeHolds: 3,
        ready: 0,
        copiesUsable: 0,
        activeHoldRatio: null,
        copiesNeeded: 2,
      },
    ],
    copiesToBuy: [{ collectionId: 'main', copies: 2, forHoldsPerCopy: 2, forTargetWait: 0 }],
  });
});

test('a copy is idle when nobody who waits may use it', async () => {
  const title = await library.addTitle({ main: 0, adults: 3 });
  await mustSucceed((await library.addPatron({ category: 'child' })).place(title));
  expect(await queueOf(title)).toMatchObject({ activeHolds: 1, activeHoldRatio: 0, copiesIdle: 3 });
});

describe('the current time', () => {
  const SEVEN_DAYS = 7 * DAY;

  test('does not change the condition of a missed pickup until a command handles it', async () => {
    const title = await library.addTitle(1);
    const [, next] = await library.fillQueue(title, 3);
    await advanceClock(library.service, 73 * HOUR);
    expect(await queueOf(title)).toMatchObject({ copiesSetAside: 1, suspended: 0, waiting: 2 });

    await mustSucceed(next.suspend(title));
    expect(await queueOf(title)).toMatchObject({
      copiesSetAside: 1,
      suspended: 2,
      waiting: 0,
      numberOfHolds: 3,
    });
  });

  test('ends a suspension at once', async () => {
    const title = await library.addTitle(0);
    const [patron] = await library.fillQueue(title, 2);
    await mustSucceed(patron.suspend(title, { suspensionType: 'limited', numberOfDays: 7 }));
    expect(await queueOf(title)).toMatchObject({ suspended: 1, waiting: 1 });
    await advanceClock(library.service, SEVEN_DAYS - HOUR);
    expect(await queueOf(title)).toMatchObject({ suspended: 1, waiting: 1 });
    await advanceClock(library.service, HOUR);
    expect(await queueOf(title)).toMatchObject({ suspended: 0, waiting: 2 });
  });

  test('ends the last hold, and with it the queue, once a command handles it', async () => {
    const strict = { missedPickup: 'cancel' };
    await library.import({ record: 'library', websiteId: WEBSITE_ID, name: 'Strict', ...strict });
    const { patron, title } = await library.ready();
    await advanceClock(library.service, 73 * HOUR);
    expectRefusal(await operator.removeHold(patron, title), 'PatronDoesntHaveTitleOnHold');
    expect(await queues()).toEqual([]);
  });
});

test('copies on loan that the library no longer owns are not counted as owned', async () => {
  const title = await library.addTitle(2);
  for (const borrower of await library.addPatrons(2)) await mustSucceed(borrower.borrow(title));
  await library.fillQueue(title, 2);
  await library.setCopiesOwned(title, 1);
  expect(await queueOf(title, { targetRatio: 1 })).toMatchObject({
    copiesOwned: 1,
    copiesOnLoan: 2,
    holdRatio: 2,
    copiesNeeded: 1,
  });
});

test('each library has its own queue of a title, with its own copies', async () => {
  const title = await library.addTitle(2);
  await library.import(...otherLibrary(title, 1));
  await library.fillQueue(title, 3);
  const otherPatron = await library.service.signIn(OTHER_PATRON_ID);
  await mustSucceed(otherPatron.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));

  expect(await queueOf(title)).toMatchObject({ copiesOwned: 2, numberOfHolds: 3, waiting: 1 });
  const { body } = await mustSucceed(operator.queues(OTHER_WEBSITE_ID));
  expect(body).toMatchObject({
    totalItems: 1,
    queues: [{ crossRefId: title.crossRefId, copiesOwned: 1, numberOfHolds: 1, waiting: 0 }],
  });
});

describe('a page', () => {
  beforeEach(async () => {
    for (const length of [1, 3, 2]) await library.fillQueue(await library.addTitle(), length);
  });

  const page = async (query: Query): Promise<[unknown, number[]]> => {
    const { body } = await mustSucceed(operator.queues(WEBSITE_ID, query));
    const {
      queues: entries,
      totalItems,
      limit,
      offset,
    } = body as Record<string, unknown> & { queues: QueueEntry[] };
    return [{ totalItems, limit, offset }, entries.map(({ crossRefId }) => crossRefId)];
  };

  test('has its offset, its limit and the total', async () => {
    expect(await page({ limit: 2 })).toEqual([{ totalItems: 3, limit: 2, offset: 0 }, [2, 3]]);
    expect(await page({ limit: 2, offset: 2 })).toEqual([{ totalItems: 3, limit: 2, offset: 2 }, [1]]);
    expect(await page({ limit: 1, offset: 1 })).toEqual([{ totalItems: 3, limit: 1, offset: 1 }, [3]]);
    expect(await page({ limit: 500, offset: 3 })).toEqual([{ totalItems: 3, limit: 500, offset: 3 }, []]);
    expect(await page({ offset: 2_000_000_000 })).toMatchObject([{ totalItems: 3 }, []]);
  });

  test('has the default limit and offset', async () => {
    for (const query of [{}, { limit: '', offset: '' }, { LIMIT: '50', colour: 'red' }])
      expect(await page(query)).toEqual([{ totalItems: 3, limit: 50, offset: 0 }, [2, 3, 1]]);
  });
});

test('an invalid query is refused, and the error names the field', async () => {
  const wrong = {
    limit: [['0', '501', '-1', 'ten', '1.5', '٧', '05'], 'from 1 to 500'],
    offset: [['-1', '2000000001', 'x'], 'from 0 to 2000000000'],
    targetRatio: [['0', '1001', '2.5', 'six'], 'from 1 to 1000'],
    targetWaitDays: [['0', '366', '2.5', 'long'], 'from 1 to 365'],
  } as const;
  for (const [name, [values, allowed]] of Object.entries(wrong)) {
    for (const value of values)
      expectRefusal(
        await operator.queues(WEBSITE_ID, { [name]: value }),
        'InvalidFieldValue',
        `${name} must be a whole number ${allowed}`,
      );
    const twice = `/operator/v1/libraries/${WEBSITE_ID}/queues?${name}=1&${name}=1`;
    expectRefusal(await operator.get(twice), 'InvalidFieldValue', `${name} must be given once`);
  }
});

test('an unknown library is not found', async () => {
  for (const id of ['39', '0', '-37', '037', '37.0', 'main', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.queues(id), 'NotFound');
});

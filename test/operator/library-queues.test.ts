import { expectOk, expectRefusal } from '../support/answers.js';
import { granted } from '../support/client.js';
import { advanceClock, DAY, HOUR } from '../support/clock.js';
import { brokenInvariants } from '../support/invariants.js';
import { WEBSITE_ID } from '../support/records.js';
import { HOLDS, type TestLibrary, type TestTitle } from '../support/test-library.js';
import {
  crowdInLine,
  openStaffedLibrary,
  type Operator,
  OTHER_WEBSITE_ID,
  otherLibrary,
  type Query,
  STRANGER,
} from './operator.js';

let library: TestLibrary;
let operator: Operator;
beforeEach(async () => {
  ({ library, operator } = await openStaffedLibrary());
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
  await library.close();
});

interface Told {
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

async function queues(query: Query = {}): Promise<Told[]> {
  return (await granted(operator.queues(WEBSITE_ID, query))).body.queues as Told[];
}

async function queueOf({ crossRefId }: TestTitle, query: Query = {}): Promise<Told | undefined> {
  return (await queues(query)).find((queue) => queue.crossRefId === crossRefId);
}

test('a library without holds has no queues to show', async () => {
  await library.title(3);
  const answer = await operator.queues(WEBSITE_ID);
  expectOk(answer);
  expect(answer.body).toEqual({ totalItems: 0, limit: 50, offset: 0, targetRatio: 6, queues: [] });
});

test('the longest queue comes first, with where its copies are and how many are lacking', async () => {
  const [idle, unowned, spare, wanted] = [
    await library.title(1),
    await library.title(0),
    await library.title(3),
    await library.title({ main: 2, adults: 1 }),
  ];
  await crowdInLine(library, unowned, 2);
  await crowdInLine(library, spare, 1);
  await granted((await library.reader()).borrow(wanted));
  const [ready, , third, fourth, , last] = await crowdInLine(library, wanted, 7);
  for (const reader of [third!, last!]) await granted(reader.suspend(wanted));
  await granted(fourth!.suspend(wanted, { suspensionType: 'limited', numberOfDays: 10 }));

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
        ...named(wanted),
        copiesOwned: 3,
        copiesOnLoan: 1,
        copiesSetAside: 2,
        numberOfHolds: 7,
        waiting: 2,
        suspended: 3,
        holdRatio: 2.33,
        copiesNeeded: 1,
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
      },
      {
        ...named(spare),
        copiesOwned: 3,
        copiesOnLoan: 0,
        copiesSetAside: 1,
        numberOfHolds: 1,
        waiting: 0,
        suspended: 0,
        holdRatio: 0.33,
        copiesNeeded: 0,
      },
    ],
  });
  expect(answer.text).not.toContain(ready!.emailAddress);
  expect(answer.text).not.toContain(idle.reserveId);
});

test('equally long queues come in an order that stays, title by title', async () => {
  const titles = [await library.title(), await library.title(), await library.title()];
  for (const title of titles.toReversed()) await crowdInLine(library, title, 1);
  expect((await queues()).map(({ crossRefId }) => crossRefId)).toEqual([1, 2, 3]);
});

test('as many copies are lacking as bring the queue down to the target, and never fewer than none', async () => {
  const title = await library.title(1);
  await crowdInLine(library, title, 7);
  const lacking = async (query: Query): Promise<unknown> => (await queueOf(title, query))?.copiesNeeded;
  for (const [targetRatio, copies] of Object.entries({ 1: 6, 2: 3, 3: 2, 4: 1, 6: 1, 7: 0, 1000: 0 }))
    expect([targetRatio, await lacking({ targetRatio })]).toEqual([targetRatio, copies]);
  expect(await lacking({})).toBe(1);
});

describe('what time has done', () => {
  const SEVEN_DAYS = 7 * DAY;

  test('to a pickup is told by the books until somebody acts on it, and those who wait are never miscounted', async () => {
    const title = await library.title(1);
    const [, next] = await crowdInLine(library, title, 3);
    await advanceClock(library.service, 73 * HOUR);
    expect(await queueOf(title)).toMatchObject({ copiesSetAside: 1, suspended: 0, waiting: 2 });

    await granted(next!.suspend(title));
    expect(await queueOf(title)).toMatchObject({
      copiesSetAside: 1,
      suspended: 2,
      waiting: 0,
      numberOfHolds: 3,
    });
  });

  test('to a suspension shows at once', async () => {
    const title = await library.title(0);
    const [reader] = await crowdInLine(library, title, 2);
    await granted(reader!.suspend(title, { suspensionType: 'limited', numberOfDays: 7 }));
    expect(await queueOf(title)).toMatchObject({ suspended: 1, waiting: 1 });
    await advanceClock(library.service, SEVEN_DAYS - HOUR);
    expect(await queueOf(title)).toMatchObject({ suspended: 1, waiting: 1 });
    await advanceClock(library.service, HOUR);
    expect(await queueOf(title)).toMatchObject({ suspended: 0, waiting: 2 });
  });

  test('to the last hold leaves no queue to show, once it is written down', async () => {
    const strict = { missedPickup: 'cancel' };
    await library.import({ record: 'library', websiteId: WEBSITE_ID, name: 'Strict', ...strict });
    const { reader, title } = await library.ready();
    await advanceClock(library.service, 73 * HOUR);
    expectRefusal(await operator.removeHold(reader, title), 'PatronDoesntHaveTitleOnHold');
    expect(await queues()).toEqual([]);
  });
});

test('copies that are no longer owned but still out are on loan, and not owned', async () => {
  const title = await library.title(2);
  for (const borrower of await library.crowd(2)) await granted(borrower.borrow(title));
  await crowdInLine(library, title, 2);
  await library.own(title, 1);
  expect(await queueOf(title, { targetRatio: 1 })).toMatchObject({
    copiesOwned: 1,
    copiesOnLoan: 2,
    holdRatio: 2,
    copiesNeeded: 1,
  });
});

test('each library has its own queue of a title, with its own copies', async () => {
  const title = await library.title(2);
  await library.import(...otherLibrary(title, 1));
  await crowdInLine(library, title, 3);
  const stranger = await library.service.signIn(STRANGER);
  await granted(stranger.post(HOLDS, { reserveId: title.reserveId, ignoreHoldEmail: true }));

  expect(await queueOf(title)).toMatchObject({ copiesOwned: 2, numberOfHolds: 3, waiting: 1 });
  const { body } = await granted(operator.queues(OTHER_WEBSITE_ID));
  expect(body).toMatchObject({
    totalItems: 1,
    queues: [{ crossRefId: title.crossRefId, copiesOwned: 1, numberOfHolds: 1, waiting: 0 }],
  });
});

describe('a page', () => {
  beforeEach(async () => {
    for (const length of [1, 3, 2]) await crowdInLine(library, await library.title(), length);
  });

  const page = async (query: Query): Promise<[unknown, number[]]> => {
    const { body } = await granted(operator.queues(WEBSITE_ID, query));
    const { queues: told, totalItems, limit, offset } = body as Record<string, unknown> & { queues: Told[] };
    return [{ totalItems, limit, offset }, told.map(({ crossRefId }) => crossRefId)];
  };

  test('begins at its offset, ends by its limit, and tells how many there are in all', async () => {
    expect(await page({ limit: 2 })).toEqual([{ totalItems: 3, limit: 2, offset: 0 }, [2, 3]]);
    expect(await page({ limit: 2, offset: 2 })).toEqual([{ totalItems: 3, limit: 2, offset: 2 }, [1]]);
    expect(await page({ limit: 1, offset: 1 })).toEqual([{ totalItems: 3, limit: 1, offset: 1 }, [3]]);
    expect(await page({ limit: 500, offset: 3 })).toEqual([{ totalItems: 3, limit: 500, offset: 3 }, []]);
    expect(await page({ offset: 2_000_000_000 })).toMatchObject([{ totalItems: 3 }, []]);
  });

  test('is the usual one where nothing is said', async () => {
    for (const query of [{}, { limit: '', offset: '' }, { LIMIT: '50', colour: 'red' }])
      expect(await page(query)).toEqual([{ totalItems: 3, limit: 50, offset: 0 }, [2, 3, 1]]);
  });
});

test('a query that cannot be is refused, and the answer says which field is wrong', async () => {
  const wrong = {
    limit: [['0', '501', '-1', 'ten', '1.5', '٧', '05'], 'from 1 to 500'],
    offset: [['-1', '2000000001', 'x'], 'from 0 to 2000000000'],
    targetRatio: [['0', '1001', '2.5', 'six'], 'from 1 to 1000'],
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

test('a library that is not there is not found', async () => {
  for (const id of ['39', '0', '-37', '037', '37.0', 'main', '2147483648', '99999999999', '%00'])
    expectRefusal(await operator.queues(id), 'NotFound');
});

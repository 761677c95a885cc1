import { statement } from '../../../src/platform/database/statement.js';
import { expectCreated, expectRefusal } from '../../support/answers.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf, recordOvertaking } from '../../support/invariants.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

/** Copies that are lent to whoever finds them, and never set aside. */

let library: TestLibrary;
beforeAll(async () => recordOvertaking((await TestLibrary.open()).service.database));
beforeEach(async () => {
  library = await TestLibrary.open();
});
afterEach(async () => expect(await brokenInvariantsOf(library)).toEqual([]));

const setCopies = ({ reserveId }: TestTitle, copiesOwned: number, holdable?: boolean | null): Promise<void> =>
  library.import({
    record: 'copies',
    websiteId: library.websiteId,
    collectionId: 'main',
    reserveId,
    copiesOwned,
    ...(holdable !== undefined && { holdable }),
  });

const limit = (loans: object): Promise<void> =>
  library.import({ record: 'settings', websiteId: library.websiteId, loans });

async function availability(patron: TestPatron, title: TestTitle): Promise<Record<string, unknown>> {
  return (await mustSucceed((await catalogClientOf(patron)).availability(title))).body;
}

const actions = async (patron: TestPatron, title: TestTitle): Promise<string[]> =>
  Object.keys((await availability(patron, title)).actions as object);

const LUCKY_LOANS = statement<{ lucky: number }>(
  'test-lucky-loans',
  `SELECT count(*)::int AS lucky FROM checkout WHERE website_id = $1 AND reserve_id = $2 AND is_lucky`,
);
const luckyLoans = async ({ reserveId }: TestTitle): Promise<number | undefined> =>
  (await library.service.database.run(LUCKY_LOANS, [library.websiteId, reserveId]))[0]?.lucky;

/** A title that `waiting` wait for, with one copy on loan and a free Lucky Day copy. */
async function wantedTitle(waiting = 1): Promise<{ title: TestTitle; waiting: TestPatron[] }> {
  const title = await library.addTitle(1);
  await mustSucceed((await library.addPatron()).borrow(title));
  await library.setLicence(title, `lucky ${title.crossRefId}`, { concurrency: 1, holdable: false });
  return { title, waiting: await library.fillQueue(title, waiting) };
}

describe('a Lucky Day copy', () => {
  test('is set aside for nobody, and lent to whoever finds it, whoever waits', async () => {
    const { title, waiting } = await wantedTitle(2);
    expect(await conditionsOf(title, ...waiting)).toEqual(['waiting', 'waiting']);
    const finder = await library.addPatron();
    expect(await actions(finder, title)).toEqual(['checkout']);
    await mustSucceed(finder.borrow(title));
    expect(await actions(await library.addPatron(), title)).toEqual(['hold', 'watch']);
    await mustSucceed(finder.returnTitle(title));
    expect(await conditionsOf(title, ...waiting)).toEqual(['waiting', 'waiting']);
    await mustSucceed(finder.borrow(title));
  });

  test('is lent to one who waits, too, and the hold ends', async () => {
    const { title, waiting } = await wantedTitle(2);
    expect(await actions(waiting[1]!, title)).toEqual(['checkout']);
    expect((await waiting[1]!.find(title)).body.actions).not.toHaveProperty('checkout');
    await mustSucceed(waiting[1]!.borrow(title));
    expect((await waiting[0]!.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 1 });
  });

  test('is lent last: while nobody waits, another copy goes first', async () => {
    const title = await library.addTitle(1);
    await library.setLicence(title, 'lucky', { concurrency: 1, holdable: false });
    for (const expected of [0, 1]) {
      await mustSucceed((await library.addPatron()).borrow(title));
      expect(await luckyLoans(title)).toBe(expected);
    }
  });

  test('counts in availability, which says how many there are, and not in the queue', async () => {
    const { title } = await wantedTitle();
    const patron = await library.addPatron();
    expect(await availability(patron, title)).toMatchObject({
      ...{ available: true, copiesOwned: 2, copiesAvailable: 1 },
      ...{ luckyDayCopiesOwned: 1, luckyDayCopiesAvailable: 1 },
      collections: [{ id: 'main', copiesOwned: 2, copiesAvailable: 1 }],
    });
    expect((await library.copiesOf(title)).main).toMatchObject({ owned: 1, onLoan: 1 });
    await mustSucceed(patron.borrow(title));
    expect(await availability(await library.addPatron(), title)).toMatchObject({
      ...{ available: false, copiesOwned: 2, copiesAvailable: 0, luckyDayCopiesAvailable: 0 },
    });
  });

  test('is found by a search for what is available', async () => {
    const { title } = await wantedTitle();
    const patron = await library.addPatron();
    const catalog = await catalogClientOf(patron);
    const found = async (): Promise<unknown> =>
      (await catalog.search({ availability: 'true', crossRefId: title.crossRefId })).body.totalItems;
    expect(await found()).toBe(1);
    await mustSucceed(patron.borrow(title));
    expect(await found()).toBe(0);
  });

  test('of forty patrons at once, one gets it', async () => {
    const { title } = await wantedTitle();
    const patrons = await library.addPatrons<number>(40);
    const answers = await Promise.all(patrons.map((patron) => patron.borrow(title)));
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
  });

  test('leaves with the title that is withdrawn', async () => {
    const title = await library.addTitle(0);
    await setCopies(title, 2, false);
    const patron = await library.addPatron();
    await mustSucceed(patron.borrow(title));
    const { websiteId } = library;
    const { reserveId } = title;
    await library.import({ record: 'withdrawal', websiteId, reserveId, reason: 'lost' });
    expect(Object.keys(await library.copiesOf(title))).toEqual(['main']);
    await mustSucceed(patron.returnTitle(title));
    expect(await library.copiesOf(title)).toEqual({});
  });
});

describe('limits of Lucky Day loans', () => {
  test('so many at a time: others are not refused', async () => {
    await limit({ luckyDayLoans: 1 });
    const [first, second] = [(await wantedTitle()).title, (await wantedTitle()).title];
    const patron = await library.addPatron();
    await mustSucceed(patron.borrow(first));
    expectRefusal(await patron.borrow(second), 'PatronHasExceededCheckoutLimit');
    await mustSucceed(patron.borrow(await library.addTitle(1)));
    await mustSucceed(patron.returnTitle(first));
    await mustSucceed(patron.borrow(second));
  });

  test('so many days at most', async () => {
    await limit({ luckyDayDays: 7 });
    const { title, waiting } = await wantedTitle();
    const days = async (answer: { body: { expires?: unknown } }): Promise<number> =>
      (Date.parse(answer.body.expires as string) - (await serviceTime(library.service)).getTime()) /
      DAY /
      1000;
    expect(await days(await mustSucceed(waiting[0]!.borrow(title)))).toBeCloseTo(7, 2);
    await mustSucceed(waiting[0]!.returnTitle(title));
    const short = await mustSucceed(waiting[0]!.borrow(title, { lendingPeriod: '1' }));
    expect(await days(short)).toBeCloseTo(1, 2);
  });
});

describe('copies that become Lucky Day copies', () => {
  test('are so until a record says otherwise, and their loans with them', async () => {
    const title = await library.addTitle(2);
    const [borrower, finder] = await library.addPatrons(2);
    await mustSucceed(borrower.borrow(title));
    await setCopies(title, 2, false);
    expect([await luckyLoans(title), (await library.copiesOf(title)).main]).toMatchObject([1, { owned: 0 }]);
    await setCopies(title, 1);
    expectRefusal(await finder.borrow(title), 'NoCopiesAvailable');
    const [next] = await library.fillQueue(title, 1);
    await setCopies(title, 2, null);
    expect(await conditionsOf(title, next)).toEqual(['ready']);
    expect([await luckyLoans(title), (await library.copiesOf(title)).main]).toMatchObject([
      0,
      { owned: 2, onLoan: 1, setAside: 1 },
    ]);
  });

  test.each(['copies', 'licence'])(
    'take nothing from a patron whose copy is set aside (%s)',
    async (record) => {
      const title = await library.addTitle(record === 'copies' ? 1 : 0);
      const turn = (): Promise<void> =>
        record === 'copies'
          ? setCopies(title, 1, false)
          : library.setLicence(title, 'one', { holdable: false });
      if (record === 'licence') await library.setLicence(title, 'one', { concurrency: 1 });
      const [ready, finder] = [(await library.fillQueue(title, 1))[0], await library.addPatron()];
      await turn();
      expect(await conditionsOf(title, ready)).toEqual(['ready']);
      expectRefusal(await finder.borrow(title), 'NoCopiesAvailable');
      await mustSucceed(ready.borrow(title));
      expectRefusal(await finder.borrow(title), 'NoCopiesAvailable');
      await mustSucceed(ready.returnTitle(title));
      await mustSucceed(finder.borrow(title));
    },
  );

  test('leave no copy to those who wait: they are told so', async () => {
    const title = await library.addTitle(1);
    await mustSucceed((await library.addPatron()).borrow(title));
    const [waiting] = await library.fillQueue(title, 1);
    await setCopies(title, 1, false);
    expect((await waiting.find(title)).body).toHaveProperty('copiesLost');
    await setCopies(title, 1, true);
    expect((await waiting.find(title)).body).not.toHaveProperty('copiesLost');
  });
});

test('a licence of Lucky Day copies uses up its loans, and ends, without a word to those who wait', async () => {
  const title = await library.addTitle(1);
  await mustSucceed((await library.addPatron()).borrow(title));
  await library.setLicence(title, 'lucky', { loans: 1, concurrency: 5, holdable: false });
  const [waiting] = await library.fillQueue(title, 1);
  const finder = await library.addPatron();
  await mustSucceed(finder.borrow(title));
  await mustSucceed(finder.returnTitle(title));
  expectRefusal(await finder.borrow(title), 'NoCopiesAvailable');
  await library.setLicence(title, 'lucky', { loans: null, endsOn: '2020-01-01' });
  await advanceClock(library.service, DAY);
  expectRefusal(await finder.borrow(title), 'NoCopiesAvailable');
  expect(await conditionsOf(title, waiting)).toEqual(['waiting']);
  expect((await waiting.find(title)).body).not.toHaveProperty('copiesLost');
  expectCreated(await (await library.addPatron()).place(title));
});

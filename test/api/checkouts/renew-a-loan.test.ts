import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { catalogClientOf } from '../../support/catalog-client.js';
import { type Answer, mustSucceed } from '../../support/client.js';
import { advanceClock, DAY, HOUR, MINUTE } from '../../support/clock.js';
import { conditionIn } from '../../support/conditions.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
import { hold as holdRecord, library as libraryRecord } from '../../support/records.js';
import { checkoutPath } from '../../support/paths.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

/** A patron renews a loan by a hold on its title (contract: #renew-a-loan). An eBook is lent for 21 days. */

const LOAN = 21 * DAY;
const WINDOW = 3 * DAY;

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const advance = (seconds: number): Promise<void> => advanceClock(library.service, seconds);

const conditionOf = async (patron: TestPatron, title: TestTitle): Promise<string> =>
  conditionIn(await patron.find(title));

/** Titles that the catalog offers to the patron: `checkout`, `hold` or nothing. */
async function offeredTo(patron: TestPatron, title: TestTitle): Promise<string[][]> {
  const catalog = await catalogClientOf(patron);
  const answers = [
    (await catalog.availability(title)).body,
    (await catalog.product(title)).body,
    (await catalog.search({ crossRefId: title.crossRefId })).body.products[0],
  ] as { readonly actions: object }[];
  return answers.map(({ actions }) => Object.keys(actions));
}

/** A patron with a loan that has so many seconds left. */
async function borrowed(
  secondsLeft: number,
  owned = 1,
  members: object = {},
): Promise<{ patron: TestPatron; title: TestTitle }> {
  const [patron, title] = [await library.addPatron(members), await library.addTitle(owned)];
  await mustSucceed(patron.borrow(title));
  await advance(LOAN - secondsLeft);
  return { patron, title };
}

async function expiresOf(patron: TestPatron, title: TestTitle): Promise<number> {
  return Date.parse((await patron.loan(title)).body.expires as string);
}

describe('a hold on a title that the patron has on loan', () => {
  test('is refused before the last three days of the loan, and not offered', async () => {
    const { patron, title } = await borrowed(WINDOW + 10 * MINUTE);
    expect(await offeredTo(patron, title)).toEqual([[], [], []]);
    const before = await patron.snapshot();
    expectRefusal(await patron.place(title), 'NotWithinRenewalWindow', /from 72 hours before/);
    expect(await patron.snapshot()).toEqual(before);
  });

  test('is placed in the last three days, where it is offered, and waits like any other', async () => {
    const { patron, title } = await borrowed(WINDOW);
    const [before] = await library.fillQueue(title, 1);
    const offered = ['hold', 'watch'];
    expect(await offeredTo(patron, title)).toEqual([offered, offered, offered]);
    const placed = await patron.place(title);
    expect(placed.status).toBe(201);
    expect(placed.body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
    expect(await offeredTo(patron, title)).toEqual([[], [], []]);
    expectRefusal(await patron.borrow(title), 'TitleAlreadyCheckedOut');
    expectRefusal(await patron.place(title), 'AlreadyOnWaitList');
    expect((await patron.loans()).body).toMatchObject({ totalItems: 1 });
    expect(await conditionOf(before, title)).toBe('waiting');
  });

  test('can be suspended, released, changed and removed; the loan goes on', async () => {
    const { patron, title } = await borrowed(DAY);
    const until = await expiresOf(patron, title);
    await mustSucceed(patron.place(title));
    await mustSucceed(patron.suspend(title));
    expect(await conditionOf(patron, title)).toBe('suspended');
    expectNoContent(await patron.release(title));
    expectNoContent(await patron.edit(title, { emailAddress: 'other@example.org' }));
    expectNoContent(await patron.remove(title));
    expect(await expiresOf(patron, title)).toBe(until);
  });

  test('gets the patron’s own copy when the loan is over, if nobody waits before it', async () => {
    const { patron, title } = await borrowed(DAY);
    await mustSucceed(patron.place(title));
    const [behind] = await library.fillQueue(title, 1);
    await advance(DAY);
    expect(await conditionOf(patron, title)).toBe('ready');
    expect(await conditionOf(behind, title)).toBe('waiting');
    expect((await patron.borrow(title)).status).toBe(201);
  });

  test('gets the patron’s own copy when it is returned, unless someone waits before it', async () => {
    const first = await borrowed(DAY);
    await mustSucceed(first.patron.place(first.title));
    expectNoContent(await first.patron.returnTitle(first.title));
    expect(await conditionOf(first.patron, first.title)).toBe('ready');

    const second = await borrowed(DAY);
    const [before] = await library.fillQueue(second.title, 1);
    await mustSucceed(second.patron.place(second.title));
    expectNoContent(await second.patron.returnTitle(second.title));
    expect(await conditionOf(before, second.title)).toBe('ready');
    expect(await conditionOf(second.patron, second.title)).toBe('waiting');
  });
});

describe('borrowing the hold when it is ready', () => {
  /** A patron whose loan has a day left, and whose hold has another copy set aside. */
  async function readyToRenew(members: object = {}): Promise<{ patron: TestPatron; title: TestTitle }> {
    const held = await borrowed(DAY, 2, members);
    await mustSucceed(held.patron.place(held.title));
    expect(await conditionOf(held.patron, held.title)).toBe('ready');
    return held;
  }

  test('ends the running loan and begins the new one: its copy goes to the next in line', async () => {
    const { patron, title } = await readyToRenew();
    const [next] = await library.fillQueue(title, 1);
    expect(await offeredTo(patron, title)).toEqual([['checkout'], ['checkout'], ['checkout']]);
    const before = await expiresOf(patron, title);
    const renewed = await patron.borrow(title);
    expect(renewed.status).toBe(201);
    expect(Date.parse(renewed.body.expires as string) - before).toBeGreaterThanOrEqual((LOAN - DAY) * 1000);
    expect((await patron.loans()).body).toMatchObject({ totalItems: 1, checkouts: [renewed.body] });
    expect((await patron.list()).body).toMatchObject({ totalItems: 0 });
    expect(await conditionOf(next, title)).toBe('ready');
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1, setAside: 1 } });
  });

  test('is no further loan for the checkout limit, ends the format locked in, and leaves the old copy free', async () => {
    const { patron, title } = await readyToRenew({ checkoutLimit: 1 });
    await mustSucceed(patron.post(`${checkoutPath(title)}/formats`, { formatType: 'ebook-kindle' }));
    const renewed = await mustSucceed(patron.borrow(title));
    expect(renewed.body).toMatchObject({ isFormatLockedIn: false, formats: [], actions: { format: {} } });
    expect((await patron.loans()).body).toMatchObject({ totalCheckouts: 1 });
    expect(await library.copiesOf(title)).toMatchObject({ main: { owned: 2, onLoan: 1, setAside: 0 } });
  });

  test('changes nothing when it is refused', async () => {
    const { patron, title } = await readyToRenew();
    const before = [await patron.snapshot(), (await patron.loans()).body as unknown];
    expectRefusal(await patron.borrow(title, { lendingPeriod: 2 }), 'InvalidLendingPeriod');
    expect([await patron.snapshot(), (await patron.loans()).body as unknown]).toEqual(before);
  });

  test('is borrowing as ever once the loan is over', async () => {
    const { patron, title } = await readyToRenew();
    await advance(DAY);
    expect((await patron.loans()).body).toMatchObject({ totalItems: 0 });
    expect((await patron.borrow(title)).status).toBe(201);
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
  });

  test('takes a copy of another collection, and gives the own one back', async () => {
    const title = await library.addTitle({ main: 1, adults: 1 });
    const patron = await library.addPatron();
    await mustSucceed(patron.borrow(title));
    await advance(LOAN - DAY);
    await mustSucceed(patron.place(title));
    await library.setCopiesOwned(title, 0, 'adults');
    await mustSucceed(patron.borrow(title));
    const onLoan = Object.values(await library.copiesOf(title)).map((counts) => counts.onLoan);
    expect(onLoan.sort()).toEqual([0, 1]);
  });
});

test('the days are those of the library, which may have none: then a title on loan cannot be held', async () => {
  const place = async (renewalDays: number, secondsLeft: number): Promise<Answer> => {
    await library.import(libraryRecord({ renewalDays }));
    const { patron, title } = await borrowed(secondsLeft);
    return patron.place(title);
  };
  expectRefusal(await place(1, DAY + HOUR), 'NotWithinRenewalWindow', /from 24 hours before/);
  expect((await place(21, LOAN)).status).toBe(201);
  expectRefusal(await place(0, HOUR), 'TitleAlreadyCheckedOut');
  await library.import(libraryRecord());
});

test('an import of holds obeys the same rule', async () => {
  const early = await borrowed(WINDOW + HOUR);
  const record = (patron: TestPatron, title: TestTitle): ReturnType<typeof holdRecord> =>
    holdRecord(patron.patronId, title.crossRefId);
  await expect(library.import(record(early.patron, early.title))).rejects.toThrow('from 72 hours before');
  const late = await borrowed(HOUR);
  await library.import(record(late.patron, late.title));
  expect(await conditionOf(late.patron, late.title)).toBe('waiting');
});

test('a loan in another library does not matter', async () => {
  const { title } = await borrowed(DAY);
  const other = await TestLibrary.open();
  await other.setCopiesOwned(title, 1);
  expect((await (await other.addPatron()).place(title)).status).toBe(201);
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});

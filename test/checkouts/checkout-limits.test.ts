import { expectCreated, expectNoContent, expectRefusal } from '../support/answers.js';
import { brokenInvariants } from '../support/invariants.js';
import { WEBSITE_ID } from '../support/records.js';
import { type Reader, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open({
    lendingPeriods: { Audiobook: 7 },
    lendingOverrides: { Video: 3 },
    checkoutLimit: 4,
  });
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(() => library.close());

const DAY_MS = 24 * 60 * 60 * 1000;

describe('the checkout limit', () => {
  /** Borrows titles with a copy each until the service refuses. */
  const borrowAll = async (reader: Reader): Promise<number> => {
    for (let number = 0; ; number++) {
      const title = await library.title(1);
      const answer = await reader.borrow(title);
      if (answer.status === 201) continue;
      expectRefusal(answer, 'PatronHasExceededCheckoutLimit', `limit of ${number} checkouts`);
      expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0 } });
      return number;
    }
  };

  test('is the patron’s own, else the category’s, else the library’s', async () => {
    await library.import({
      record: 'category',
      websiteId: WEBSITE_ID,
      category: 'teen',
      collections: ['main'],
      checkoutLimit: 2,
    });
    expect(await borrowAll(await library.reader())).toBe(4);
    expect(await borrowAll(await library.reader({ category: 'teen' }))).toBe(2);
    expect(await borrowAll(await library.reader({ category: 'teen', checkoutLimit: 3 }))).toBe(3);
    expect(await borrowAll(await library.reader({ checkoutLimit: 1 }))).toBe(1);
    expect(await borrowAll(await library.reader({ checkoutLimit: 0 }))).toBe(0);
  });

  test('is the one that the profile tells', async () => {
    expect((await (await library.reader()).profile()).body.checkoutLimit).toBe(4);
    expect((await (await library.reader({ checkoutLimit: 9 })).profile()).body.checkoutLimit).toBe(9);
  });

  test('refuses a ready hold too, and the hold keeps its copy', async () => {
    const reader = await library.reader({ checkoutLimit: 1 });
    await reader.borrow(await library.title(1));
    const title = await library.title(1);
    await reader.place(title);
    const before = await reader.everything();
    expectRefusal(await reader.borrow(title), 'PatronHasExceededCheckoutLimit');
    expect(await reader.everything()).toEqual(before);
    expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0, setAside: 1 } });
  });

  test('lets a title in again for each that is returned', async () => {
    const [reader, first, second] = [
      await library.reader({ checkoutLimit: 1 }),
      await library.title(1),
      await library.title(1),
    ];
    await reader.borrow(first);
    expectRefusal(await reader.borrow(second), 'PatronHasExceededCheckoutLimit');
    await reader.giveBack(first);
    expectCreated(await reader.borrow(second));
  });

  test('holds do not count against it, nor loans against the hold limit', async () => {
    const reader = await library.reader({ checkoutLimit: 1, holdLimit: 1 });
    await reader.borrow(await library.title(1));
    expectCreated(await reader.place(await library.title()));
  });
});

describe('the loan ends', () => {
  const daysOf = ({ body }: { body: { checkoutDate: string; expires: string } }): number =>
    (Date.parse(body.expires) - Date.parse(body.checkoutDate)) / DAY_MS;

  test.each([
    ['eBook', 21],
    ['Audiobook', 7],
    ['Video', 3],
  ])('after the library’s period for an %s: %i days', async (formatClass, days) => {
    const [reader, title] = [await library.reader(), await library.title(1, { formatClass })];
    expect(daysOf(await reader.borrow(title))).toBe(days);
  });

  test.each([
    ['eBook', 89, 89],
    ['Audiobook', 1, 1],
    ['Video', 7, 3],
  ])(
    'after the patron’s preference, unless the library overrides it: %s, preferred %i, lent for %i days',
    async (formatClass, lendingPeriodDays, days) => {
      const [reader, title] = [await library.reader(), await library.title(1, { formatClass })];
      expectNoContent(await reader.put('/v1/patrons/me', { formatClass, lendingPeriodDays }));
      expect(daysOf(await reader.borrow(title))).toBe(days);
    },
  );

  test('after the period of the day it was borrowed, whatever is preferred later', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    const { expires } = (await reader.borrow(title)).body;
    await reader.put('/v1/patrons/me', { formatClass: 'eBook', lendingPeriodDays: 1 });
    expect((await reader.loan(title)).body.expires).toBe(expires);
  });
});

import { expectCreated, expectNoContent, expectRefusal } from '../../support/answers.js';
import { brokenInvariants } from '../../support/invariants.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

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
  /** Borrows titles until the service refuses. @returns how many */
  const borrowToLimit = async (patron: TestPatron): Promise<number> => {
    for (let number = 0; ; number++) {
      const title = await library.addTitle(1);
      const answer = await patron.borrow(title);
      if (answer.status === 201) continue;
      expectRefusal(answer, 'PatronHasExceededCheckoutLimit', `limit of ${number} checkouts`);
      expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0 } });
      return number;
    }
  };

  test('is the patron’s own, else the category’s, else the library’s', async () => {
    await library.import({
      record: 'category',
      websiteId: library.websiteId,
      category: 'teen',
      collections: ['main'],
      checkoutLimit: 2,
    });
    expect(await borrowToLimit(await library.addPatron())).toBe(4);
    expect(await borrowToLimit(await library.addPatron({ category: 'teen' }))).toBe(2);
    expect(await borrowToLimit(await library.addPatron({ category: 'teen', checkoutLimit: 3 }))).toBe(3);
    expect(await borrowToLimit(await library.addPatron({ checkoutLimit: 1 }))).toBe(1);
    expect(await borrowToLimit(await library.addPatron({ checkoutLimit: 0 }))).toBe(0);
  });

  test('is in the profile', async () => {
    expect((await (await library.addPatron()).profile()).body.checkoutLimit).toBe(4);
    expect((await (await library.addPatron({ checkoutLimit: 9 })).profile()).body.checkoutLimit).toBe(9);
  });

  test('refuses a ready hold too, and the hold keeps its copy', async () => {
    const patron = await library.addPatron({ checkoutLimit: 1 });
    await patron.borrow(await library.addTitle(1));
    const title = await library.addTitle(1);
    await patron.place(title);
    const before = await patron.snapshot();
    expectRefusal(await patron.borrow(title), 'PatronHasExceededCheckoutLimit');
    expect(await patron.snapshot()).toEqual(before);
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0, setAside: 1 } });
  });

  test('allows another title for each one that is returned', async () => {
    const [patron, first, second] = [
      await library.addPatron({ checkoutLimit: 1 }),
      await library.addTitle(1),
      await library.addTitle(1),
    ];
    await patron.borrow(first);
    expectRefusal(await patron.borrow(second), 'PatronHasExceededCheckoutLimit');
    await patron.returnTitle(first);
    expectCreated(await patron.borrow(second));
  });

  test('does not count holds, and the hold limit does not count loans', async () => {
    const patron = await library.addPatron({ checkoutLimit: 1, holdLimit: 1 });
    await patron.borrow(await library.addTitle(1));
    expectCreated(await patron.place(await library.addTitle()));
  });
});

describe('a loan ends', () => {
  const daysOf = ({ body }: { body: { checkoutDate: string; expires: string } }): number =>
    (Date.parse(body.expires) - Date.parse(body.checkoutDate)) / DAY_MS;

  test.each([
    ['eBook', 21],
    ['Audiobook', 7],
    ['Video', 3],
  ])('after the library’s period for an %s: %i days', async (formatClass, days) => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1, { formatClass })];
    expect(daysOf(await patron.borrow(title))).toBe(days);
  });

  test.each([
    ['eBook', 89, 89],
    ['Audiobook', 1, 1],
    ['Video', 7, 3],
  ])(
    'after the patron’s preference, unless the library overrides it: %s, preferred %i, on loan for %i days',
    async (formatClass, lendingPeriodDays, days) => {
      const [patron, title] = [await library.addPatron(), await library.addTitle(1, { formatClass })];
      expectNoContent(await patron.put('/v1/patrons/me', { formatClass, lendingPeriodDays }));
      expect(daysOf(await patron.borrow(title))).toBe(days);
    },
  );

  test('after the period at the time of the checkout, whatever preference follows', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    const { expires } = (await patron.borrow(title)).body;
    await patron.put('/v1/patrons/me', { formatClass: 'eBook', lendingPeriodDays: 1 });
    expect((await patron.loan(title)).body.expires).toBe(expires);
  });
});

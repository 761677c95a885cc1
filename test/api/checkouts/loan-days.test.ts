import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { DAY } from '../../support/clock.js';
import { ME } from '../../support/paths.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open({ lendingPeriods: { Audiobook: 7 }, lendingOverrides: { Video: 3 } });
});

test.each([
  ['eBook', 21, 89, 89],
  ['Audiobook', 7, 1, 1],
  ['Video', 3, 7, 3],
])(
  'a loan of an %s is of the library’s %i days, and of a preference of %i days %i, whatever preference follows',
  async (formatClass, libraryDays, lendingPeriodDays, days) => {
    const [patron, titles] = [
      await library.addPatron(),
      [await library.addTitle(1, { formatClass }), await library.addTitle(1, { formatClass })] as const,
    ];
    const daysOf = ({ checkoutDate, expires }: { checkoutDate: string; expires: string }): number =>
      (Date.parse(expires) - Date.parse(checkoutDate)) / (DAY * 1000);
    expect(daysOf((await patron.borrow(titles[0])).body)).toBe(libraryDays);
    expectNoContent(await patron.put(ME, { formatClass, lendingPeriodDays }));
    expect(daysOf((await patron.loan(titles[0])).body)).toBe(libraryDays);
    expect(daysOf((await patron.borrow(titles[1])).body)).toBe(days);
  },
);

test.each<[object, Record<string, string | number>, number | string]>([
  [{}, { lendingPeriod: 14 }, 14],
  [{}, { lendingPeriod: '89', units: 'days' }, 89],
  [{}, { lendingPeriod: '1', units: 'Days' }, 1],
  [{}, { units: 'weeks' }, 21],
  [{}, { lendingPeriod: '' }, 21],
  [{}, { lendingPeriod: 13 }, 'lendingPeriod must be one of 1, 7, 14, 21, 89 for eBook, in days.'],
  [
    {},
    { lendingPeriod: 7, units: 'weeks' },
    'lendingPeriod must be one of 1, 7, 14, 21, 89 for eBook, in days.',
  ],
  [{ eBook: 7 }, { lendingPeriod: 7, units: 'days' }, 7],
  [{ eBook: 7 }, { lendingPeriod: 14 }, 'lendingPeriod must be one of 7 for eBook, in days.'],
])(
  'where the library overrides %j, a loan with %j is of these days, or refused: %j',
  async (lendingOverrides, wanted, expected) => {
    const own = await TestLibrary.open({ lendingOverrides });
    const { patron, title } = await own.ready();
    const answer = await patron.borrow(title, wanted);
    if (typeof expected === 'string') {
      expectRefusal(answer, 'InvalidLendingPeriod', expected);
      expect([(await patron.loans()).body.totalItems, (await patron.list()).body.totalItems]).toEqual([0, 1]);
    } else {
      const { checkoutDate, expires } = answer.body as { checkoutDate: string; expires: string };
      expect((Date.parse(expires) - Date.parse(checkoutDate)) / (DAY * 1000)).toBe(expected);
    }
  },
);

test('the days of a loan are plain digits', async () => {
  const { patron, title } = await library.ready();
  for (const lendingPeriod of ['07', '7.0', '1e1', '-7', 'seven', true])
    expectRefusal(
      await patron.borrow(title, { lendingPeriod }),
      'InvalidFieldValue',
      /^lendingPeriod must be/,
    );
});

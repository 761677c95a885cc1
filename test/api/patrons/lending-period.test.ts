import { expectNoContent, expectRefusal } from '../../support/answers.js';
import type { FieldValue } from '../../support/client.js';
import { ME } from '../../support/paths.js';
import { library as libraryRecord } from '../../support/records.js';
import { pathOf } from '../../support/service.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

async function periodsOf(patron: TestPatron): Promise<Record<string, number>> {
  const { lendingPeriods } = (await patron.profile()).body as {
    lendingPeriods: { formatType: string; lendingPeriod: number }[];
  };
  return Object.fromEntries(
    lendingPeriods.map(({ formatType, lendingPeriod }) => [formatType, lendingPeriod]),
  );
}

const OPTIONS = { eBook: [1, 7, 14, 21, 89], Audiobook: [1, 7, 14, 21], Video: [1, 3, 5, 7] };

test.each(Object.entries(OPTIONS))(
  '%s has a period on its list, and no other',
  async (formatClass, options) => {
    const [patron, other] = await library.addPatrons(2);
    const before = await periodsOf(patron);
    for (const lendingPeriodDays of ['0', '2', '90', 365, '2147483648', '99999999999999999999'])
      expectRefusal(
        await patron.put(ME, { formatClass, lendingPeriodDays }),
        'InvalidLendingPeriod',
        `lendingPeriodDays must be one of ${options.join(', ')} for ${formatClass}.`,
      );
    expect(await periodsOf(patron)).toEqual(before);
    for (const days of options) {
      expectNoContent(await patron.put(ME, { formatClass, lendingPeriodDays: String(days) }));
      expect(await periodsOf(patron)).toEqual({ ...before, [formatClass]: days });
    }
    expect(await periodsOf(other)).toEqual(before);
  },
);

test('the form in the profile can be sent with every option', async () => {
  const patron = await library.addPatron();
  const { actions } = (await patron.profile()).body as {
    actions: {
      editLendingPeriod: {
        href: string;
        method: string;
        fields: { name: string; value: string; options: string[] }[];
      };
    }[];
  };
  expect(actions).toHaveLength(3);
  for (const { editLendingPeriod } of actions) {
    const [format, days] = editLendingPeriod.fields;
    if (format === undefined || days === undefined) throw new Error('The form has two fields.');
    for (const option of days.options) {
      const body = { [format.name]: format.value, [days.name]: option };
      expect(editLendingPeriod.method).toBe('PUT');
      expectNoContent(await patron.put(pathOf(editLendingPeriod.href), body));
      expect((await periodsOf(patron))[format.value]).toBe(Number(option));
    }
  }
});

test('a preference is stored but has no effect until the override of the library is removed', async () => {
  const there = await TestLibrary.open({ lendingOverrides: { eBook: 7 } });
  const patron = await there.addPatron();
  expectNoContent(await patron.put(ME, { formatClass: 'EBOOK', lendingPeriodDays: '89' }));
  expectNoContent(await patron.put(ME, { formatClass: 'Video', lendingPeriodDays: '3' }));
  expect(await periodsOf(patron)).toEqual({ eBook: 7, Audiobook: 21, Video: 3 });
  await there.import(libraryRecord({ lendingOverrides: { eBook: null } }));
  expect(await periodsOf(patron)).toEqual({ eBook: 89, Audiobook: 21, Video: 3 });
});

type Refused = [Record<string, FieldValue>, 'MissingField' | 'InvalidFieldValue', RegExp];

test.each<Refused>([
  [{ lendingPeriodDays: '7' }, 'MissingField', /^formatClass is missing: .*eBook, Audiobook, Video/],
  ...['Magazine', 'e-book', 1, true].map((formatClass): Refused => {
    const values = { formatClass, lendingPeriodDays: '7' };
    return [values, 'InvalidFieldValue', /^formatClass must be eBook, Audiobook, Video/];
  }),
  [{ formatClass: 'eBook', lendingPeriodDays: '' }, 'MissingField', /^lendingPeriodDays is missing/],
  ...['07', '7.0', '+7', '-7', '1e1', '٧', ' 7', true, 7.5].map((lendingPeriodDays): Refused => {
    const values = { formatClass: 'eBook', lendingPeriodDays };
    return [values, 'InvalidFieldValue', /^lendingPeriodDays must be .*plain digits/];
  }),
])('%j is refused, and changes nothing', async (values, code, message) => {
  const patron = await library.addPatron();
  const before = await patron.snapshot();
  expectRefusal(await patron.put(ME, values), code, message);
  expect(await patron.snapshot()).toEqual(before);
});

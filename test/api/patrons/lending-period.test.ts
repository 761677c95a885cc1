import { expectNoContent, expectRefusal } from '../../support/answers.js';
import { ME } from '../../support/paths.js';
import { emptyLibrary, library as libraryRecord } from '../../support/records.js';
import { pathOf } from '../../support/service.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

async function periodsOf(patron: TestPatron): Promise<Record<string, number>> {
  const { lendingPeriods } = (await patron.profile()).body as {
    lendingPeriods: { formatType: string; lendingPeriod: number }[];
  };
  return Object.fromEntries(
    lendingPeriods.map(({ formatType, lendingPeriod }) => [formatType, lendingPeriod]),
  );
}

const OPTIONS = { eBook: [1, 7, 14, 21, 89], Audiobook: [1, 7, 14, 21], Video: [1, 3, 5, 7] };

describe.each(Object.entries(OPTIONS))('%s', (formatClass, options) => {
  test('accepts each period on its list, which is then in the profile', async () => {
    const patron = await library.addPatron();
    for (const days of options) {
      expectNoContent(await patron.put(ME, { formatClass, lendingPeriodDays: String(days) }));
      expect((await periodsOf(patron))[formatClass]).toBe(days);
    }
  });

  test('accepts no other period', async () => {
    const patron = await library.addPatron();
    const before = await patron.snapshot();
    for (const lendingPeriodDays of ['0', '2', '90', 365, 10_000, '2147483648', '99999999999999999999'])
      expectRefusal(
        await patron.put(ME, { formatClass, lendingPeriodDays }),
        'InvalidLendingPeriod',
        `lendingPeriodDays must be one of ${options.join(', ')} for ${formatClass}.`,
      );
    expect(await patron.snapshot()).toEqual(before);
  });

  test('does not change the periods of other formats and other patrons', async () => {
    const [patron, other] = await library.addPatrons(2);
    const before = await periodsOf(patron);
    expectNoContent(await patron.put(ME, { formatClass, lendingPeriodDays: 1 }));
    expect(await periodsOf(patron)).toEqual({ ...before, [formatClass]: 1 });
    expect(await periodsOf(other)).toEqual(before);
  });
});

test('a period on the list of one format is refused for another', async () => {
  const patron = await library.addPatron();
  for (const [formatClass, lendingPeriodDays] of [
    ['Audiobook', 89],
    ['Video', 21],
    ['eBook', 5],
  ] as const)
    expectRefusal(await patron.put(ME, { formatClass, lendingPeriodDays }), 'InvalidLendingPeriod');
});

test('the form in the profile can be sent unchanged, and with every option', async () => {
  const patron = await library.addPatron();
  const { actions } = (await patron.profile()).body as {
    actions: {
      editLendingPeriod: {
        href: string;
        method: string;
        fields: { name: string; value: string; options?: string[] }[];
      };
    }[];
  };
  expect(actions).toHaveLength(3);
  for (const { editLendingPeriod } of actions) {
    const [format, days] = editLendingPeriod.fields;
    if (format === undefined || days === undefined) throw new Error('The form has two fields.');
    expect(days.options).toContain(days.value);
    for (const option of [days.value, ...(days.options ?? [])]) {
      const body = { [format.name]: format.value, [days.name]: option };
      expect(editLendingPeriod.method).toBe('PUT');
      expectNoContent(await patron.put(pathOf(editLendingPeriod.href), body));
      expect((await periodsOf(patron))[format.value]).toBe(Number(option));
    }
  }
});

test('the form has the current period', async () => {
  const patron = await library.addPatron();
  await patron.put(ME, { formatClass: 'eBook', lendingPeriodDays: 89 });
  const [ebook] = (await patron.profile()).body.actions;
  expect(ebook.editLendingPeriod.fields[1].value).toBe('89');
});

test.each(['ebook', 'EBOOK', 'eBook'])('the format may be written %s', async (formatClass) => {
  const patron = await library.addPatron();
  expectNoContent(await patron.put(ME, { formatClass, lendingPeriodDays: '14' }));
  expect((await periodsOf(patron)).eBook).toBe(14);
});

test('the URL may have a trailing slash', async () => {
  const patron = await library.addPatron();
  expectNoContent(await patron.put(`${ME}/`, { formatClass: 'Video', lendingPeriodDays: 3 }));
  expect((await periodsOf(patron)).Video).toBe(3);
});

test('the last preference applies', async () => {
  const patron = await library.addPatron();
  for (const lendingPeriodDays of ['7', '89', '1'])
    await patron.put(ME, { formatClass: 'eBook', lendingPeriodDays });
  expect((await periodsOf(patron)).eBook).toBe(1);
});

describe('while the library overrides a period', () => {
  const overriding = (overrides: object): ReturnType<typeof libraryRecord> =>
    libraryRecord({ websiteId: 38, lendingOverrides: overrides });

  test('a preference is stored but has no effect until the override is removed', async () => {
    await library.import(...emptyLibrary(38, { lendingOverrides: { eBook: 7 } }));
    const patron = await library.addPatron({ websiteId: 38 });
    expect(await periodsOf(patron)).toEqual({ eBook: 7, Audiobook: 21, Video: 7 });

    expectNoContent(await patron.put(ME, { formatClass: 'eBook', lendingPeriodDays: '89' }));
    expect(await periodsOf(patron)).toEqual({ eBook: 7, Audiobook: 21, Video: 7 });
    expectNoContent(await patron.put(ME, { formatClass: 'Video', lendingPeriodDays: '3' }));
    expect(await periodsOf(patron)).toEqual({ eBook: 7, Audiobook: 21, Video: 3 });

    await library.import(overriding({ eBook: null }));
    expect(await periodsOf(patron)).toEqual({ eBook: 89, Audiobook: 21, Video: 3 });
  });
});

describe('an invalid request', () => {
  test.each([{}, { formatClass: null }, { formatClass: '' }])('has no format: %j', async (values) => {
    const patron = await library.addPatron();
    const answer = await patron.put(ME, { lendingPeriodDays: '7', ...values });
    expectRefusal(answer, 'MissingField', /^formatClass is missing: .*eBook, Audiobook, Video/);
  });

  test.each(['Magazine', 'e-book', 1, true])('has the unknown format %j', async (formatClass) => {
    const patron = await library.addPatron();
    const before = await patron.snapshot();
    const answer = await patron.put(ME, { formatClass, lendingPeriodDays: '7' });
    expectRefusal(answer, 'InvalidFieldValue', /^formatClass must be eBook, Audiobook, Video/);
    expect(await patron.snapshot()).toEqual(before);
  });

  test.each([{}, { lendingPeriodDays: null }, { lendingPeriodDays: '' }])(
    'has no days: %j',
    async (values) => {
      const patron = await library.addPatron();
      const answer = await patron.put(ME, { formatClass: 'eBook', ...values });
      expectRefusal(answer, 'MissingField', /^lendingPeriodDays is missing/);
    },
  );

  test.each(['07', '7.0', '+7', '-7', '1e1', '٧', ' 7', 'seven', true, 7.5])(
    'has days that are not in plain digits: %j',
    async (lendingPeriodDays) => {
      const patron = await library.addPatron();
      const before = await patron.snapshot();
      const answer = await patron.put(ME, { formatClass: 'eBook', lendingPeriodDays });
      expectRefusal(answer, 'InvalidFieldValue', /^lendingPeriodDays must be .*plain digits/);
      expect(await patron.snapshot()).toEqual(before);
    },
  );
});

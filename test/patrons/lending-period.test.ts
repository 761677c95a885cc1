import { expectNoContent, expectRefusal } from '../support/answers.js';
import { category, collection, library as libraryRecord } from '../support/records.js';
import { PUBLIC_URL } from '../support/service.js';
import { type Reader, TestLibrary } from '../support/test-library.js';

const ME = '/v1/patrons/me';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

async function periodsOf(reader: Reader): Promise<Record<string, number>> {
  const { lendingPeriods } = (await reader.profile()).body as {
    lendingPeriods: { formatType: string; lendingPeriod: number }[];
  };
  return Object.fromEntries(
    lendingPeriods.map(({ formatType, lendingPeriod }) => [formatType, lendingPeriod]),
  );
}

const OPTIONS = { eBook: [1, 7, 14, 21, 89], Audiobook: [1, 7, 14, 21], Video: [1, 3, 5, 7] };

describe.each(Object.entries(OPTIONS))('%s', (formatClass, options) => {
  test('can be lent for each period on its list, which the profile then tells', async () => {
    const reader = await library.reader();
    for (const days of options) {
      expectNoContent(await reader.put(ME, { formatClass, lendingPeriodDays: String(days) }));
      expect((await periodsOf(reader))[formatClass]).toBe(days);
    }
  });

  test('cannot be lent for any other period', async () => {
    const reader = await library.reader();
    const before = await reader.everything();
    for (const lendingPeriodDays of ['0', '2', '90', 365, 10_000, '2147483648', '99999999999999999999'])
      expectRefusal(
        await reader.put(ME, { formatClass, lendingPeriodDays }),
        'InvalidLendingPeriod',
        `lendingPeriodDays must be one of ${options.join(', ')} for ${formatClass}.`,
      );
    expect(await reader.everything()).toEqual(before);
  });

  test('leaves the periods of the other formats, and of other patrons, as they are', async () => {
    const [reader, other] = await library.readers(2);
    const before = await periodsOf(reader);
    expectNoContent(await reader.put(ME, { formatClass, lendingPeriodDays: 1 }));
    expect(await periodsOf(reader)).toEqual({ ...before, [formatClass]: 1 });
    expect(await periodsOf(other)).toEqual(before);
  });
});

test('a period of one format’s list is not of another’s', async () => {
  const reader = await library.reader();
  for (const [formatClass, lendingPeriodDays] of [
    ['Audiobook', 89],
    ['Video', 21],
    ['eBook', 5],
  ] as const)
    expectRefusal(await reader.put(ME, { formatClass, lendingPeriodDays }), 'InvalidLendingPeriod');
});

test('the form in the profile can be sent as it is, and with every option', async () => {
  const reader = await library.reader();
  const { actions } = (await reader.profile()).body as {
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
      expectNoContent(await reader.put(editLendingPeriod.href.slice(PUBLIC_URL.length), body));
      expect((await periodsOf(reader))[format.value]).toBe(Number(option));
    }
  }
});

test('the form shows the period that counts now', async () => {
  const reader = await library.reader();
  await reader.put(ME, { formatClass: 'eBook', lendingPeriodDays: 89 });
  const [ebook] = (await reader.profile()).body.actions;
  expect(ebook.editLendingPeriod.fields[1].value).toBe('89');
});

test.each(['ebook', 'EBOOK', 'eBook'])('the format may be written %s', async (formatClass) => {
  const reader = await library.reader();
  expectNoContent(await reader.put(ME, { formatClass, lendingPeriodDays: '14' }));
  expect((await periodsOf(reader)).eBook).toBe(14);
});

test('the address may end in a slash', async () => {
  const reader = await library.reader();
  expectNoContent(await reader.put(`${ME}/`, { formatClass: 'Video', lendingPeriodDays: 3 }));
  expect((await periodsOf(reader)).Video).toBe(3);
});

test('the last preference counts', async () => {
  const reader = await library.reader();
  for (const lendingPeriodDays of ['7', '89', '1'])
    await reader.put(ME, { formatClass: 'eBook', lendingPeriodDays });
  expect((await periodsOf(reader)).eBook).toBe(1);
});

describe('while the library overrides a period', () => {
  const overriding = (overrides: object): ReturnType<typeof libraryRecord> =>
    libraryRecord({ websiteId: 38, name: 'Branch', lendingOverrides: overrides });

  test('a preference is stored but does not count, and counts when the override is lifted', async () => {
    await library.import(
      overriding({ eBook: 7 }),
      collection('main', { websiteId: 38 }),
      category('adult', ['main'], { websiteId: 38 }),
    );
    const reader = await library.reader({ websiteId: 38 });
    expect(await periodsOf(reader)).toEqual({ eBook: 7, Audiobook: 21, Video: 7 });

    expectNoContent(await reader.put(ME, { formatClass: 'eBook', lendingPeriodDays: '89' }));
    expect(await periodsOf(reader)).toEqual({ eBook: 7, Audiobook: 21, Video: 7 });
    expectNoContent(await reader.put(ME, { formatClass: 'Video', lendingPeriodDays: '3' }));
    expect(await periodsOf(reader)).toEqual({ eBook: 7, Audiobook: 21, Video: 3 });

    await library.import(overriding({ eBook: null }));
    expect(await periodsOf(reader)).toEqual({ eBook: 89, Audiobook: 21, Video: 3 });
  });
});

describe('a request that cannot be meant', () => {
  test.each([{}, { formatClass: null }, { formatClass: '' }])('names no format: %j', async (values) => {
    const reader = await library.reader();
    const answer = await reader.put(ME, { lendingPeriodDays: '7', ...values });
    expectRefusal(answer, 'MissingField', /^formatClass is missing: .*eBook, Audiobook, Video/);
  });

  test.each(['Magazine', 'e-book', 1, true])('names the unknown format %j', async (formatClass) => {
    const reader = await library.reader();
    const before = await reader.everything();
    const answer = await reader.put(ME, { formatClass, lendingPeriodDays: '7' });
    expectRefusal(answer, 'InvalidFieldValue', /^formatClass must be eBook, Audiobook, Video/);
    expect(await reader.everything()).toEqual(before);
  });

  test.each([{}, { lendingPeriodDays: null }, { lendingPeriodDays: '' }])(
    'names no days: %j',
    async (values) => {
      const reader = await library.reader();
      const answer = await reader.put(ME, { formatClass: 'eBook', ...values });
      expectRefusal(answer, 'MissingField', /^lendingPeriodDays is missing/);
    },
  );

  test.each(['07', '7.0', '+7', '-7', '1e1', '٧', ' 7', 'seven', true, 7.5])(
    'does not write its days in plain digits: %j',
    async (lendingPeriodDays) => {
      const reader = await library.reader();
      const before = await reader.everything();
      const answer = await reader.put(ME, { formatClass: 'eBook', lendingPeriodDays });
      expectRefusal(answer, 'InvalidFieldValue', /^lendingPeriodDays must be .*plain digits/);
      expect(await reader.everything()).toEqual(before);
    },
  );
});

import { expectCreated, expectNoContent, expectRefusal, TIMESTAMP } from '../support/answers.js';
import { brokenInvariants } from '../support/invariants.js';
import { CATALOG_URL, PUBLIC_URL } from '../support/service.js';
import { CHECKOUTS, type Reader, TestLibrary } from '../support/test-library.js';
import { CONTENT_TYPE, formatAction, formatRecord } from './expected-formats.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterEach(async () => {
  expect(await brokenInvariants(library.service.database)).toEqual([]);
});
afterAll(() => library.close());

describe('the answer to a checkout', () => {
  test('is the loan, with its address in Location', async () => {
    const { reader, title } = await library.ready();
    const answer = await reader.borrow(title);
    const { body: profile } = await reader.profile();

    expectCreated(answer);
    const self = `${PUBLIC_URL}/v1/patrons/me/checkouts/${title.reserveId}`;
    expect(answer.headers.get('location')).toBe(self);
    expect(answer.body).toEqual({
      reserveId: title.reserveId,
      crossRefId: title.crossRefId,
      checkoutDate: expect.stringMatching(TIMESTAMP),
      expires: expect.stringMatching(TIMESTAMP),
      isFormatLockedIn: false,
      formats: [],
      links: {
        self: { href: self, type: 'application/vnd.holdfast.circulation.api+json' },
        metadata: {
          href: `${CATALOG_URL}/v1/collections/${profile.collectionToken}/products/${title.reserveId}/metadata`,
          type: 'application/vnd.holdfast.api+json',
        },
        downloadRedirect: { href: `${self}/formats/downloadredirect`, type: CONTENT_TYPE },
      },
      actions: {
        format: formatAction(title, ['ebook-epub-adobe', 'ebook-kindle']),
        earlyReturn: { href: self, method: 'delete' },
      },
    });
    expect(Object.keys(answer.body)).toEqual([
      'reserveId',
      'crossRefId',
      'checkoutDate',
      'expires',
      'isFormatLockedIn',
      'formats',
      'links',
      'actions',
    ]);
    expect(Object.keys(answer.body.links)).toEqual(['self', 'metadata', 'downloadRedirect']);
    expect(Object.keys(answer.body.actions)).toEqual(['format', 'earlyReturn']);
  });

  test('tells the format that was chosen, and that it is locked in', async () => {
    const { reader, title } = await library.ready();
    const answer = await reader.borrow(title, { formatType: 'ebook-kindle' });
    expectCreated(answer);
    expect(answer.body).toMatchObject({
      isFormatLockedIn: true,
      formats: [formatRecord(title, 'ebook-kindle', 'download')],
    });
    expect(Object.keys(answer.body.actions)).toEqual(['earlyReturn']);
  });

  test('tells when the loan began, in UTC and to the second', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { reader, title } = await library.ready();
    const { checkoutDate } = (await reader.borrow(title)).body;
    expect(Date.parse(checkoutDate)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(checkoutDate)).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['not sent', {}],
    ['null', { formatType: null }],
    ['empty', { formatType: '' }],
  ])('locks no format in when formatType is %s', async (_, values) => {
    const { reader, title } = await library.ready();
    expect((await reader.borrow(title, values)).body).toMatchObject({ isFormatLockedIn: false, formats: [] });
  });

  test('a field that nobody knows is ignored', async () => {
    const { reader, title } = await library.ready();
    expectCreated(await reader.borrow(title, { autoCheckout: true, lendingPeriodDays: 89 }));
  });
});

describe('a title may be borrowed', () => {
  test('by the action that a ready hold offers, as it stands', async () => {
    const { reader, title } = await library.ready();
    const { checkout } = (await reader.find(title)).body.actions;
    const wanted = checkout.fields as { name: string; value?: string; options?: string[] }[];
    const values = Object.fromEntries(
      wanted.map(({ name, value, options }) => [name, value ?? options?.[0] ?? '']),
    );
    const { pathname } = new URL(checkout.href);
    const answer = await reader.post(pathname, values);
    expectCreated(answer);
    expect(answer.body.formats).toEqual([formatRecord(title, 'ebook-epub-adobe', 'download')]);
  });

  test('without a hold, while a copy is free', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    expectCreated(await reader.borrow(title));
    expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
  });

  test('with a ready hold, whose copy it takes, though another copy is free', async () => {
    const [reader, title] = [await library.reader(), await library.title(2)];
    await reader.place(title);
    expectCreated(await reader.borrow(title));
    expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
  });

  test('as often as there are copies, and no more', async () => {
    const [readers, title] = [await library.readers(3), await library.title(2)];
    expectCreated(await readers[0].borrow(title));
    expectCreated(await readers[1].borrow(title));
    expectRefusal(await readers[2].borrow(title), 'NoCopiesAvailable');
  });

  test('not while the only copy is set aside for somebody else', async () => {
    const { title } = await library.ready();
    const reader = await library.reader();
    expectRefusal(await reader.borrow(title), 'NoCopiesAvailable');
    expect((await reader.loans()).body.totalItems).toBe(0);
  });

  test('not with a hold that waits', async () => {
    const { title } = await library.ready();
    const reader = await library.reader();
    await reader.place(title);
    const before = await reader.everything();
    expectRefusal(await reader.borrow(title), 'NoCopiesAvailable');
    expect(await reader.everything()).toEqual(before);
  });

  test('not while a collection of the patron’s has the title, but no copy of it', async () => {
    const reader = await library.reader();
    const title = await library.title({ main: 0, elsewhere: 1 });
    expectRefusal(await reader.borrow(title), 'NoCopiesAvailable');
  });

  test('not from a collection that is not the patron’s', async () => {
    const child = await library.reader({ category: 'child' });
    for (const collection of ['adults', 'elsewhere'])
      expectRefusal(await child.borrow(await library.title({ [collection]: 1 })), 'TitleNotInCollection');
  });
});

describe('the copy that is lent', () => {
  test('is one of the collection that the fewest may use, so that the others stay for those without a choice', async () => {
    const [adult, child] = [await library.reader(), await library.reader({ category: 'child' })];
    const title = await library.title({ main: 1, adults: 1 });
    expectCreated(await adult.borrow(title));
    expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 0 }, adults: { onLoan: 1 } });
    expectCreated(await child.borrow(title));
  });

  test('is of another of the patron’s collections when that one has none left', async () => {
    const [[first, second, third], title] = [
      await library.readers(3),
      await library.title({ main: 1, adults: 1 }),
    ];
    expectCreated(await first.borrow(title));
    expectCreated(await second.borrow(title));
    expectRefusal(await third.borrow(title), 'NoCopiesAvailable');
    expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 1 }, adults: { onLoan: 1 } });
  });

  test('is the one set aside, of whichever collection it is', async () => {
    const [reader, title] = [await library.reader(), await library.title({ main: 1 })];
    await reader.place(title);
    await library.own(title, 1, 'adults');
    expectCreated(await reader.borrow(title));
    expect(await library.shelf(title)).toMatchObject({
      main: { onLoan: 1, setAside: 0 },
      adults: { onLoan: 0 },
    });
  });

  test('may be one that the library has given up while it was set aside: it is gone when it comes back', async () => {
    const { reader, title } = await library.ready();
    await library.own(title, 0);
    expectCreated(await reader.borrow(title));
    expect((await library.shelf(title)).main).toEqual({ owned: 0, onLoan: 1, setAside: 0, retiring: 1 });
    expectNoContent(await reader.giveBack(title));
    expect((await library.shelf(title)).main).toEqual({ owned: 0, onLoan: 0, setAside: 0, retiring: 0 });
    expectRefusal(await reader.borrow(title), 'NoCopiesAvailable');
  });
});

describe('the patron’s hold on the title', () => {
  const placesOf = (reader: Reader): Promise<unknown[]> =>
    reader
      .list()
      .then(({ body }) => (body.holds as { reserveId: string }[]).map(({ reserveId }) => reserveId));

  test('ends when it was ready', async () => {
    const { reader, title } = await library.ready();
    expectCreated(await reader.borrow(title));
    expectRefusal(await reader.find(title), 'PatronDoesntHaveTitleOnHold');
    expect(await placesOf(reader)).toEqual([]);
  });

  test.each([{ suspensionType: 'indefinite' }, { suspensionType: 'limited', numberOfDays: 9 }])(
    'ends when it was suspended and a copy is free: %j',
    async (suspension) => {
      const { reader, title } = await library.suspended(suspension);
      await library.own(title, 1);
      expectCreated(await reader.borrow(title));
      expectRefusal(await reader.find(title), 'PatronDoesntHaveTitleOnHold');
      expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
    },
  );

  test('stays when it is suspended and no copy is free', async () => {
    const { reader, title } = await library.suspended();
    const before = await reader.everything();
    expectRefusal(await reader.borrow(title), 'NoCopiesAvailable');
    expect(await reader.everything()).toEqual(before);
  });

  test('moves those behind it up', async () => {
    const title = await library.title(1);
    const [first, second, third] = await library.inLine(title, 3);
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
    await first.borrow(title);
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  });

  test('makes room for another within the hold limit', async () => {
    const [reader, title] = [await library.reader({ holdLimit: 1 }), await library.title(1)];
    await reader.place(title);
    expectRefusal(await reader.place(await library.title()), 'PatronExceededHoldLimit');
    await reader.borrow(title);
    expectCreated(await reader.place(await library.title()));
  });
});

describe('a second checkout of a title', () => {
  test('is refused while it is on loan, whichever identifier names it, even with a free copy', async () => {
    const [reader, title] = [await library.reader(), await library.title(3)];
    expectCreated(await reader.borrow(title));
    const { text } = await reader.loans();
    for (const values of [
      { reserveId: title.reserveId },
      { id: title.crossRefId },
      { crossRefId: title.crossRefId },
    ])
      expectRefusal(await reader.post(CHECKOUTS, values), 'TitleAlreadyCheckedOut');
    expect((await reader.loans()).text).toBe(text);
    expect(await library.shelf(title)).toMatchObject({ main: { onLoan: 1 } });
  });

  test('is granted after the first was returned', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    await reader.borrow(title);
    await reader.giveBack(title);
    expectCreated(await reader.borrow(title));
  });

  test('a title on loan cannot be held, and can again after it was returned', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    await reader.borrow(title);
    expectRefusal(await reader.place(title), 'TitleAlreadyCheckedOut');
    await reader.giveBack(title);
    expectCreated(await reader.place(title));
  });
});

test('a patron’s first loan makes them an existing patron', async () => {
  const [reader, title] = [await library.reader(), await library.title(1)];
  expect((await reader.profile()).body.existingPatron).toBe(false);
  await reader.borrow(title);
  expect((await reader.profile()).body.existingPatron).toBe(true);
  await reader.giveBack(title);
  expect((await reader.profile()).body.existingPatron).toBe(true);
});

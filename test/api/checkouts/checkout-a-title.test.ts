import { expectCreated, expectNoContent, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import { brokenInvariants } from '../../support/invariants.js';
import { CATALOG_URL, PUBLIC_URL } from '../../support/service.js';
import { type TestPatron, TestLibrary } from '../../support/test-library.js';
import { CHECKOUTS } from '../../support/paths.js';
import { CONTENT_TYPE, formatAction, formatRecord } from '../../support/checkouts/expected-formats.js';

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
    const { patron, title } = await library.ready();
    const answer = await patron.borrow(title);
    const { body: profile } = await patron.profile();

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
    const { patron, title } = await library.ready();
    const answer = await patron.borrow(title, { formatType: 'ebook-kindle' });
    expectCreated(answer);
    expect(answer.body).toMatchObject({
      isFormatLockedIn: true,
      formats: [formatRecord(title, 'ebook-kindle', 'download')],
    });
    expect(Object.keys(answer.body.actions)).toEqual(['earlyReturn']);
  });

  test('tells when the loan began, in UTC and to the second', async () => {
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { patron, title } = await library.ready();
    const { checkoutDate } = (await patron.borrow(title)).body;
    expect(Date.parse(checkoutDate)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(checkoutDate)).toBeLessThanOrEqual(Date.now());
  });

  test.each([
    ['not sent', {}],
    ['null', { formatType: null }],
    ['empty', { formatType: '' }],
  ])('locks no format in when formatType is %s', async (_, values) => {
    const { patron, title } = await library.ready();
    expect((await patron.borrow(title, values)).body).toMatchObject({ isFormatLockedIn: false, formats: [] });
  });

  test('a field that nobody knows is ignored', async () => {
    const { patron, title } = await library.ready();
    expectCreated(await patron.borrow(title, { autoCheckout: true, lendingPeriodDays: 89 }));
  });
});

describe('a title may be borrowed', () => {
  test('by the action that a ready hold offers, as it stands', async () => {
    const { patron, title } = await library.ready();
    const { checkout } = (await patron.find(title)).body.actions;
    const wanted = checkout.fields as { name: string; value?: string; options?: string[] }[];
    const values = Object.fromEntries(
      wanted.map(({ name, value, options }) => [name, value ?? options?.[0] ?? '']),
    );
    const { pathname } = new URL(checkout.href);
    const answer = await patron.post(pathname, values);
    expectCreated(answer);
    expect(answer.body.formats).toEqual([formatRecord(title, 'ebook-epub-adobe', 'download')]);
  });

  test('without a hold, while a copy is free', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    expectCreated(await patron.borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
  });

  test('with a ready hold, whose copy it takes, though another copy is free', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(2)];
    await patron.place(title);
    expectCreated(await patron.borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
  });

  test('as often as there are copies, and no more', async () => {
    const [patrons, title] = [await library.addPatrons(3), await library.addTitle(2)];
    expectCreated(await patrons[0].borrow(title));
    expectCreated(await patrons[1].borrow(title));
    expectRefusal(await patrons[2].borrow(title), 'NoCopiesAvailable');
  });

  test('not while the only copy is set aside for somebody else', async () => {
    const { title } = await library.ready();
    const patron = await library.addPatron();
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
    expect((await patron.loans()).body.totalItems).toBe(0);
  });

  test('not with a hold that waits', async () => {
    const { title } = await library.ready();
    const patron = await library.addPatron();
    await patron.place(title);
    const before = await patron.snapshot();
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
    expect(await patron.snapshot()).toEqual(before);
  });

  test('not while a collection of the patron’s has the title, but no copy of it', async () => {
    const patron = await library.addPatron();
    const title = await library.addTitle({ main: 0, elsewhere: 1 });
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
  });

  test('not from a collection that is not the patron’s', async () => {
    const child = await library.addPatron({ category: 'child' });
    for (const collection of ['adults', 'elsewhere'])
      expectRefusal(await child.borrow(await library.addTitle({ [collection]: 1 })), 'TitleNotInCollection');
  });
});

describe('the copy that is lent', () => {
  test('is one of the collection that the fewest may use, so that the others stay for those without a choice', async () => {
    const [adult, child] = [await library.addPatron(), await library.addPatron({ category: 'child' })];
    const title = await library.addTitle({ main: 1, adults: 1 });
    expectCreated(await adult.borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0 }, adults: { onLoan: 1 } });
    expectCreated(await child.borrow(title));
  });

  test('is of another of the patron’s collections when that one has none left', async () => {
    const [[first, second, third], title] = [
      await library.addPatrons(3),
      await library.addTitle({ main: 1, adults: 1 }),
    ];
    expectCreated(await first.borrow(title));
    expectCreated(await second.borrow(title));
    expectRefusal(await third.borrow(title), 'NoCopiesAvailable');
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1 }, adults: { onLoan: 1 } });
  });

  test('is the one set aside, of whichever collection it is', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle({ main: 1 })];
    await patron.place(title);
    await library.setCopiesOwned(title, 1, 'adults');
    expectCreated(await patron.borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({
      main: { onLoan: 1, setAside: 0 },
      adults: { onLoan: 0 },
    });
  });

  test('may be one that the library has given up while it was set aside: it is gone when it comes back', async () => {
    const { patron, title } = await library.ready();
    await library.setCopiesOwned(title, 0);
    expectCreated(await patron.borrow(title));
    expect((await library.copiesOf(title)).main).toEqual({ owned: 0, onLoan: 1, setAside: 0, retiring: 1 });
    expectNoContent(await patron.returnTitle(title));
    expect((await library.copiesOf(title)).main).toEqual({ owned: 0, onLoan: 0, setAside: 0, retiring: 0 });
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
  });
});

describe('the patron’s hold on the title', () => {
  const placesOf = (patron: TestPatron): Promise<unknown[]> =>
    patron
      .list()
      .then(({ body }) => (body.holds as { reserveId: string }[]).map(({ reserveId }) => reserveId));

  test('ends when it was ready', async () => {
    const { patron, title } = await library.ready();
    expectCreated(await patron.borrow(title));
    expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
    expect(await placesOf(patron)).toEqual([]);
  });

  test.each([{ suspensionType: 'indefinite' }, { suspensionType: 'limited', numberOfDays: 9 }])(
    'ends when it was suspended and a copy is free: %j',
    async (suspension) => {
      const { patron, title } = await library.suspended(suspension);
      await library.setCopiesOwned(title, 1);
      expectCreated(await patron.borrow(title));
      expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
      expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
    },
  );

  test('stays when it is suspended and no copy is free', async () => {
    const { patron, title } = await library.suspended();
    const before = await patron.snapshot();
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
    expect(await patron.snapshot()).toEqual(before);
  });

  test('moves those behind it up', async () => {
    const title = await library.addTitle(1);
    const [first, second, third] = await library.fillQueue(title, 3);
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
    await first.borrow(title);
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
  });

  test('makes room for another within the hold limit', async () => {
    const [patron, title] = [await library.addPatron({ holdLimit: 1 }), await library.addTitle(1)];
    await patron.place(title);
    expectRefusal(await patron.place(await library.addTitle()), 'PatronExceededHoldLimit');
    await patron.borrow(title);
    expectCreated(await patron.place(await library.addTitle()));
  });
});

describe('a second checkout of a title', () => {
  test('is refused while it is on loan, whichever identifier names it, even with a free copy', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(3)];
    expectCreated(await patron.borrow(title));
    const { text } = await patron.loans();
    for (const values of [
      { reserveId: title.reserveId },
      { id: title.crossRefId },
      { crossRefId: title.crossRefId },
    ])
      expectRefusal(await patron.post(CHECKOUTS, values), 'TitleAlreadyCheckedOut');
    expect((await patron.loans()).text).toBe(text);
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1 } });
  });

  test('is granted after the first was returned', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    await patron.borrow(title);
    await patron.returnTitle(title);
    expectCreated(await patron.borrow(title));
  });

  test('a title on loan cannot be held, and can again after it was returned', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    await patron.borrow(title);
    expectRefusal(await patron.place(title), 'NotWithinRenewalWindow');
    await patron.returnTitle(title);
    expectCreated(await patron.place(title));
  });
});

test('a patron’s first loan makes them an existing patron', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
  expect((await patron.profile()).body.existingPatron).toBe(false);
  await patron.borrow(title);
  expect((await patron.profile()).body.existingPatron).toBe(true);
  await patron.returnTitle(title);
  expect((await patron.profile()).body.existingPatron).toBe(true);
});

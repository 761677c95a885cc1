import { expectCreated, expectNoContent, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import { CONTENT_TYPE, formatAction, formatRecord } from '../../support/checkouts/expected-formats.js';
import { mustSucceed } from '../../support/client.js';
import { serviceTime } from '../../support/clock.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
import { CHECKOUTS } from '../../support/paths.js';
import { category } from '../../support/records.js';
import { CATALOG_URL, pathOf, PUBLIC_URL } from '../../support/service.js';
import { type PatronAndTitle, type TestPatron, TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open({
    lendingPeriods: { Audiobook: 7 },
    lendingOverrides: { Video: 3 },
    checkoutLimit: 4,
  });
});

const unborrowed = async (owned: Parameters<TestLibrary['addTitle']>[0] = 1): Promise<PatronAndTitle> => ({
  patron: await library.addPatron(),
  title: await library.addTitle(owned),
});

describe('the answer to a checkout', () => {
  test('is the loan, with its address in Location', async () => {
    const { patron, title } = await library.ready();
    const before = Math.floor((await serviceTime(library.service)).getTime() / 1000) * 1000;
    const answer = await patron.borrow(title);
    const after = (await serviceTime(library.service)).getTime();
    const { body: profile } = await patron.profile();

    expectCreated(answer);
    const self = `${PUBLIC_URL}/v1/patrons/me/checkouts/${title.reserveId}`;
    expect(answer.headers.get('location')).toBe(self);
    const expected = {
      reserveId: title.reserveId,
      crossRefId: title.crossRefId,
      checkoutDate: expect.stringMatching(TIMESTAMP) as string,
      expires: expect.stringMatching(TIMESTAMP) as string,
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
    };
    expect(answer.body).toEqual(expected);
    for (const [actual, wanted] of [
      [answer.body, expected],
      [answer.body.links, expected.links],
      [answer.body.actions, expected.actions],
    ])
      expect(Object.keys(actual as object)).toEqual(Object.keys(wanted as object));
    const began = Date.parse(answer.body.checkoutDate as string);
    expect(began).toBeGreaterThanOrEqual(before);
    expect(began).toBeLessThanOrEqual(after);
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

  test('has no format locked in when none is sent, whatever else is', async () => {
    for (const values of [
      { formatType: null },
      { formatType: '' },
      { autoCheckout: true, lendingPeriodDays: 89 },
    ]) {
      const { patron, title } = await library.ready();
      const answer = await patron.borrow(title, values);
      expectCreated(answer);
      expect(answer.body).toMatchObject({ isFormatLockedIn: false, formats: [] });
    }
  });
});

test.each(['', '{"fields":', '{}', '{"fields":[{"name":"id","value":"1"},{"name":"ID","value":"1"}]}'])(
  'a request with the body %j is refused',
  async (body) => {
    const patron = await library.addPatron();
    const headers = { 'content-type': 'application/json' };
    expectRefusal(await patron.send('POST', CHECKOUTS, { headers, body }), 'InvalidRequestBody');
  },
);

test.each(['ebook-stone', 'audiobook-mp3', 'EBOOK-KINDLE', ' ebook-kindle', 7, true])(
  'a format that cannot be locked in, %j, refuses no loan: the answer says that none is locked in',
  async (formatType) => {
    const { patron, title } = await library.ready();
    const answer = await patron.borrow(title, { formatType });
    expectCreated(answer);
    expect(answer.body).toMatchObject({ isFormatLockedIn: false, formats: [], actions: { format: {} } });
  },
);

describe('a title may be borrowed', () => {
  test('by the action that a ready hold offers, as it stands', async () => {
    const { patron, title } = await library.ready();
    const { checkout } = (await patron.find(title)).body.actions;
    const wanted = checkout.fields as { name: string; value?: string; options?: string[] }[];
    const values = Object.fromEntries(
      wanted.map(({ name, value, options }) => [name, value ?? options?.[0] ?? '']),
    );
    const answer = await patron.post(pathOf(checkout.href as string), values);
    expectCreated(answer);
    expect(answer.body.formats).toEqual([formatRecord(title, 'ebook-epub-adobe', 'download')]);
  });

  test('without a hold while a copy is free, and as often as there are copies', async () => {
    const [patrons, title] = [await library.addPatrons(3), await library.addTitle(2)];
    expectCreated(await patrons[0].borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
    expectCreated(await patrons[1].borrow(title));
    expectRefusal(await patrons[2].borrow(title), 'NoCopiesAvailable');
  });

  test('with a ready hold, whose copy it takes, though another copy is free', async () => {
    const { patron, title } = await unborrowed(2);
    await patron.place(title);
    expectCreated(await patron.borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
  });

  test('not while the only copy is set aside for somebody else, with or without a hold', async () => {
    const { title } = await library.ready();
    const patron = await library.addPatron();
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
    await patron.place(title);
    const before = await patron.snapshot();
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
    expect(await patron.snapshot()).toEqual(before);
  });

  test('not from a collection that is not the patron’s', async () => {
    const { patron, title } = await unborrowed({ main: 0, elsewhere: 1 });
    expectRefusal(await patron.borrow(title), 'NoCopiesAvailable');
    const child = await library.addPatron({ category: 'child' });
    for (const collection of ['adults', 'elsewhere']) {
      const answer = await child.borrow(await library.addTitle({ [collection]: 1 }));
      expectRefusal(answer, 'TitleNotInCollection');
    }
  });

  test('not again while it is on loan, even with a free copy, and again after it was returned', async () => {
    const { patron, title } = await unborrowed(3);
    expectCreated(await patron.borrow(title));
    const { text } = await patron.loans();
    for (const values of [{ reserveId: title.reserveId }, { id: title.crossRefId }])
      expectRefusal(await patron.post(CHECKOUTS, values), 'TitleAlreadyCheckedOut');
    expect((await patron.loans()).text).toBe(text);
    await patron.returnTitle(title);
    expectCreated(await patron.borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1 } });
  });
});

describe('the copy that is lent', () => {
  test('is of the collection that the fewest may use, so that the others stay for those without a choice, and of others then', async () => {
    const [[first, second], child] = [
      await library.addPatrons(2),
      await library.addPatron({ category: 'child' }),
    ];
    const title = await library.addTitle({ main: 2, adults: 1 });
    expectCreated(await first.borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0 }, adults: { onLoan: 1 } });
    expectCreated(await child.borrow(title));
    expectCreated(await second.borrow(title));
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 2 }, adults: { onLoan: 1 } });
  });

  test('is the one set aside, of whichever collection it is', async () => {
    const { patron, title } = await library.ready();
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
  test.each(['ready', 'suspended'] as const)(
    'ends when it was %s and a copy could be borrowed',
    async (condition) => {
      const { patron, title } = await library[condition]();
      await library.setCopiesOwned(title, 1);
      expectCreated(await patron.borrow(title));
      expect(await conditionsOf(title, patron)).toEqual(['gone']);
      expect((await patron.list()).body.totalItems).toBe(0);
      expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 1, setAside: 0 } });
    },
  );

  test('moves those behind it up, and makes room for another within the hold limit', async () => {
    const title = await library.addTitle(1);
    const patron = await library.addPatron({ holdLimit: 1 });
    await patron.place(title);
    const [second, third] = await library.fillQueue(title, 2);
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 3, numberOfHolds: 3 });
    expectRefusal(await patron.place(await library.addTitle()), 'PatronExceededHoldLimit');
    await patron.borrow(title);
    expect((await second.find(title)).body).toMatchObject({ holdListPosition: 1, numberOfHolds: 2 });
    expect((await third.find(title)).body).toMatchObject({ holdListPosition: 2, numberOfHolds: 2 });
    expectCreated(await patron.place(await library.addTitle()));
  });
});

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
    await library.import(category('teen', ['main'], { checkoutLimit: 2 }));
    for (const [members, limit] of [
      [{}, 4],
      [{ category: 'teen' }, 2],
      [{ category: 'teen', checkoutLimit: 3 }, 3],
      [{ checkoutLimit: 0 }, 0],
    ] as const) {
      const patron = await library.addPatron(members);
      expect((await patron.profile()).body.checkoutLimit).toBe(limit);
      expect(await borrowToLimit(patron)).toBe(limit);
    }
  });

  test('refuses a ready hold too, which keeps its copy, and allows another title for each that is returned', async () => {
    const patron = await library.addPatron({ checkoutLimit: 1, holdLimit: 1 });
    const [first, title] = [await library.addTitle(1), await library.addTitle(1)];
    await patron.borrow(first);
    // Loans are no holds for the hold limit, nor the other way round.
    expectCreated(await patron.place(title));
    const before = await patron.snapshot();
    expectRefusal(await patron.borrow(title), 'PatronHasExceededCheckoutLimit');
    expect(await patron.snapshot()).toEqual(before);
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0, setAside: 1 } });
    await patron.returnTitle(first);
    expectCreated(await patron.borrow(title));
  });
});

test('a patron’s first loan makes them an existing patron', async () => {
  const { patron, title } = await unborrowed();
  const isExisting = async (): Promise<unknown> => (await patron.profile()).body.existingPatron as unknown;
  expect(await isExisting()).toBe(false);
  await mustSucceed(patron.borrow(title));
  expect(await isExisting()).toBe(true);
  await mustSucceed(patron.returnTitle(title));
  expect(await isExisting()).toBe(true);
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});

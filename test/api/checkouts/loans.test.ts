import { expectCreated, expectNoContent, expectOk, expectRefusal, TIMESTAMP } from '../../support/answers.js';
import { formatRecord } from '../../support/checkouts/expected-formats.js';
import { conditionsOf } from '../../support/conditions.js';
import { brokenInvariantsOf } from '../../support/invariants.js';
import { checkoutPath, CHECKOUTS } from '../../support/paths.js';
import { pathOf, PUBLIC_URL } from '../../support/service.js';
import { type PatronAndTitle, TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

const SELF = {
  href: `${PUBLIC_URL}/v1/patrons/me/checkouts`,
  type: 'application/vnd.holdfast.circulation.api+json',
};

/** A new patron with a loan of the only copy. */
async function lent(): Promise<PatronAndTitle> {
  const held = await library.ready();
  expectCreated(await held.patron.borrow(held.title));
  return held;
}

describe('the list of loans', () => {
  test('is empty without loans, at the address that the profile links to, with or without a slash', async () => {
    const patron = await library.addPatron();
    const answer = await patron.loans();
    expectOk(answer);
    expect(answer.text).toBe(
      JSON.stringify({ totalItems: 0, totalCheckouts: 0, checkouts: [], links: { self: SELF } }),
    );
    const { links } = (await patron.profile()).body;
    expect(links.checkouts).toEqual(SELF);
    for (const path of [pathOf(links.checkouts.href as string), `${CHECKOUTS}/`])
      expect((await patron.get(path)).text).toBe(answer.text);
  });

  test('is newest first, both totals are its length, and others’ loans are not in it', async () => {
    const [patron, other] = await library.addPatrons(2);
    const titles = [await library.addTitle(1), await library.addTitle(2), await library.addTitle(1)] as const;
    for (const title of titles) await patron.borrow(title);
    await other.borrow(titles[1]);
    const answer = await patron.loans();
    expectOk(answer);
    expect(Object.keys(answer.body)).toEqual(['totalItems', 'totalCheckouts', 'checkouts', 'links']);
    expect(answer.body).toMatchObject({ totalItems: 3, totalCheckouts: 3, links: { self: SELF } });
    expect((answer.body.checkouts as { crossRefId: number }[]).map(({ crossRefId }) => crossRefId)).toEqual(
      titles.map(({ crossRefId }) => crossRefId).reverse(),
    );
  });

  test.each([{}, { formatType: 'ebook-kindle' }])(
    'has a loan as the checkout answers it, and as it is by itself: %j',
    async (values) => {
      const { patron, title } = await library.ready();
      expect((await patron.loans()).body.totalItems).toBe(0);
      const borrowed = await patron.borrow(title, values);
      const found = await patron.get(pathOf(borrowed.headers.get('location') ?? ''));
      expectOk(found);
      expect(found.text).toBe(borrowed.text);
      expect(JSON.stringify((await patron.loans()).body.checkouts[0])).toBe(borrowed.text);
      expect((await patron.list()).body.totalItems).toBe(0);
    },
  );

  test('has exactly these members of a loan, of the contract’s types', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    await patron.borrow(title, { formatType: 'ebook-epub-adobe' });
    const [loan] = (await patron.loans()).body.checkouts;
    expect(Object.keys(loan)).toEqual(
      'reserveId crossRefId checkoutDate expires isFormatLockedIn formats links actions'.split(' '),
    );
    expect(loan).toMatchObject({
      ...title,
      checkoutDate: expect.stringMatching(TIMESTAMP),
      expires: expect.stringMatching(TIMESTAMP),
      isFormatLockedIn: true,
      formats: [formatRecord(title, 'ebook-epub-adobe', 'download')],
    });
    expect(Object.keys(loan.formats[0])).toEqual(
      'reserveId crossRefId formatType links linkTemplates'.split(' '),
    );
    expect(Object.keys(loan.formats[0].linkTemplates)).toEqual(['downloadLink', 'downloadLinkV2']);
    expect(Object.keys(loan.links)).toEqual(['self', 'metadata', 'downloadRedirect']);
    expect(Object.keys(loan.actions)).toEqual(['earlyReturn']);
  });
});

describe('a return', () => {
  test('ends the loan by its action, once, and its copy is free', async () => {
    const { patron, title } = await lent();
    const { earlyReturn } = (await patron.loan(title)).body.actions;
    expect(earlyReturn.method).toBe('delete');
    expectNoContent(await patron.send('DELETE', pathOf(earlyReturn.href as string)));
    expectRefusal(await patron.loan(title), 'TitleNotCheckedOut');
    expect((await patron.loans()).body.totalItems).toBe(0);
    expectRefusal(await patron.returnTitle(title), 'PatronDoesntHaveTitleCheckedOut');
    expect(await library.copiesOf(title)).toMatchObject({ main: { onLoan: 0, setAside: 0 } });
  });

  test('may have a content type without a body, or a body without fields', async () => {
    const { patron, title } = await lent();
    const headers = { 'content-type': 'application/json' };
    expectNoContent(await patron.send('DELETE', checkoutPath(title), { headers }));
    await patron.borrow(title);
    expectNoContent(await patron.send('DELETE', checkoutPath(title), { headers, body: '{"fields":[]}' }));
  });

  test('of a title that the patron only holds is refused', async () => {
    const { patron, title } = await library.ready();
    expectRefusal(await patron.loan(title), 'TitleNotCheckedOut');
    expectRefusal(await patron.returnTitle(title), 'PatronDoesntHaveTitleCheckedOut');
    expect(await conditionsOf(title, patron)).toEqual(['ready']);
  });

  test('sets the copy aside at once for the next who may use it, and for nobody else', async () => {
    const [borrower, child] = [await library.addPatron(), await library.addPatron({ category: 'child' })];
    const title = await library.addTitle({ main: 0, adults: 1 });
    await borrower.borrow(title);
    await child.place(title);
    const [suspended, next, last] = await library.fillQueue(title, 3);
    await suspended.suspend(title);
    expectNoContent(await borrower.returnTitle(title));
    expect(await conditionsOf(title, child, suspended, next, last)).toEqual([
      'waiting',
      'suspended',
      'ready',
      'waiting',
    ]);
    expectRefusal(await borrower.borrow(title), 'NoCopiesAvailable');
    expectCreated(await next.borrow(title));
  });

  test('takes the copy away while more are out than the library owns', async () => {
    const [[first, second], title] = [await library.addPatrons(2), await library.addTitle(2)];
    for (const patron of [first, second]) await patron.borrow(title);
    await library.setCopiesOwned(title, 1);
    const [waiting] = await library.fillQueue(title, 1);
    await first.returnTitle(title);
    expect((await library.copiesOf(title)).main).toEqual({ owned: 1, onLoan: 1, setAside: 0, retiring: 0 });
    expect(await conditionsOf(title, waiting)).toEqual(['waiting']);
    await second.returnTitle(title);
    expect((await library.copiesOf(title)).main).toEqual({ owned: 1, onLoan: 0, setAside: 1, retiring: 0 });
    expect(await conditionsOf(title, waiting)).toEqual(['ready']);
  });

  test('leaves the copy if the library bought it again meanwhile', async () => {
    const { patron, title } = await lent();
    await library.setCopiesOwned(title, 0);
    await library.setCopiesOwned(title, 1);
    await patron.returnTitle(title);
    expectCreated(await (await library.addPatron()).borrow(title));
  });
});

test('nothing of this breaks a rule of the stored data', async () => {
  expect(await brokenInvariantsOf(library)).toEqual([]);
});

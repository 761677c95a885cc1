import { expectOk, expectRefusal, withoutToken } from '../../support/answers.js';
import { checkoutPath } from '../../support/paths.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

test.each([{}, { formatType: 'ebook-kindle' }])(
  'a loan is exactly the same as in the checkout’s answer and in the list: %j',
  async (values) => {
    const { patron, title } = await library.ready();
    const borrowed = await patron.borrow(title, values);
    const [found, listed] = [await patron.loan(title), await patron.loans()];
    expectOk(found);
    expect(found.text).toBe(borrowed.text);
    expect(found.text).toBe(JSON.stringify(listed.body.checkouts[0]));
  },
);

test('a loan is found by either identifier, a GUID in any case, with or without a trailing slash', async () => {
  const { patron, title } = await library.ready();
  const { text } = await patron.borrow(title);
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [checkoutPath(id), `${checkoutPath(id)}/`])) {
    const answer = await patron.get(path);
    expectOk(answer);
    expect(answer.text).toBe(text);
  }
});

test('the URL in Location and links.self finds the loan', async () => {
  const { patron, title } = await library.ready();
  const borrowed = await patron.borrow(title);
  const found = await patron.get(new URL(borrowed.headers.get('location') ?? '').pathname);
  expectOk(found);
  expect(found.body.links.self).toEqual(borrowed.body.links.self);
});

describe('there is no such loan', () => {
  test.each([
    ['an unknown title', 'bbbbbbbb-0000-4000-8000-000000000000'],
    ['an unknown number', '999999'],
    ['zero', '0'],
    ['a leading zero', '01'],
    ['a number that is too large', '2147483648'],
    ['five thousand digits', '9'.repeat(5000)],
    ['no identifier at all', 'nonsense'],
    ['a NUL', '%00'],
    ['a path traversal', '%2e%2e%2f'],
  ])('for %s: 400, as the contract has it for checkouts', async (_, id) => {
    const { patron, title } = await library.ready();
    await patron.borrow(title);
    expectRefusal(await patron.loan(id), 'TitleNotCheckedOut');
    expectRefusal(await patron.returnTitle(id), 'PatronDoesntHaveTitleCheckedOut');
  });

  test('for a title that the patron only holds', async () => {
    const { patron, title } = await library.ready();
    expectRefusal(await patron.loan(title), 'TitleNotCheckedOut');
  });

  test('for another patron’s loan: the same answer as for a title that was never borrowed', async () => {
    const { patron, title } = await library.ready();
    await patron.borrow(title);
    const [other, never] = [await library.addPatron(), await library.addTitle(1)];
    for (const kind of ['reserveId', 'crossRefId'] as const) {
      const [onLoan, neverOnLoan] = [await other.loan(title[kind]), await other.loan(never[kind])];
      expect(withoutToken(onLoan)).toEqual(withoutToken(neverOnLoan));
    }
  });
});

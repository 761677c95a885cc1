import { expectOk, expectRefusal, withoutToken } from '../support/answers.js';
import { checkoutPath, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

test.each([{}, { formatType: 'ebook-kindle' }])(
  'a loan is found as the checkout and the list tell it, to the byte: %j',
  async (values) => {
    const { reader, title } = await library.ready();
    const lent = await reader.borrow(title, values);
    const [found, listed] = [await reader.loan(title), await reader.loans()];
    expectOk(found);
    expect(found.text).toBe(lent.text);
    expect(found.text).toBe(JSON.stringify(listed.body.checkouts[0]));
  },
);

test('a loan is found by either identifier, a GUID in any case, with or without a trailing slash', async () => {
  const { reader, title } = await library.ready();
  const { text } = await reader.borrow(title);
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [checkoutPath(id), `${checkoutPath(id)}/`])) {
    const answer = await reader.get(path);
    expectOk(answer);
    expect(answer.text).toBe(text);
  }
});

test('the address in Location and links.self finds the loan', async () => {
  const { reader, title } = await library.ready();
  const lent = await reader.borrow(title);
  const found = await reader.get(new URL(lent.headers.get('location') ?? '').pathname);
  expectOk(found);
  expect(found.body.links.self).toEqual(lent.body.links.self);
});

describe('there is no such loan', () => {
  test.each([
    ['a title nobody has heard of', 'bbbbbbbb-0000-4000-8000-000000000000'],
    ['a number nobody has heard of', '999999'],
    ['zero', '0'],
    ['a leading zero', '01'],
    ['a number larger than any', '2147483648'],
    ['five thousand digits', '9'.repeat(5000)],
    ['no identifier at all', 'nonsense'],
    ['a NUL', '%00'],
    ['a path that climbs', '%2e%2e%2f'],
  ])('for %s: 400, as clients expect of checkouts', async (_, id) => {
    const { reader, title } = await library.ready();
    await reader.borrow(title);
    expectRefusal(await reader.loan(id), 'TitleNotCheckedOut');
    expectRefusal(await reader.giveBack(id), 'PatronDoesntHaveTitleCheckedOut');
  });

  test('for a title that the patron only holds', async () => {
    const { reader, title } = await library.ready();
    expectRefusal(await reader.loan(title), 'TitleNotCheckedOut');
  });

  test('for another patron’s loan: the same answer as for a title never borrowed', async () => {
    const { reader, title } = await library.ready();
    await reader.borrow(title);
    const [other, never] = [await library.reader(), await library.title(1)];
    for (const kind of ['reserveId', 'crossRefId'] as const) {
      const [theirs, nobodys] = [await other.loan(title[kind]), await other.loan(never[kind])];
      expect(withoutToken(theirs)).toEqual(withoutToken(nobodys));
    }
  });
});

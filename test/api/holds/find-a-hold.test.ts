import { expectOk, expectRefusal, withoutToken } from '../../support/answers.js';
import { holdPath } from '../../support/paths.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const CONDITIONS = ['waiting', 'suspended', 'ready'] as const;

test.each(CONDITIONS)('a %s hold is exactly the same as in the list', async (condition) => {
  const { patron, title } = await library[condition]();
  const [found, listed] = [await patron.find(title), await patron.list()];
  expectOk(found);
  expect(found.text).toBe(JSON.stringify(listed.body.holds[0]));
});

test('a hold is found by either identifier, a GUID in any case, with or without a trailing slash', async () => {
  const { patron, title } = await library.waiting();
  const { text } = await patron.find(title);
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [holdPath(id), `${holdPath(id)}/`])) {
    const answer = await patron.get(path);
    expectOk(answer);
    expect(answer.text).toBe(text);
  }
});

test('the URL in Location and links.self finds the hold', async () => {
  const [patron, title] = [await library.addPatron(), await library.addTitle()];
  const placed = await patron.place(title);
  const found = await patron.get(new URL(placed.headers.get('location') ?? '').pathname);
  expectOk(found);
  expect(found.body.links.self).toEqual(placed.body.links.self);
});

describe('there is no such hold', () => {
  test.each([
    ['an unknown title', 'bbbbbbbb-0000-4000-8000-000000000000'],
    ['an unknown number', '999999'],
    ['zero', '0'],
    ['a negative number', '-1'],
    ['a leading zero', '01'],
    ['a point', '1.0'],
    ['a number that is too large', '2147483648'],
    ['five thousand digits', '9'.repeat(5000)],
    ['no identifier at all', 'nonsense'],
    ['a NUL', '%00'],
    ['a path traversal', '%2e%2e%2f'],
    ['half a GUID', 'aaaaaaaa-0000-4000-8000'],
    ['letters beyond ASCII', encodeURIComponent('ä€😀')],
  ])('for %s', async (_, id) => {
    const { patron } = await library.waiting();
    expectRefusal(await patron.get(holdPath(id)), 'PatronDoesntHaveTitleOnHold');
    expectRefusal(await patron.delete(holdPath(id)), 'PatronDoesntHaveTitleOnHold');
  });

  test('for a title of the library that the patron does not hold', async () => {
    const [patron, title] = [await library.addPatron(), await library.addTitle(1)];
    expectRefusal(await patron.find(title), 'PatronDoesntHaveTitleOnHold');
  });

  test('for another patron’s hold: the same answer as for a title without holds', async () => {
    const { title } = await library.waiting();
    const [patron, never] = [await library.addPatron(), await library.addTitle()];
    expect(withoutToken(await patron.find(title))).toEqual(withoutToken(await patron.find(never)));
    expect(withoutToken(await patron.find(title.crossRefId))).toEqual(withoutToken(await patron.find(never)));
  });
});

test('a URL that cannot be decoded is refused', async () => {
  const patron = await library.addPatron();
  expectRefusal(await patron.get(holdPath('%zz')), 'InvalidFieldValue', 'percent sign');
});

test('a method that is not allowed is refused with those that are', async () => {
  const { patron, title } = await library.waiting();
  const answer = await patron.send('PATCH', holdPath(title));
  expectRefusal(answer, 'MethodNotAllowed');
  expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS');
});

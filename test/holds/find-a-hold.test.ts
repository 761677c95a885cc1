import { expectOk, expectRefusal, withoutToken } from '../support/answers.js';
import { holdPath, TestLibrary } from '../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});
afterAll(() => library.close());

const CONDITIONS = ['waiting', 'suspended', 'ready'] as const;

test.each(CONDITIONS)('a %s hold is found as the list tells it, to the byte', async (condition) => {
  const { reader, title } = await library[condition]();
  const [found, listed] = [await reader.find(title), await reader.list()];
  expectOk(found);
  expect(found.text).toBe(JSON.stringify(listed.body.holds[0]));
});

test('a hold is found by either identifier, a GUID in any case, with or without a trailing slash', async () => {
  const { reader, title } = await library.waiting();
  const { text } = await reader.find(title);
  const ids = [title.reserveId, title.reserveId.toUpperCase(), title.crossRefId];
  for (const path of ids.flatMap((id) => [holdPath(id), `${holdPath(id)}/`])) {
    const answer = await reader.get(path);
    expectOk(answer);
    expect(answer.text).toBe(text);
  }
});

test('the address in Location and links.self finds the hold', async () => {
  const [reader, title] = [await library.reader(), await library.title()];
  const placed = await reader.place(title);
  const found = await reader.get(new URL(placed.headers.get('location') ?? '').pathname);
  expectOk(found);
  expect(found.body.links.self).toEqual(placed.body.links.self);
});

describe('there is no such hold', () => {
  test.each([
    ['a title nobody has heard of', 'bbbbbbbb-0000-4000-8000-000000000000'],
    ['a number nobody has heard of', '999999'],
    ['zero', '0'],
    ['a negative number', '-1'],
    ['a leading zero', '01'],
    ['a point', '1.0'],
    ['a number larger than any', '2147483648'],
    ['five thousand digits', '9'.repeat(5000)],
    ['no identifier at all', 'nonsense'],
    ['a NUL', '%00'],
    ['a path that climbs', '%2e%2e%2f'],
    ['half a GUID', 'aaaaaaaa-0000-4000-8000'],
    ['letters beyond ASCII', encodeURIComponent('ä€😀')],
  ])('for %s', async (_, id) => {
    const { reader } = await library.waiting();
    expectRefusal(await reader.get(holdPath(id)), 'PatronDoesntHaveTitleOnHold');
    expectRefusal(await reader.delete(holdPath(id)), 'PatronDoesntHaveTitleOnHold');
  });

  test('for a title of the library that the patron does not hold', async () => {
    const [reader, title] = [await library.reader(), await library.title(1)];
    expectRefusal(await reader.find(title), 'PatronDoesntHaveTitleOnHold');
  });

  test('for another patron’s hold: the same answer as for a title never held', async () => {
    const { title } = await library.waiting();
    const [reader, never] = [await library.reader(), await library.title()];
    expect(withoutToken(await reader.find(title))).toEqual(withoutToken(await reader.find(never)));
    expect(withoutToken(await reader.find(title.crossRefId))).toEqual(withoutToken(await reader.find(never)));
  });
});

test('an address that cannot be decoded is refused', async () => {
  const reader = await library.reader();
  expectRefusal(await reader.get(holdPath('%zz')), 'InvalidFieldValue', 'percent sign');
});

test('a method that a hold does not know is refused with those that it knows', async () => {
  const { reader, title } = await library.waiting();
  const answer = await reader.send('PATCH', holdPath(title));
  expectRefusal(answer, 'MethodNotAllowed');
  expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, PUT, DELETE, OPTIONS');
});

import { withoutToken } from '../support/answers.js';
import { type Answer, fields, granted, type PatronClient } from '../support/client.js';
import { reserveIdOf, smallLibrary } from '../support/records.js';
import { CHECKOUT_ROUTES, HOLD_ROUTES, PATRON_ROUTES, type Route, routesWith } from '../support/routes.js';
import { type ServiceUnderTest, startService } from '../support/service.js';

/** Patron 2 is ready on title 1, waits for title 2, is suspended on title 3, has borrowed title 4; nobody has title 5. */
let routes: string[];
let service: ServiceUnderTest;
let curious: PatronClient;
let other: PatronClient;
beforeAll(async () => {
  routes = await routesWith();
  service = await startService(smallLibrary(2, [1, 0, 0, 1, 0]));
  curious = await service.signIn(1);
  other = await service.signIn(2);
  for (const id of [1, 2, 3])
    await granted(other.post('/v1/patrons/me/holds', { id, emailAddress: 'other@example.org' }));
  await granted(other.post('/v1/patrons/me/holds/3/suspension', { suspensionType: 'indefinite' }));
  await granted(other.post('/v1/patrons/me/checkouts', { reserveId: reserveIdOf(4) }));
});
afterAll(() => service.close());

const THEIRS = [1, 2, 3, 4];
const NOBODYS = 5;

/** All ways to write a title's name. */
const NAMES: Readonly<Record<string, (title: number) => string>> = {
  'its number': String,
  'its GUID': reserveIdOf,
  'its GUID in upper case': (title) => reserveIdOf(title).toUpperCase(),
  'its GUID in both cases': (title) => reserveIdOf(title).replace('aaaa', 'AaAa'),
};

function ask(patron: PatronClient, { method, path, fields: values }: Route, id: string): Promise<Answer> {
  const address = path.replace('{id}', id);
  if (values === undefined) return patron.send(method, address);
  return patron.send(method, address, {
    headers: { 'content-type': 'application/json' },
    body: fields(values),
  });
}

const snapshotOf = async (patron: PatronClient): Promise<string[]> => [
  (await patron.get('/v1/patrons/me')).text,
  (await patron.get('/v1/patrons/me/holds')).text,
  (await patron.get('/v1/patrons/me/checkouts')).text,
];

describe.each([...HOLD_ROUTES, ...CHECKOUT_ROUTES])('$method $path', (route) => {
  test.each(Object.entries(NAMES))(
    'tells nothing of what another patron has, named by %s',
    async (_, named) => {
      const before = await snapshotOf(other);
      const nobodys = withoutToken(await ask(curious, route, named(NOBODYS)));
      expect(nobodys.status).toBe(HOLD_ROUTES.includes(route) ? 404 : 400);
      for (const title of THEIRS)
        expect(withoutToken(await ask(curious, route, named(title)))).toEqual(nobodys);
      expect(await snapshotOf(other)).toEqual(before);
    },
  );
});

test('a copy that is set aside for another patron, or lent to them, is not told of by trying to borrow it', async () => {
  const borrow = async (title: number): Promise<object> =>
    withoutToken(await curious.post('/v1/patrons/me/checkouts', { crossRefId: title }));
  const [setAside, lent] = [await borrow(1), await borrow(4)];
  expect(setAside).toEqual(lent);
  expect(setAside).toEqual(await borrow(NOBODYS));
});

test('these are all the routes that there are for patrons', () => {
  const known = PATRON_ROUTES.map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`);
  expect(routes.filter((route) => route.includes('/patrons/me')).sort()).toEqual(known.sort());
});

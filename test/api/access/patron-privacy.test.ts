import { withoutToken } from '../../support/answers.js';
import { type Answer, fields, mustSucceed, type PatronClient } from '../../support/client.js';
import { reserveIdOf, smallLibrary } from '../../support/records.js';
import {
  CHECKOUT_ROUTES,
  HOLD_ROUTES,
  PATRON_ROUTES,
  type Route,
  routesWith,
} from '../../support/requests/routes.js';
import { type ServiceUnderTest, startService } from '../../support/service.js';

/** Patron 2 has a ready hold on title 1, a waiting one on 2, a suspended one on 3 and a loan of 4; nobody has title 5. */
let routes: string[];
let service: ServiceUnderTest;
let patron: PatronClient;
let other: PatronClient;
beforeAll(async () => {
  routes = await routesWith();
  service = await startService(smallLibrary(2, [1, 0, 0, 1, 0]));
  patron = await service.signIn(1);
  other = await service.signIn(2);
  for (const id of [1, 2, 3])
    await mustSucceed(other.post('/v1/patrons/me/holds', { id, emailAddress: 'other@example.org' }));
  await mustSucceed(other.post('/v1/patrons/me/holds/3/suspension', { suspensionType: 'indefinite' }));
  await mustSucceed(other.post('/v1/patrons/me/checkouts', { reserveId: reserveIdOf(4) }));
});
afterAll(() => service.close());

const TITLES_OF_OTHER = [1, 2, 3, 4];
const TITLE_OF_NOBODY = 5;

/** All ways to identify a title. */
const IDENTIFIERS: Readonly<Record<string, (title: number) => string>> = {
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
  test.each(Object.entries(IDENTIFIERS))(
    'reveals nothing about another patron’s titles: with %s',
    async (_, identify) => {
      const before = await snapshotOf(other);
      const answerForNobody = withoutToken(await ask(patron, route, identify(TITLE_OF_NOBODY)));
      expect(answerForNobody.status).toBe(HOLD_ROUTES.includes(route) ? 404 : 400);
      for (const title of TITLES_OF_OTHER)
        expect(withoutToken(await ask(patron, route, identify(title)))).toEqual(answerForNobody);
      expect(await snapshotOf(other)).toEqual(before);
    },
  );
});

test('trying to borrow a title does not reveal whether its copy is set aside for another patron or on loan to them', async () => {
  const borrow = async (title: number): Promise<object> =>
    withoutToken(await patron.post('/v1/patrons/me/checkouts', { crossRefId: title }));
  const [setAside, onLoan] = [await borrow(1), await borrow(4)];
  expect(setAside).toEqual(onLoan);
  expect(setAside).toEqual(await borrow(TITLE_OF_NOBODY));
});

test('these are all routes for patrons', () => {
  const known = PATRON_ROUTES.map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`);
  expect(routes.filter((route) => route.includes('/patrons/me')).sort()).toEqual(known.sort());
});

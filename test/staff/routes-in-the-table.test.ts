import { PERMISSIONS } from '../../src/staff/permissions/permissions.js';
import { routesWith } from '../support/routes.js';

const OF_STAFF = /^[A-Z]+ \/(?:operator\/v1|console)(?:\/|$)/;
const OPERATOR_TOKEN = 'an-operator-token-that-is-long-enough';

test('every route of the operator’s endpoints and of the console has a row, and every row a route', async () => {
  const routes = (await routesWith({ OPERATOR_TOKEN, SANDBOX: 'true' })).filter((route) =>
    OF_STAFF.test(route),
  );
  expect([...new Set(routes)].sort()).toEqual(Object.keys(PERMISSIONS).sort());
});

test('they are the same without an operator’s token', async () => {
  const [withToken, without] = [await routesWith({ OPERATOR_TOKEN }), await routesWith()];
  expect(without.filter((route) => OF_STAFF.test(route))).toEqual(
    withToken.filter((route) => OF_STAFF.test(route)),
  );
});

test('a row is open exactly when it names no role and no library', () => {
  const odd = Object.entries(PERMISSIONS).filter(
    ([, { library, roles }]) => (roles.length === 0) !== ['open', 'none'].includes(library),
  );
  expect(odd).toEqual([]);
});

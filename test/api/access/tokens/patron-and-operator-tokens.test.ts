import { expectRefusal } from '../../../support/answers.js';
import { PatronClient } from '../../../support/client.js';
import { SignInLibraries } from '../../../support/access/sign-in/sign-in-libraries.js';
import { tokenIn } from '../../../support/requests/oauth-client.js';
import { PATRON_ROUTES, routesWith } from '../../../support/requests/routes.js';
import { OPERATOR_TOKEN, SANDBOX_SETTINGS } from '../../../support/sandbox-clock.js';
import { startService } from '../../../support/service.js';

/** Open to all: a balancer's questions, and where tokens come from and end. */
const OPEN = /^\/$|\/(?:health|metrics|openapi|docs|covers|content|token|patrontoken|revoke)\b/;
/** Pages take no tokens, and answer with pages: test/api/staff/permissions/permissions.test.ts is about them. */
const PAGES = /^\/(?:console|shelf)(?:\/|$)/;

let libraries: SignInLibraries;
let all: string[];
let routes: { method: string; path: string }[];
beforeAll(async () => {
  all = await routesWith(SANDBOX_SETTINGS);
  routes = all
    .map((route) => route.split(' '))
    .map(([method = '', path = '']) => ({ method, path: path.replace(/:\w+/g, '1').replace(/[{}]/g, '') }))
    .filter(({ path }) => !OPEN.test(path) && !PAGES.test(path));
  libraries = await SignInLibraries.open(SANDBOX_SETTINGS);
});
afterAll(() => libraries.close());

const isOperators = ({ path }: { path: string }): boolean => /^\/(?:operator|sandbox)\//.test(path);
const isPatrons = ({ path }: { path: string }): boolean => path.startsWith('/v1/patrons/me');

/** Sends every route a request with this token; each must be refused. */
async function expectAllRefused(token: string, chosen: typeof routes): Promise<void> {
  expect(chosen.length).toBeGreaterThan(1);
  const client = new PatronClient(libraries.service.url, token);
  for (const { method, path } of chosen) {
    const answer = await client.send(method, path);
    if (answer.status !== 401) throw new Error(`${method} ${path} was answered ${answer.status}`);
    expectRefusal(answer, 'Unauthorized');
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="holdfast"/);
  }
}

test('no address of a patron takes the operator’s token', () =>
  expectAllRefused(
    OPERATOR_TOKEN,
    routes.filter((route) => !isOperators(route)),
  ));

test('no address of a patron takes a client’s own token', async () => {
  const token = tokenIn(await libraries.discovery.clientToken());
  await expectAllRefused(token, routes.filter(isPatrons));
});

test('no address of the operator takes a patron’s token', async () => {
  const { patronId } = await libraries.addCardholder();
  const { token } = await libraries.service.signIn(patronId);
  await expectAllRefused(token, routes.filter(isOperators));
});

test('no address but the open ones does without a token', () => expectAllRefused('', routes));

test('the operator’s addresses are shut where no operator has a token', async () => {
  const shut = await startService();
  try {
    for (const { method, path } of routes.filter(isOperators)) {
      const answer = await new PatronClient(shut.url, OPERATOR_TOKEN).send(method, path);
      expect([method, path, [401, 404].includes(answer.status)]).toEqual([method, path, true]);
    }
  } finally {
    await shut.close();
  }
});

test('all routes for patrons are known to these tests', () => {
  const known = PATRON_ROUTES.map(({ method, path }) => `${method} ${path.replace('{id}', ':id')}`);
  expect(all.filter((route) => route.includes('/patrons/me')).sort()).toEqual(known.sort());
});

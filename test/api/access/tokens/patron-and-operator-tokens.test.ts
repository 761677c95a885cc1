import { expectRefusal } from '../../../support/answers.js';
import { PatronClient } from '../../../support/client.js';
import { smallLibrary } from '../../../support/records.js';
import { routesWith } from '../../../support/requests/routes.js';
import { type ServiceUnderTest, startService } from '../../../support/service.js';

const OPERATOR_TOKEN = 'an-operator-token-that-is-long-enough';
const SETTINGS = { OPERATOR_TOKEN, SANDBOX: 'true' };
/** Open to all: a balancer's questions, and where tokens come from and end. */
const OPEN = /^\/$|\/(?:health|metrics|openapi|docs|covers|content|token|patrontoken|revoke)\b/;
/** Pages take no tokens, and answer with pages: test/api/staff/permissions.test.ts is about them. */
const PAGES = /^\/(?:console|shelf)(?:\/|$)/;

let service: ServiceUnderTest;
let routes: { method: string; path: string }[];
beforeAll(async () => {
  routes = (await routesWith(SETTINGS))
    .map((route) => route.split(' '))
    .map(([method = '', path = '']) => ({ method, path: path.replace(/:\w+/g, '1').replace(/[{}]/g, '') }))
    .filter(({ path }) => !OPEN.test(path) && !PAGES.test(path));
  service = await startService(smallLibrary(1, [1]), SETTINGS);
});
afterAll(() => service.close());

const isOperators = ({ path }: { path: string }): boolean => /^\/(?:operator|sandbox)\//.test(path);

/** Sends every route a request with this token; each must be refused. */
async function expectAllRefused(token: string, chosen: typeof routes): Promise<void> {
  expect(chosen.length).toBeGreaterThan(1);
  const client = new PatronClient(service.url, token);
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

test('no address of the operator takes a patron’s token', async () => {
  await expectAllRefused((await service.signIn(1)).token, routes.filter(isOperators));
});

test('no address but the open ones does without a token', () => expectAllRefused('', routes));

test('the operator’s addresses are shut where no operator has a token', async () => {
  const shut = await startService(smallLibrary(1, [1]));
  try {
    for (const { method, path } of routes.filter(isOperators)) {
      const answer = await new PatronClient(shut.url, OPERATOR_TOKEN).send(method, path);
      expect([method, path, [401, 404].includes(answer.status)]).toEqual([method, path, true]);
    }
  } finally {
    await shut.close();
  }
});

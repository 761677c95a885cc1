import { expectOk, expectRefusal } from '../../support/answers.js';
import { mustSucceed } from '../../support/client.js';
import { OperatorClient } from '../../support/operator/operator-client.js';
import { PushServer } from '../../support/push/push-server.js';
import { offerPush, subscribe, SUBSCRIPTIONS } from '../../support/push/pushed.js';
import { OPERATOR_TOKEN } from '../../support/sandbox-clock.js';
import { TestLibrary, type TestPatron } from '../../support/test-library.js';
import { LOCAL_GATEWAYS } from '../../support/texts/gateway.js';
import { NOTICES } from '../../support/texts/texted.js';
import { PushKeys } from '../../../src/notifications/push/push-keys.service.js';
import { purgePushSubscriptions } from '../../../src/notifications/push/push-subscriptions.store.js';
import { PushSubscriptionsService } from '../../../src/patrons/push/push-subscriptions.service.js';
import { SecretSeal } from '../../../src/platform/secret-seal.js';
import type { Config } from '../../../src/platform/settings/config.js';
import { statement } from '../../../src/platform/database/statement.js';

/** The browsers that take a patron's push messages. */

const SEALING_KEY = Buffer.alloc(32, 'seals secrets in this test').toString('base64');

let server: PushServer;
let first: TestLibrary;
let library: TestLibrary;
let patron: TestPatron;
beforeAll(async () => {
  server = await PushServer.start();
  first = await TestLibrary.alone({}, { ...LOCAL_GATEWAYS, OPERATOR_TOKEN, WEBHOOKS_KEY: SEALING_KEY });
});
beforeEach(async () => {
  library = await first.another();
  await offerPush(library);
  patron = await library.addPatron();
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await first.close();
  await server.stop();
});

interface Listed {
  readonly totalItems: number;
  readonly vapidPublicKey?: string;
  readonly pushSubscriptions: readonly { readonly id: string; readonly endpoint: string }[];
}

async function list(of = patron): Promise<Listed> {
  const answer = await of.get(SUBSCRIPTIONS);
  expectOk(answer);
  return answer.body as Listed;
}

const endpoints = async (of = patron): Promise<string[]> =>
  (await list(of)).pushSubscriptions.map(({ endpoint }) => endpoint);
const add = (described: object, to = patron): Promise<unknown> => mustSucceed(subscribe(to, described));

test('a browser is added, found, listed and removed', async () => {
  const browser = server.newBrowser();
  const added = await subscribe(patron, browser.describe());
  expect(added.status).toBe(201);
  const { id, links } = added.body as { id: string; links: { self: { href: string } } };
  expect(added.headers.get('location')).toBe(links.self.href);
  expect((await patron.get(`${SUBSCRIPTIONS}/${id}`)).body).toEqual(added.body);
  expect((await list()).pushSubscriptions).toEqual([added.body]);
  await mustSucceed(patron.delete(`${SUBSCRIPTIONS}/${id}`));
  expect(await endpoints()).toEqual([]);
  expectRefusal(await patron.delete(`${SUBSCRIPTIONS}/${id}`), 'NotFound');
  expectRefusal(await patron.get(`${SUBSCRIPTIONS}/${id}`), 'NotFound');
  expectRefusal(await patron.delete(`${SUBSCRIPTIONS}/%00`), 'NotFound');
});

test('all libraries have one key, whose private part is stored sealed', async () => {
  const { vapidPublicKey = '' } = await list();
  expect(Buffer.from(vapidPublicKey, 'base64url')).toHaveLength(65);
  const other = await first.another();
  await offerPush(other);
  expect((await list(await other.addPatron())).vapidPublicKey).toBe(vapidPublicKey);
  const [stored] = await library.service.database.run(
    statement<{ private_key: string }>('', 'SELECT private_key FROM push_key'),
  );
  expect(stored?.private_key).toMatch(/^sealed\./);
});

test('a library that does not offer push messages has no key, and adds no browser', async () => {
  expect((await patron.get(NOTICES)).body).toMatchObject({
    links: { pushSubscriptions: { href: expect.stringMatching(/\/notices\/pushSubscriptions$/) as string } },
  });
  await library.import({ record: 'settings', websiteId: library.websiteId });
  expect(await list()).not.toHaveProperty('vapidPublicKey');
  expect((await patron.get(NOTICES)).body).not.toHaveProperty('links.pushSubscriptions');
  expectRefusal(await subscribe(patron, server.newBrowser().describe()), 'InvalidFieldValue', 'endpoint');
});

test('the browsers of a library that offers push messages no more are deleted', async () => {
  await add(server.newBrowser().describe());
  const { database } = library.service;
  await purgePushSubscriptions(database);
  expect(await endpoints()).toHaveLength(1);
  await library.import({ record: 'settings', websiteId: library.websiteId });
  await purgePushSubscriptions(database);
  expect(await endpoints()).toEqual([]);
});

test('the same browser is there once', async () => {
  const browser = server.newBrowser();
  await add(browser.describe());
  await add(browser.describe());
  expect(await endpoints()).toEqual([browser.endpoint]);
});

test('a sixth browser takes the place of the oldest, also where several come at once', async () => {
  const browsers = Array.from({ length: 6 }, () => server.newBrowser());
  for (const browser of browsers) await add(browser.describe());
  expect(new Set(await endpoints())).toEqual(new Set(browsers.slice(1).map(({ endpoint }) => endpoint)));
  await Promise.all(Array.from({ length: 4 }, () => add(server.newBrowser().describe())));
  expect(await endpoints()).toHaveLength(5);
});

test('a browser is added, although others take its place at once', async () => {
  const { database } = library.service;
  const transaction = database.transaction.bind(database);
  jest.spyOn(database, 'transaction').mockImplementation(async (work) => {
    const result = await transaction(work);
    await database.prisma.pushSubscription.deleteMany({ where: { websiteId: library.websiteId } });
    return result;
  });
  const config = { outbound: { privateNetworks: ['127.0.0.0/8'] } } as unknown as Config;
  const keys = new PushKeys(database, new SecretSeal({ webhooksKeys: [] }));
  const { endpoint } = server.newBrowser();
  const receiver = { endpoint, p256dh: 'key', auth: 'secret' };
  const { websiteId } = library;
  const added = new PushSubscriptionsService(database, keys, config).add(
    { websiteId, patronId: patron.patronId },
    receiver,
  );
  await expect(added).resolves.toMatchObject({ endpoint });
});

test('a shared browser is that of the patron who signed in last', async () => {
  const browser = server.newBrowser();
  const other = await library.addPatron();
  await add(browser.describe(), other);
  await add(browser.describe());
  expect(await endpoints()).toEqual([browser.endpoint]);
  expect(await endpoints(other)).toEqual([]);
});

test('who knows the endpoint of another patron, and not its keys, does not get it', async () => {
  const described = server.newBrowser().describe() as { endpoint: string };
  await add(described);
  const other = await library.addPatron();
  const { endpoint } = described;
  const stolen = { ...server.newBrowser().describe(), endpoint };
  expectRefusal(await subscribe(other, stolen), 'InvalidFieldValue', 'keys');
  expect(await endpoints()).toEqual([endpoint]);
  // Its own patron may have new keys.
  await add(stolen);
});

test('nobody sees or removes the browser of another patron', async () => {
  await add(server.newBrowser().describe());
  const id = (await list()).pushSubscriptions[0]?.id ?? '';
  const other = await library.addPatron();
  expectRefusal(await other.get(`${SUBSCRIPTIONS}/${id}`), 'NotFound');
  expectRefusal(await other.delete(`${SUBSCRIPTIONS}/${id}`), 'NotFound');
  expect(await endpoints()).toHaveLength(1);
});

test.each([
  ['a private address', 'https://10.1.2.3/push'],
  ['a metadata service', 'http://169.254.169.254/push'],
  ['a public address without TLS', 'http://93.184.215.14/push'],
])('the endpoint must not be %s', async (_, endpoint) => {
  const described = { ...server.newBrowser().describe(), endpoint };
  expectRefusal(await subscribe(patron, described), 'InvalidFieldValue', 'endpoint');
});

test('the browsers of a patron who is merged are those of the other, at most five', async () => {
  const other = await library.addPatron();
  for (let count = 0; count < 4; count++) await add(server.newBrowser().describe());
  for (let count = 0; count < 3; count++) await add(server.newBrowser().describe(), other);
  const operator = new OperatorClient(library.service.url);
  await mustSucceed(operator.merge(patron, other.patronId));
  expect(await endpoints(other)).toHaveLength(5);
});

test('they are exported without their secrets, and go with the patron', async () => {
  const browser = server.newBrowser();
  await add(browser.describe());
  const operator = new OperatorClient(library.service.url);
  const { body, text } = await operator.export(patron);
  expect((body as { pushSubscriptions: unknown }).pushSubscriptions).toEqual([
    {
      endpoint: browser.endpoint,
      addedAt: expect.any(String) as string,
      refusedAt: null,
      refusedStatus: null,
    },
  ]);
  expect(text).not.toContain('p256dh');
  await mustSucceed(operator.forget(patron));
  const { prisma } = library.service.database;
  expect(await prisma.pushSubscription.count({ where: { websiteId: library.websiteId } })).toBe(0);
});

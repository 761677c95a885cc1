import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mock } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import {
  answered,
  fields,
  holdfast,
  type Holdfast,
  NotSigned,
  signIn,
  verifiedEvent,
} from '../../../../clients/typescript/src/index.js';
import { formatRecord } from '../../../support/checkouts/expected-formats.js';
import { patron, WEBSITE_ID } from '../../../support/records.js';
import { TestLibrary, type TestTitle } from '../../../support/test-library.js';

const run = promisify(execFile);

const CLIENT = { clientId: 'reading app', secret: 'secret of the reading app: 37%' };
const CARD = { card: '21234 0001', pin: '47+11' };
const PATRON = 1000;
const IGNORE_EMAIL = { name: 'ignoreHoldEmail' as const, value: true as const };

let library: TestLibrary;
let frankenstein: TestTitle;
beforeAll(async () => {
  library = await TestLibrary.alone();
  await library.import(
    { record: 'client', ...CLIENT, websiteIds: [WEBSITE_ID] },
    patron(PATRON, { cardNumber: CARD.card, pin: CARD.pin }),
  );
  frankenstein = await library.addTitle(1, { title: 'Frankenstein' });
});
afterAll(() => library.close());

function signInPatron(changed: object = {}): ReturnType<typeof signIn> {
  const { clientId, secret: clientSecret } = CLIENT;
  const baseUrl = library.service.url;
  return signIn({ baseUrl, clientId, clientSecret, websiteId: WEBSITE_ID, ...CARD, ...changed });
}

async function client(): Promise<Holdfast> {
  const { access_token: token } = await signInPatron();
  return holdfast({ baseUrl: library.service.url, token: () => token });
}

test('a wrong PIN is refused with its error code', async () => {
  await expect(signInPatron({ pin: '0000' })).rejects.toMatchObject({
    name: 'Refused',
    errorCode: 'unauthorized_client',
  });
});

test('a patron signs in, searches, places a hold, suspends and releases it, borrows and returns', async () => {
  const other = await library.addPatron();
  await other.borrow(frankenstein);
  const api = await client();

  const { collectionToken: token, patronId } = await answered(api.GET('/v1/patrons/me'));
  expect(patronId).toBe(PATRON);

  const path = { token };
  const { products } = await answered(
    api.GET('/v1/collections/{token}/products', { params: { path, query: { q: 'franken', limit: 10 } } }),
  );
  expect(products.map(({ title }) => title)).toEqual(['Frankenstein']);
  const id = products[0]?.id ?? '';
  const availability = '/v1/collections/{token}/products/{id}/availability';
  const seen = await answered(api.GET(availability, { params: { path: { token, id } } }));
  expect([seen.copiesOwned, seen.available, Object.keys(seen.actions)]).toEqual([1, false, ['hold']]);

  const placed = await answered(
    api.POST('/v1/patrons/me/holds', { body: fields({ reserveId: id, emailAddress: 'reader@example.org' }) }),
  );
  expect([placed.holdListPosition, placed.numberOfHolds]).toEqual([1, 1]);
  const { holds } = await answered(api.GET('/v1/patrons/me/holds'));
  expect(holds.map(({ reserveId }) => reserveId)).toEqual([id]);

  const params = { path: { id } };
  const suspension = '/v1/patrons/me/holds/{id}/suspension';
  const { holdSuspension } = await answered(
    api.POST(suspension, { params, body: fields({ suspensionType: 'limited', numberOfDays: 14 }) }),
  );
  expect(holdSuspension).toEqual({ suspensionType: 'limited', numberOfDays: 14 });
  await answered(api.DELETE(suspension, { params }));

  await other.returnTitle(frankenstein);
  const ready = await answered(api.GET('/v1/patrons/me/holds/{id}', { params }));
  expect(ready.actions.checkout).toBeDefined();
  const loan = await answered(
    api.POST('/v1/patrons/me/checkouts', { body: fields({ reserveId: id, formatType: 'ebook-kindle' }) }),
  );
  expect(loan.formats).toEqual([formatRecord(frankenstein, 'ebook-kindle', 'download')]);
  await answered(api.DELETE('/v1/patrons/me/checkouts/{id}', { params }));
  expect((await answered(api.GET('/v1/patrons/me/checkouts'))).totalItems).toBe(0);
});

test('a refusal is data in the answer, and answered() throws it', async () => {
  const api = await client();
  const body = { fields: [{ name: 'crossRefId' as const, value: '999999' }, IGNORE_EMAIL] };
  const { data, error, response } = await api.POST('/v1/patrons/me/holds', { body });
  expect([data, error?.errorCode, response.status]).toEqual([undefined, 'NotFound', 404]);
  await expect(answered(api.POST('/v1/patrons/me/holds', { body }))).rejects.toMatchObject({
    name: 'Refused',
    errorCode: 'NotFound',
  });
});

test('the compiler knows the names and values of an operation’s fields', async () => {
  const api = await client();
  const params = { path: { id: frankenstein.reserveId } };
  const suspend = (): Promise<unknown> =>
    // @ts-expect-error -- `forever` is no type of suspension
    api.POST('/v1/patrons/me/holds/{id}/suspension', { params, body: fields({ suspensionType: 'forever' }) });
  const place = (): Promise<unknown> =>
    // @ts-expect-error -- there is no such field
    api.POST('/v1/patrons/me/holds', { body: fields({ reserveID: frankenstein.reserveId }) });
  expect([await suspend(), await place()]).toMatchObject([
    { error: { errorCode: 'InvalidFieldValue' } },
    { error: { errorCode: 'MissingField' } },
  ]);
});

/** Runs it as it is, with the demo library's client and card, against this library. */
test('the example of ten lines runs, with the package that npm makes', async () => {
  const title = await library.addTitle(1, { title: 'Dracula' });
  const app = { clientId: 'demo-app', secret: 'demo-app-secret-for-laptops' };
  await library.import(
    { record: 'client', ...app, websiteIds: [WEBSITE_ID] },
    patron(PATRON + 1, { cardNumber: '28000000001001', pin: '2468' }),
  );
  const project = await projectWithPackage();
  const args = [join(project, 'example.ts'), library.service.url, title.reserveId];
  const { stdout } = await run(process.execPath, args);
  expect(stdout).toBe('Number 1 of 1\n');
  await rm(project, { recursive: true });
});

/** The folder of a project that has the example, and the client and what it needs as npm would install them. */
async function projectWithPackage(): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'holdfast-client-'));
  const source = join(project, 'source');
  const installed = join(project, 'node_modules', '@holdfast', 'client');
  await cp('clients/typescript', source, {
    recursive: true,
    filter: (path) => !/\/(?:dist|node_modules)$/.test(path),
  });
  await symlink(resolve('node_modules'), join(source, 'node_modules'));
  await run(process.execPath, [resolve('node_modules/typescript/bin/tsc')], { cwd: source });
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: source });
  await mkdir(installed, { recursive: true });
  const { version } = JSON.parse(await readFile(join(source, 'package.json'), 'utf8')) as { version: string };
  const file = join(project, `holdfast-client-${version}.tgz`);
  await run('tar', ['-xzf', file, '-C', installed, '--strip-components=1']);
  await rm(source, { recursive: true });
  for (const needed of ['openapi-fetch', 'openapi-typescript-helpers'])
    await symlink(resolve('node_modules', needed), join(project, 'node_modules', needed));
  await cp('clients/typescript/example.ts', join(project, 'example.ts'));
  await writeFile(join(project, 'package.json'), '{ "type": "module" }');
  return project;
}

describe('the delivery of a webhook', () => {
  const secretOf = (name: string): string => `whsec_${Buffer.from(name.padEnd(32)).toString('base64')}`;
  const [SECRET, FORMER] = [secretOf('secret'), secretOf('former')];
  const BODY = '{"id":"1","type":"title.changed","subject":"titles/é"}';
  const signed = (secret: string, age = 0): string =>
    new Webhook(secret).sign('1', new Date(Date.now() - age * 1000), BODY);
  const headersOf = (signature: string, age = 0): Record<string, string> => ({
    'webhook-id': '1',
    'webhook-timestamp': String(Math.floor(Date.now() / 1000 - age)),
    'webhook-signature': signature,
  });

  beforeEach(() => mock.timers.enable({ apis: ['Date'], now: Date.now() }));
  afterEach(() => mock.timers.reset());

  test('is taken with either secret while one replaces the other', async () => {
    const headers = headersOf(`v2,x v1,* ${signed(SECRET)} ${signed(FORMER)}`);
    for (const secret of [SECRET, FORMER]) {
      await expect(verifiedEvent(secret, { headers, body: BODY })).resolves.toEqual(JSON.parse(BODY));
      await verifiedEvent(secret, { headers: new Headers(headers), body: BODY });
    }
  });

  test.each([
    ['that another secret has signed', () => ({ headers: headersOf(signed(secretOf('other'))), body: BODY })],
    ['that was changed', () => ({ headers: headersOf(signed(SECRET)), body: `${BODY} ` })],
    ['with another id', () => ({ headers: { ...headersOf(signed(SECRET)), 'webhook-id': '2' }, body: BODY })],
    ['that is too old', () => ({ headers: headersOf(signed(SECRET, 301), 301), body: BODY })],
    ['with a newer time than was signed', () => ({ headers: headersOf(signed(SECRET, 301)), body: BODY })],
    ['without a signature', () => ({ headers: {}, body: BODY })],
  ])('%s is refused', async (_, delivery) => {
    await expect(verifiedEvent(SECRET, delivery())).rejects.toThrow(NotSigned);
  });
});

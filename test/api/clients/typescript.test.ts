import { answered, fields, holdfast, type Holdfast, signIn } from '../../../clients/typescript/src/index.js';
import { formatRecord } from '../../support/checkouts/expected-formats.js';
import { TestLibrary, type TestPatron, type TestTitle } from '../../support/test-library.js';

const CLIENT = { clientId: 'reading app', secret: 'secret of the reading app: 37%' };
const CARD = { card: '21234 0001', pin: '47+11' };
const IGNORE_EMAIL = { name: 'ignoreHoldEmail' as const, value: true as const };

let library: TestLibrary;
let holder: TestPatron;
let frankenstein: TestTitle;
beforeAll(async () => {
  library = await TestLibrary.open();
  await library.import({ record: 'client', ...CLIENT, websiteIds: [library.websiteId] });
  holder = await library.addPatron({ cardNumber: CARD.card, pin: CARD.pin });
  frankenstein = await library.addTitle(1, { title: 'Frankenstein' });
});

function signInPatron(changed: object = {}): ReturnType<typeof signIn> {
  const { clientId, secret: clientSecret } = CLIENT;
  const baseUrl = library.service.url;
  return signIn({ baseUrl, clientId, clientSecret, websiteId: library.websiteId, ...CARD, ...changed });
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
  expect(patronId).toBe(holder.patronId);

  const path = { token };
  const { products } = await answered(
    api.GET('/v1/collections/{token}/products', { params: { path, query: { q: 'franken', limit: 10 } } }),
  );
  expect(products.map(({ title }) => title)).toEqual(['Frankenstein']);
  const id = products[0]?.id ?? '';
  const availability = '/v1/collections/{token}/products/{id}/availability';
  const seen = await answered(api.GET(availability, { params: { path: { token, id } } }));
  expect([seen.copiesOwned, seen.available, Object.keys(seen.actions)]).toEqual([
    1,
    false,
    ['hold', 'watch'],
  ]);

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

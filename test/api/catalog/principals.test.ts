import { statement } from '../../../src/platform/database/statement.js';
import { expectOk, expectRefusal, withoutToken } from '../../support/answers.js';
import { mustSucceed, type PatronClient } from '../../support/client.js';
import { advanceClock, DAY } from '../../support/clock.js';
import { category, collection } from '../../support/records.js';
import { TestLibrary, type TestTitle } from '../../support/test-library.js';
import {
  CatalogClient,
  catalogClientOf,
  clientBrowserOf,
  clientOf,
  newCatalogClient,
} from '../../support/catalog-client.js';

/** Who may see what of the catalog: a patron what their category may use, a client what its libraries have. */
let library: TestLibrary;
let other: TestLibrary;
let client: CatalogClient<PatronClient>;
let title: TestTitle;
beforeAll(async () => {
  library = await TestLibrary.open();
  other = await TestLibrary.open();
  await library.import(collection('branch', { accountNumber: 7 }));
  client = await clientBrowserOf(library);
  title = await library.addTitle({ main: 1, adults: 1, branch: 2 });
});

/** Every address of the catalog below a collection token, about one title. */
function pathsOf(token: string, { reserveId, crossRefId }: TestTitle): string[] {
  const [v1, v2] = [`/v1/collections/${token}`, `/v2/collections/${token}`];
  return [
    `${v1}/products`,
    `${v1}/products/${reserveId}`,
    `${v1}/products/${crossRefId}/metadata`,
    `${v1}/bulkmetadata?reserveIds=${reserveId},${crossRefId}`,
    `${v1}/products/${reserveId}/availability`,
    `${v1}/otherFormats?products=${reserveId}`,
    `${v2}/products/${reserveId}/availability`,
    `${v2}/availability?products=${reserveId}`,
  ];
}

const TOKEN_OF_COLLECTION = statement<{ token: string }>(
  'test-token-of-collection',
  `SELECT collection_token AS token FROM collection WHERE website_id = $1 AND collection_id = $2`,
);

async function tokenOfCollection(collectionId: string): Promise<string> {
  const { database } = library.service;
  const [row] = await database.run(TOKEN_OF_COLLECTION, [library.websiteId, collectionId]);
  return row?.token ?? '';
}

async function expectOpen(holder: PatronClient, token: string): Promise<void> {
  for (const path of pathsOf(token, title)) expectOk(await holder.get(path));
}

async function expectClosed(holder: PatronClient, token: string): Promise<void> {
  const [unknown] = pathsOf('unknown', title);
  const nothing = withoutToken(await holder.get(unknown ?? ''));
  for (const path of pathsOf(token, title)) {
    const answer = await holder.get(path);
    expectRefusal(answer, 'NotFound');
    expect(withoutToken(answer)).toEqual(nothing);
  }
}

async function collectionsOf({ patron, products }: CatalogClient<PatronClient>): Promise<string[]> {
  const { body } = await patron.get(`${products}/${title.reserveId}/availability`);
  return (body.collections as { id: string }[]).map(({ id }) => id);
}

describe('a client', () => {
  test('sees all that any category of its library may use, by the library’s own token', async () => {
    await expectOpen(client.patron, client.collectionToken);
    expect(await collectionsOf(client)).toEqual(['adults', 'main']);
  });

  test('sees what a category may use, by the category’s token', async () => {
    for (const [name, expected] of [
      ['adult', ['adults', 'main']],
      ['child', ['main']],
    ] as const) {
      const { collectionToken } = await newCatalogClient(library, { category: name });
      await expectOpen(client.patron, collectionToken);
      expect(await collectionsOf(new CatalogClient(client.patron, collectionToken))).toEqual(expected);
    }
  });

  test('sees one account alone, by the token of a collection that has a number', async () => {
    const token = await tokenOfCollection('branch');
    await expectOpen(client.patron, token);
    expect(await collectionsOf(new CatalogClient(client.patron, token))).toEqual(['branch']);
    await expectClosed(client.patron, await tokenOfCollection('main'));
  });

  test('finds nothing by the tokens of a library that it does not serve', async () => {
    const stranger = await clientOf(library, other.websiteId);
    for (const token of [
      client.collectionToken,
      (await newCatalogClient(library)).collectionToken,
      await tokenOfCollection('branch'),
    ])
      await expectClosed(stranger, token);
    const of = await clientBrowserOf(other);
    await expectClosed(client.patron, of.collectionToken);
    expectOk(await of.patron.get(of.products));
    expectRefusal(await of.patron.get(`${of.products}/${title.reserveId}`), 'NotFound');
  });

  test('finds nothing by a token that cannot be one', async () => {
    for (const token of ['%00', "'", '%25', '%20', client.collectionToken.toLowerCase(), 'x'.repeat(2_000)])
      expectRefusal(await client.patron.get(`/v1/collections/${token}/products`), 'NotFound');
  });

  test('is offered no action, and is told of no patron’s holds or loans', async () => {
    const [free, waitedFor] = [await library.addTitle(1), await library.addTitle(0)];
    await mustSucceed((await library.addPatron()).place(waitedFor));
    for (const { reserveId } of [free, waitedFor]) {
      for (const path of [`${reserveId}`, `${reserveId}/availability`])
        expect((await client.patron.get(`${client.products}/${path}`)).body.actions).toEqual({});
    }
    const { body } = await client.search({ limit: 300 });
    expect(
      (body.products as { actions: object }[]).every(({ actions }) => !Object.keys(actions).length),
    ).toBe(true);
    expect((await client.availability(waitedFor)).body).toMatchObject({ numberOfHolds: 1 });
  });

  test('sees what time has ended as ended, and the copy with the next in line', async () => {
    const lent = await library.addTitle(1);
    const [borrower, next] = await library.addPatrons(2);
    await mustSucceed(borrower.borrow(lent));
    await mustSucceed(next.place(lent));
    await advanceClock(library.service, 90 * DAY);
    expect((await client.availability(lent)).body).toMatchObject({ copiesAvailable: 0, numberOfHolds: 1 });
    expect((await library.copiesOf(lent)).main).toMatchObject({ onLoan: 0, setAside: 1 });
    expect((await next.find(lent)).body).toHaveProperty('holdExpires');
  });
});

describe('a patron', () => {
  test('sees by the token of their own category alone', async () => {
    const [adult, child] = [
      await newCatalogClient(library),
      await newCatalogClient(library, { category: 'child' }),
    ];
    await expectOpen(adult.patron, adult.collectionToken);
    for (const token of [client.collectionToken, child.collectionToken, await tokenOfCollection('branch')])
      await expectClosed(adult.patron, token);
  });

  test('finds nothing by a token that has been replaced, nor does a client', async () => {
    await library.import(category('guest', ['main']));
    const guest = await newCatalogClient(library, { category: 'guest' });
    const before = (await client.patron.get(`/v1/libraries/${library.websiteId}`)).body
      .collectionToken as string;
    await library.import(category('guest', ['main', 'elsewhere']));
    for (const holder of [guest.patron, client.patron]) await expectClosed(holder, guest.collectionToken);
    // The union has grown by a collection.
    await expectClosed(client.patron, before);
    client = await clientBrowserOf(library);
    await expectOpen(client.patron, client.collectionToken);
    await expectOpen(guest.patron, (await catalogClientOf(guest.patron)).collectionToken);
  });
});

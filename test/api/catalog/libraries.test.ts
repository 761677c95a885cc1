import { newSecret } from '../../../src/access/tokens/tokens.store.js';
import { expectOk, expectRefusal } from '../../support/answers.js';
import { PatronClient } from '../../support/client.js';
import { DAY, serviceTime } from '../../support/clock.js';
import { collection, library as libraryRecord } from '../../support/records.js';
import { CATALOG_URL, pathOf } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';
import { clientOf, newCatalogClient } from '../../support/catalog-client.js';

const NAMED_FORMATS = expect.arrayContaining([
  { id: 'ebook-epub-adobe', name: 'Adobe EPUB eBook' },
  { id: 'audiobook-overdrive', name: 'Listen online' },
]) as unknown;

let library: TestLibrary;
let other: number;
/** A library without collections, categories and patrons. */
let empty: number;
beforeAll(async () => {
  library = await TestLibrary.open({ name: 'Harbour Public Library' });
  other = (await TestLibrary.open()).websiteId;
  empty = 500_000 + library.websiteId;
  await library.import(libraryRecord({ websiteId: empty, name: 'Just founded' }));
});

describe('a library', () => {
  test('tells a patron its name, and where to search what the patron may use', async () => {
    const [adult, child] = [
      await newCatalogClient(library),
      await newCatalogClient(library, { category: 'child' }),
    ];
    for (const { patron, collectionToken, products } of [adult, child]) {
      const answer = await patron.get(`/v1/libraries/${library.websiteId}`);
      expectOk(answer);
      expect(answer.body).toEqual({
        id: library.websiteId,
        name: 'Harbour Public Library',
        type: 'Library',
        formats: NAMED_FORMATS,
        collectionToken,
        links: {
          self: {
            href: `${CATALOG_URL}/v1/libraries/${library.websiteId}`,
            type: 'application/vnd.holdfast.api+json',
          },
          products: { href: `${CATALOG_URL}${products}`, type: 'application/vnd.holdfast.api+json' },
          advantageAccounts: {
            href: `${CATALOG_URL}/v1/libraries/${library.websiteId}/advantageAccounts`,
            type: 'application/vnd.holdfast.api+json',
          },
        },
      });
      expect((await patron.get(pathOf(answer.body.links.self.href))).text).toBe(answer.text);
      expectOk(await patron.get(pathOf(answer.body.links.products.href)));
    }
    expect(adult.collectionToken).not.toBe(child.collectionToken);
  });

  test('tells a patron, and no client, when the next holidays are over', async () => {
    const own = await TestLibrary.open();
    const { websiteId } = own;
    const now = (await serviceTime(own.service)).getTime();
    const day = (days: number): string => new Date(now + days * DAY * 1000).toISOString().slice(0, 10);
    const holiday = { record: 'calendar', websiteId, entryId: 'holiday', kind: 'holiday' };
    await own.import({ ...holiday, name: 'Ferien 🏖', from: day(30), to: day(40) });
    const nextHoliday = { name: 'Ferien 🏖', until: day(41) };
    const address = `/v1/libraries/${websiteId}`;
    expect((await (await own.addPatron()).get(address)).body).toMatchObject({ nextHoliday });
    expect((await (await clientOf(own, websiteId)).get(address)).body).not.toHaveProperty('nextHoliday');
    await own.import({ ...holiday, name: 'Ferien', from: day(80), to: day(90) });
    expect((await (await own.addPatron()).get(address)).body).not.toHaveProperty('nextHoliday');
  });

  test('tells a client that serves it a token of its own, which stands for all that its patrons may use', async () => {
    const [adult, child] = [
      await newCatalogClient(library),
      await newCatalogClient(library, { category: 'child' }),
    ];
    const client = await clientOf(library, library.websiteId, empty);
    const { body } = await client.get(`/v1/libraries/${library.websiteId}/`);
    expect(body).toMatchObject({ name: 'Harbour Public Library', collectionToken: expect.any(String) });
    expect([adult.collectionToken, child.collectionToken]).not.toContain(body.collectionToken);
    const named = { title: 'Lighthouse' };
    const titles = [await library.addTitle({ adults: 1 }, named), await library.addTitle({ main: 1 }, named)];
    await library.addTitle({ elsewhere: 1 }, named);
    const products = await client.get(`${pathOf(body.links.products.href as string)}?q=lighthouse`);
    expectOk(products);
    expect((products.body.products as { id: string }[]).map(({ id }) => id).sort()).toEqual(
      titles.map(({ reserveId }) => reserveId).sort(),
    );
  });

  test('without patrons has nothing to search yet', async () => {
    const { body } = await (await clientOf(library, empty)).get(`/v1/libraries/${empty}`);
    expect(body).toEqual({
      id: empty,
      name: 'Just founded',
      type: 'Library',
      formats: NAMED_FORMATS,
      links: {
        self: { href: `${CATALOG_URL}/v1/libraries/${empty}`, type: expect.any(String) },
        advantageAccounts: {
          href: `${CATALOG_URL}/v1/libraries/${empty}/advantageAccounts`,
          type: expect.any(String),
        },
      },
    });
  });

  test('that is another’s, or that there is not, is not found', async () => {
    const { patron } = await newCatalogClient(library);
    const client = await clientOf(library, other);
    for (const id of [
      other,
      empty,
      999,
      0,
      `0${library.websiteId}`,
      'me',
      '2147483648',
      '%00',
      `${library.websiteId}%20`,
    ])
      expectRefusal(await patron.get(`/v1/libraries/${id}`), 'NotFound');
    expectRefusal(await client.get(`/v1/libraries/${library.websiteId}`), 'NotFound');
    expectOk(await client.get(`/v1/libraries/${other}`));
  });

  test('tells nothing to who does not sign in', async () => {
    expect((await fetch(new URL(`/v1/libraries/${library.websiteId}`, library.service.url))).status).toBe(
      401,
    );
    const stranger = new PatronClient(library.service.url, newSecret());
    expectRefusal(await stranger.get(`/v1/libraries/${library.websiteId}`), 'Unauthorized');
  });
});

describe('the accounts of a library', () => {
  let path: string;
  beforeAll(async () => {
    path = `/v1/libraries/${library.websiteId}/advantageAccounts`;
    await library.import(
      collection('branch', { accountNumber: 12, name: 'Branch' }),
      collection('apart', { accountNumber: 3, name: 'Apart' }),
    );
  });

  test('are its collections that have a number, each with its own token and links', async () => {
    const title = await library.addTitle({ branch: 1, main: 1 });
    await library.addTitle({ main: 1 });
    const client = await clientOf(library, library.websiteId);
    const { body } = await client.get(`/v1/libraries/${library.websiteId}`);
    const answer = await client.get(pathOf(body.links.advantageAccounts.href as string));
    expectOk(answer);
    const accountOf = (id: number, name: string): object => ({
      id,
      name,
      collectionToken: expect.any(String),
      links: {
        self: { href: `${CATALOG_URL}${path}/${id}`, type: 'application/vnd.holdfast.api+json' },
        products: { href: expect.any(String), type: 'application/vnd.holdfast.api+json' },
      },
    });
    expect(answer.body).toEqual({
      id: library.websiteId,
      advantageAccounts: [accountOf(3, 'Apart'), accountOf(12, 'Branch')],
    });
    const [, branch] = answer.body.advantageAccounts as {
      collectionToken: string;
      links: Record<'self' | 'products', { href: string }>;
    }[];
    expect((await client.get(pathOf(branch?.links.self.href ?? ''))).body).toEqual(branch);
    const products = await client.get(pathOf(branch?.links.products.href ?? ''));
    expect(products.body).toMatchObject({ id: branch?.collectionToken, totalItems: 1 });
    expect(products.body.products[0].id).toBe(title.reserveId);
    const { href } = products.body.products[0].links.availabilityV2 as { href: string };
    expect((await client.get(pathOf(href))).body).toMatchObject({
      accounts: [{ id: 12, shared: false, copiesOwned: 1, copiesAvailable: 1 }],
    });
  });

  test('are none where no collection has a number, and none for a patron', async () => {
    const client = await clientOf(library, other);
    expect((await client.get(`/v1/libraries/${other}/advantageAccounts`)).body).toEqual({
      id: other,
      advantageAccounts: [],
    });
    const { patron } = await newCatalogClient(library);
    expect((await patron.get(path)).body).toEqual({ id: library.websiteId, advantageAccounts: [] });
    expectRefusal(await patron.get(`${path}/12`), 'NotFound');
  });

  test('are not found in another’s library, nor one that is not there', async () => {
    const client = await clientOf(library, other);
    for (const address of [path, `${path}/12`, `/v1/libraries/${other}/advantageAccounts/12`])
      expectRefusal(await client.get(address), 'NotFound');
    const own = await clientOf(library, library.websiteId);
    for (const id of ['1', '-1', 'main', '012', '%00'])
      expectRefusal(await own.get(`${path}/${id}`), 'NotFound');
  });
});

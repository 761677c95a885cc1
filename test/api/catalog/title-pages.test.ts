import { clientBrowserOf, newCatalogClient } from '../../support/catalog-client.js';
import { PUBLIC_URL } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
beforeAll(async () => {
  library = await TestLibrary.open();
});

function setNotices(notices: object): Promise<void> {
  return library.import({ record: 'settings', websiteId: library.websiteId, notices });
}

describe('the page of a title, in every product', () => {
  test.each([
    [
      'the library’s own, by its reserveId',
      { titleUrl: 'https://library.example/t/{reserveId}' },
      'https://library.example/t/<reserveId>',
    ],
    [
      'the library’s own, by the older variable',
      { titleUrl: 'https://library.example/{id}?x=1' },
      'https://library.example/<reserveId>?x=1',
    ],
    [
      'the library’s own, by its crossRefId',
      { titleUrl: 'https://library.example/t-{crossRefId}' },
      'https://library.example/t-<crossRefId>',
    ],
    [
      'the library’s site where there is none',
      { homepage: 'https://library.example/' },
      'https://library.example/',
    ],
    ['the service’s page where nothing is set', {}, `${PUBLIC_URL}/`],
  ])('is %s', async (_, notices, expected) => {
    await setNotices(notices);
    const { reserveId, crossRefId } = await library.addTitle(1);
    const href = expected.replace('<reserveId>', reserveId).replace('<crossRefId>', String(crossRefId));
    const contentDetails = [
      { href, type: 'text/html', account: { id: library.websiteId, name: 'Test Library' } },
    ];
    for (const client of [await newCatalogClient(library), await clientBrowserOf(library)]) {
      expect((await client.product({ reserveId })).body.contentDetails).toEqual(contentDetails);
      const found = await client.search({ crossRefId });
      expect(found.body.products).toMatchObject([{ id: reserveId, contentDetails }]);
    }
  });
});

test('the library’s record has its site, logo and color where its settings name them', async () => {
  const logo = 'https://library.example/logo.png';
  await setNotices({ homepage: 'https://library.example/', logo, color: '#1a2b3c' });
  const client = await clientBrowserOf(library);
  const own = async (): Promise<unknown[]> => {
    const { links, color } = (await client.patron.get(`/v1/libraries/${library.websiteId}`)).body;
    return [links.dlrHomepage, links.logo, color];
  };
  const site = { href: 'https://library.example/', type: 'text/html' };
  expect(await own()).toEqual([site, { href: logo }, '#1a2b3c']);
  await setNotices({});
  expect(await own()).toEqual([undefined, undefined, undefined]);
});

test('a title has no issues', async () => {
  const client = await newCatalogClient(library);
  const title = await library.addTitle(1);
  const path = `${client.products}/${title.reserveId}/issues`;
  expect((await client.patron.get(path)).body).toEqual({
    totalItems: 0,
    products: [],
    links: { self: { href: expect.stringContaining(path), type: 'application/vnd.holdfast.api+json' } },
  });
  expect((await client.patron.get(`${client.products}/999999/issues`)).status).toBe(404);
});

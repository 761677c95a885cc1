import { expectRefusal } from '../../support/answers.js';
import { CatalogClient, clientOf, newCatalogClient } from '../../support/catalog-client.js';
import { pathOf } from '../../support/service.js';
import { TestLibrary } from '../../support/test-library.js';

let library: TestLibrary;
let adult: CatalogClient;
beforeAll(async () => {
  library = await TestLibrary.open();
  adult = await newCatalogClient(library);
});

const nextOf = (body: { links?: { next?: { href: string } } }): string => body.links?.next?.href ?? '';

describe('short records', () => {
  test('have only what names a title, on every page, in the same order', async () => {
    for (const n of [1, 2, 3]) await library.addTitle(1, { title: `shortshelf ${n}` });
    const query = { q: 'shortshelf', sort: 'title', limit: 2 };
    const [whole, short] = [await adult.search(query), await adult.search({ ...query, minimum: 'true' })];
    const products = whole.body.products as Record<string, unknown>[];
    const names = 'id crossRefId isOwnedByCollections mediaType title primaryCreator dateAdded'.split(' ');
    expect(short.body.products).toEqual(
      products.map((product) => {
        const { self, metadata } = product.links as Record<string, unknown>;
        const named = names.map((name) => [name, product[name]] as const);
        return { ...Object.fromEntries(named), links: { self, metadata } };
      }),
    );
    expect([short.body.totalItems, nextOf(short.body)]).toEqual([
      3,
      nextOf(whole.body).replace('&limit=', '&minimum=true&limit='),
    ]);
    expect(Object.keys((await adult.patron.get(pathOf(nextOf(short.body)))).body.products[0])).not.toContain(
      'formats',
    );
    const asked = await adult.search({ ...query, minimum: 'false' });
    expect(asked.body.products).toEqual(products);
  });

  test('are up to 2,000 on a page for a client, and 300 otherwise', async () => {
    const client = new CatalogClient(await clientOf(library, library.websiteId), adult.collectionToken);
    const limitOf = async (who: Pick<CatalogClient, 'search'>, minimum: string): Promise<unknown> =>
      (await who.search({ limit: 5_000, minimum })).body.limit;
    expect(await limitOf(client, 'true')).toBe(2_000);
    expect(await limitOf(client, 'false')).toBe(300);
    expect(await limitOf(adult, 'true')).toBe(300);
  });

  test('are asked for by true or false alone', async () => {
    expectRefusal(await adult.search({ minimum: 'some' }), 'InvalidFieldValue', 'minimum');
  });
});
